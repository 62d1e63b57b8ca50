// Maps parts of spans to columns of a testset. The server builds the rows from the same mapping.
import { agOf, type Span } from '../spans/span.ts'

/** A part of a span that can fill a column. */
export interface SourceField {
  /** The path for the server, such as `attributes.ag.data.inputs.question`. */
  readonly path: string
  /** The visible name, such as `inputs.question`. */
  readonly name: string
}

/** A column and the path of its values; '' leaves the column empty. */
export interface ColumnSource {
  readonly column: string
  readonly path: string
}

const root = 'attributes.ag.data.'

type JsonRecord = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escapePath = (name: string): string => name.replaceAll(/[.\\]/g, String.raw`\$&`)

const membersOf = (part: 'inputs' | 'outputs', values: readonly unknown[]): readonly SourceField[] =>
  [...new Set(values.filter(isRecord).flatMap(Object.keys))].map((name) => ({
    path: `${root}${part}.${escapePath(name)}`,
    name: `${part}.${name}`,
  }))

/** The parts that the spans have, in their order. */
export function sourceFields(spans: readonly Span[]): readonly SourceField[] {
  const parts = (['inputs', 'outputs'] as const).map((part) => ({
    part,
    values: spans.map((span) => agOf(span).data?.[part]).filter((value) => value !== undefined),
  }))
  return parts.flatMap(({ part, values }) =>
    values.length === 0 ? [] : [...membersOf(part, values), { path: `${root}${part}`, name: part }],
  )
}

/** Common column names of the expected answer. */
const answerNames =
  /^(outputs?|answer|expected|reference|completion|response|correct_answer|expected_.*|ground_truth)$/i

const lastName = (name: string): string => name.slice(name.indexOf('.') + 1)

/** Proposes the part of the same name, or the outputs for an answer column. */
function proposedPath(column: string, fields: readonly SourceField[]): string {
  const sameName = fields.find(({ name }) => lastName(name).toLowerCase() === column.toLowerCase())
  if (sameName !== undefined) return sameName.path
  const outputs = fields.find(({ name }) => name === 'outputs')
  return answerNames.test(column) && outputs !== undefined ? outputs.path : ''
}

/** Proposes sources for the columns of a testset. A new testset gets a column per input, and one for the outputs. */
export function proposedMapping(
  columns: readonly string[],
  fields: readonly SourceField[],
): readonly ColumnSource[] {
  if (columns.length > 0) return columns.map((column) => ({ column, path: proposedPath(column, fields) }))
  const inputs = fields.filter(({ name }) => name.startsWith('inputs.'))
  const rootFields = fields.filter(
    ({ name }) => name === 'outputs' || (name === 'inputs' && inputs.length === 0),
  )
  return [...inputs, ...rootFields].map(({ name, path }) => ({ column: lastName(name), path }))
}

/** The mapping in the request; undefined if no column has a value. */
export function mappingBody(mapping: readonly ColumnSource[]): Readonly<Record<string, string>> | undefined {
  const completeSources = mapping.filter(({ column, path }) => column.trim() !== '' && path !== '')
  if (completeSources.length === 0) return undefined
  return Object.fromEntries(completeSources.map(({ column, path }) => [column.trim(), path]))
}

/** The first repeated column name: only the last of them would be filled. */
export function repeatedColumn(mapping: readonly ColumnSource[]): string | undefined {
  const names = mapping.filter(({ path }) => path !== '').map(({ column }) => column.trim())
  return names.find((name, index) => name !== '' && names.indexOf(name) !== index)
}

const segmentsOf = (path: string): readonly string[] =>
  (path.match(/(?:\\[.\\]|[^.\\]|\\(?![.\\]))+/g) ?? []).map((segment) =>
    segment.replaceAll(/\\([.\\])/g, '$1'),
  )

/** The value that a column of the preview shows. */
export function sourceValue(span: Span, path: string): unknown {
  let value: unknown = span
  for (const segment of segmentsOf(path)) {
    if (!isRecord(value) || !Object.hasOwn(value, segment)) return undefined
    value = value[segment]
  }
  return value
}
