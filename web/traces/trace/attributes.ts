// Attributes as a table: nested members by their full path, as in filters; readable values; rows grouped by prefix.
import { isLarge, largeSummary } from '../../ui/json/large/marker.ts'

export interface Attribute {
  /** The dot path; dots inside a member name are escaped, as filters spell it. */
  readonly key: string
  readonly value: unknown
  /** The value as text. */
  readonly text: string
}

export interface AttributeGroup {
  readonly prefix: string
  readonly attributes: readonly Attribute[]
}

/** The prefix of JSON text in string attributes; it marks values for which OTLP has no type. */
const jsonMarker = '@ag.type=json:'

/** The value without markers, at any depth of a list or object. */
function withoutMarkers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(jsonMarker) ? value.slice(jsonMarker.length) : value
  if (Array.isArray(value)) return value.map(withoutMarkers)
  if (typeof value !== 'object' || value === null || isLarge(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMarkers(member)]))
}

function textOf(value: unknown): string {
  const plain = withoutMarkers(value)
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLarge(value)

export function flatAttributes(attributes: Readonly<Record<string, unknown>>): readonly Attribute[] {
  const rows: Attribute[] = []
  const add = (path: string, value: unknown): void => {
    if (isBranch(value) && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) {
        add(path === '' ? name : `${path}.${name.replaceAll('.', String.raw`\.`)}`, member)
      }
    } else rows.push({ key: path, value, text: isLarge(value) ? largeSummary(value) : textOf(value) })
  }
  add('', attributes)
  return rows.filter(({ key }) => key !== '').toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

/**
 * The prefix of a key: `gen_ai` of `gen_ai.request.model`. Our own namespace is large, so it is split: `ag.metrics` of
 * `ag.metrics.costs.total`.
 */
function prefixOf(key: string): string {
  const [first = '', second] = key.split('.')
  if (second === undefined) return ''
  return first === 'ag' && key.split('.').length > 2 ? `${first}.${second}` : first
}

/** Rows whose key or value contains the text, grouped by prefix and sorted by key. Attributes without a prefix come first. */
export function groupedAttributes(
  attributes: readonly Attribute[],
  search: string,
): readonly AttributeGroup[] {
  const needle = search.trim().toLowerCase()
  const matching = attributes.filter(
    ({ key, text }) => key.toLowerCase().includes(needle) || text.toLowerCase().includes(needle),
  )
  return [...Map.groupBy(matching, ({ key }) => prefixOf(key))]
    .map(([prefix, own]) => ({ prefix, attributes: own }))
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0))
}

/** A key in pieces between which a line may end: after a dot, an underscore, a dash or a slash. */
export const keyPieces = (key: string): readonly string[] => key.match(/[^._/-]*[._/-]+|[^._/-]+$/g) ?? [key]
