// Values of attributes as a cell shows them.
import { agOf, type Span } from '../spans/span.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Segments of a dot path; `\.` is a dot inside a name. The server nests requested attributes in the same way. */
export function pathSegments(path: string): readonly string[] {
  const segments = path.match(/(?:\\[.\\]|[^.])+/g) ?? []
  return segments.map((segment) => segment.replaceAll(/\\([.\\])/g, '$1'))
}

export function valueAtPath(root: unknown, path: string): unknown {
  let value = root
  for (const segment of pathSegments(path)) {
    if (!isRecord(value) || !Object.hasOwn(value, segment)) return undefined
    value = value[segment]
  }
  return value
}

/** The prefix of JSON text in string attributes, set by the client library. */
const jsonMark = '@ag.type=json:'

export function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.startsWith(jsonMark) ? value.slice(jsonMark.length) : value
  return JSON.stringify(value)
}

export const tagsText = (span: Span): string =>
  Object.entries(agOf(span).tags ?? {})
    .map(([name, value]) => (value === true ? name : `${name}: ${valueText(value)}`))
    .join('  ')
