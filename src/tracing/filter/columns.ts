// The columns that compiled filters read, and how a span fills them. The table may hold more; it must hold these.
//
//   project_id     UUID                     not read here: `source` of compileFilter is one project's live spans
//   trace_id, span_id, parent_id  String    lower-case hex; parent_id '' on roots
//   trace_type, span_type, span_kind, status_code  LowCardinality(String)
//   span_name      String
//   status_message, session_id, user_id, agent_id  Nullable(String)   absent and '' are different answers
//   start_time, end_time, created_at  DateTime64(9, 'UTC');  updated_at  Nullable(DateTime64(9, 'UTC'))
//   created_by_id, updated_by_id  Nullable(UUID)
//   attributes     String                   the whole object as JSON text, as it is answered
//   inputs, outputs  String                 JSON text of ag.data.inputs and ag.data.outputs, '' when absent: the texts
//                                           that people search, read without the rest of the attributes
//   duration_ms, errors, tokens, cost  Nullable(Float64)   the cumulative totals of ag.metrics
//   strings        Map(String, String)      every string not below a list, by dot path
//   numbers        Map(String, Float64)     every number not below a list
//   booleans       Map(String, Bool)        every boolean not below a list
//   containers     Array(LowCardinality(String))  paths of all objects and arrays not below a list
//   references, links, events, hashes  Array(String)   one JSON text for each element
//   reference_ids, reference_slugs, link_trace_ids, event_names, hash_ids  Array(String)   for indexes
//   content        String                   the words of all values (content.ts)
//
// Why maps by type: a number compares as a number and a string as a string without a cast that guesses, a missing key
// costs one lookup, and they insert at twice the rate of a JSON column (36,000 against 17,000 rows/s of 1 kB; reads of
// one attribute over 100,000 rows 19 ms against 8 ms). What stands below lists is read from the JSON text instead, so
// that long message lists are not stored twice. The index of words on content also narrows equality of strings.
import { isJsonObject, type Json, type JsonObject } from '../../json/value.ts'
import { type FilterSpan, spanContent } from './evaluate.ts'
import type { RecordField } from './fields.ts'
import { parsePath, valueAt } from './path.ts'

/** Numbers that have a column of their own. */
export const numberColumns: Readonly<Record<string, string>> = {
  'ag.metrics.duration.cumulative': 'duration_ms',
  'ag.metrics.errors.cumulative': 'errors',
  'ag.metrics.tokens.cumulative.total': 'tokens',
  'ag.metrics.costs.cumulative.total': 'cost',
}

/** Strings that are a member of the record on every span. */
export const stringColumns: Readonly<Record<string, string>> = {
  'ag.type.trace': 'trace_type',
  'ag.type.span': 'span_type',
}

/** Values whose JSON text has a column of its own. */
export const jsonColumns: Readonly<Record<string, string>> = {
  'ag.data.inputs': 'inputs',
  'ag.data.outputs': 'outputs',
}

/** Members of record elements that have an array of their own. */
export const recordColumns: Readonly<Record<RecordField, Readonly<Record<string, string>>>> = {
  references: { id: 'reference_ids', slug: 'reference_slugs' },
  links: { trace_id: 'link_trace_ids' },
  events: { name: 'event_names' },
  hashes: { id: 'hash_ids' },
}

interface Leaves {
  readonly strings: Readonly<Record<string, string>>
  readonly numbers: Readonly<Record<string, number>>
  readonly booleans: Readonly<Record<string, boolean>>
  readonly containers: readonly string[]
}

/** Each value under the path by which a filter finds it; of two that share a path, the one that the path resolves to. */
function attributeLeaves(attributes: JsonObject): Leaves {
  // Without a prototype, so that no path can be taken for something else.
  const strings = Object.create(null) as Record<string, string>
  const numbers = Object.create(null) as Record<string, number>
  const booleans = Object.create(null) as Record<string, boolean>
  const containers: string[] = []
  const visit = (value: Json, path: string, isPlain: boolean): void => {
    const isFound =
      isPlain || valueAt(attributes, { text: path, segments: path.split('.'), exact: false }) === value
    if (isFound) {
      if (typeof value === 'string') strings[path] = value
      else if (typeof value === 'number') numbers[path] = value
      else if (typeof value === 'boolean') booleans[path] = value
      else if (value !== null) containers.push(path)
    }
    if (isJsonObject(value)) visitMembers(value, `${path}.`, isPlain)
  }
  const visitMembers = (object: JsonObject, prefix: string, isPlain: boolean): void => {
    for (const name of Object.keys(object)) {
      visit(object[name] ?? null, prefix + name, isPlain && !name.includes('.'))
    }
  }
  visitMembers(attributes, '', true)
  return { strings, numbers, booleans, containers }
}

/** Paths of the columns above, cut once. */
const numberPaths = Object.entries(numberColumns).map(([path, column]) => [parsePath(path), column] as const)
const jsonPaths = Object.entries(jsonColumns).map(([path, column]) => [parsePath(path), column] as const)
const recordFields = Object.entries(recordColumns).map(
  ([field, columns]) => [field as RecordField, Object.entries(columns)] as const,
)

/** The columns above that are derived from a span and are not members of its record. */
export function derivedColumns(span: FilterSpan) {
  const derived: Record<string, string | number | null | readonly string[]> = {}
  for (const [path, column] of numberPaths) {
    const value = valueAt(span.attributes, path)
    derived[column] = typeof value === 'number' ? value : null
  }
  for (const [path, column] of jsonPaths) {
    derived[column] = JSON.stringify(valueAt(span.attributes, path)) ?? ''
  }
  for (const [field, columns] of recordFields) {
    const elements = span[field] ?? []
    derived[field] = elements.map((element) => JSON.stringify(element))
    for (const [member, column] of columns) {
      derived[column] = elements
        .map((element) => element[member])
        .filter((value) => typeof value === 'string')
    }
  }
  return {
    attributes: JSON.stringify(span.attributes),
    ...attributeLeaves(span.attributes),
    ...derived,
    content: spanContent(span),
  }
}
