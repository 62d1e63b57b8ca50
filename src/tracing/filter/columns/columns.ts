// The columns that compiled filters read, and how a span fills them. The table may hold more; it must hold these.
//
//   project_id     UUID                     not read here: `source` of compileFilter is one project's live spans
//   trace_id, span_id, parent_id  String    lower-case hex; parent_id '' on roots
//   is_root        UInt8                    what the store makes of that: no row brings it
//   trace_type, span_type, span_kind, status_code  LowCardinality(String)
//   span_name      String
//   status_message  Nullable(String)        absent and '' are different answers
//   session_id, user_id, agent_id  Nullable(String)   on roots those of the trace, on other spans those they carry
//   start_time, end_time, created_at  DateTime64(9, 'UTC');  updated_at  Nullable(DateTime64(9, 'UTC'))
//   created_by_id, updated_by_id  Nullable(UUID)
//   inputs, outputs  String                 JSON text of ag.data.inputs and ag.data.outputs, '' when absent: the texts
//                                           that people search, read without the rest of the attributes
//   attributes     String                   the object as JSON text, with marks in the places of inputs and outputs
//                                           (`wholeAttributes` puts them in)
//   duration_ms, errors, tokens, cost  Nullable(Float64)   the cumulative totals of ag.metrics
//   strings        Map(…, String)           every string not below a list, by dot path, but for long ones
//   numbers        Map(…, Float64)          every number not below a list
//   booleans       Map(…, Bool)             every boolean not below a list; names are LowCardinality(String) in all maps
//   container_paths, long_paths  LowCardinality(String)   paths of all objects and arrays, and of all long strings, that
//                                           are not below a list, one on each line
//   references, links, events, hashes  Array(String)   one JSON text for each element
//   reference_ids, reference_slugs, link_trace_ids, event_names, hash_ids  Array(String)   for indexes
//   content        String                   the words of all values (content.ts), with marks in the places of long texts
//                                           that stand in inputs or outputs
//   content_words, content_lines            expressions that put these in (storage/contract/copies.ts)
//
// Why maps by type: a number compares as a number and a string as a string without a cast that guesses, a missing key
// costs one lookup, and they insert at twice the rate of a JSON column (36,000 against 17,000 rows/s of 1 kB; reads of
// one attribute over 100,000 rows 19 ms against 8 ms). What stands below lists, and texts of more than some words, is
// read from the JSON text instead, so that messages are not stored twice. The index of words also narrows equality of strings.
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { FilterColumns, SpanRow } from '../../../storage/contract/contract.ts'
import { identitiesOf } from '../../canonical/identities.ts'
import { eachEventText, type FilterSpan } from '../evaluate.ts'
import type { RecordField } from '../fields.ts'
import { parsePath, type Path, valueAt } from '../path.ts'
import { attributeTexts } from './attribute-texts.ts'
import { Leaves } from './leaves.ts'
import { pathLines } from './place.ts'
import { wordCutter } from './word-copies.ts'
import { ownMember } from '../../../kernel/own.ts'

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

/** SQL of whether a column of paths (`place.ts`) holds the path that the expression names. */
export const holdsPathSql = (column: string, path: string): string => {
  const line = String.raw`replaceAll(replaceAll(${path}, '\\', '\\\\'), '\n', '\\n')`
  return String.raw`position(${column}, concat('\n', ${line}, '\n')) > 0`
}

const numberAt = (attributes: JsonObject, path: Path): number | null => {
  const value = valueAt(attributes, path)
  return typeof value === 'number' ? value : null
}

/** Paths of the columns above, cut once. */
const [durationPath, errorsPath, tokensPath, costPath] = Object.keys(numberColumns).map(parsePath) as [
  Path,
  Path,
  Path,
  Path,
]

const textsOf = (elements: readonly JsonObject[] | undefined): readonly string[] =>
  elements === undefined ? [] : elements.map((element) => JSON.stringify(element))

const membersOf = (elements: readonly JsonObject[] | undefined, member: string): readonly string[] =>
  elements === undefined
    ? []
    : elements.map((element) => ownMember(element, member)).filter((value) => typeof value === 'string')

/** Whom a span is about: a root by its record, which has the ids of the trace, any other span by what it carries. */
export function identityColumns({
  session_id,
  user_id,
  agent_id,
  attributes,
}: FilterSpan): Pick<SpanRow, 'session_id' | 'user_id' | 'agent_id'> {
  const own = identitiesOf(attributes['ag'])
  return {
    session_id: session_id ?? own?.session ?? null,
    user_id: user_id ?? own?.user ?? null,
    agent_id: agent_id ?? own?.agent ?? null,
  }
}

/** The columns above that are derived from a span and are not members of its record. */
export function derivedColumns(span: FilterSpan): FilterColumns & Pick<SpanRow, 'attributes' | RecordField> {
  const { attributes, references, links, events, hashes } = span
  const { strings, numbers, booleans, containers, longTexts, searchable, held } = new Leaves(attributes)
  eachEventText(span, (text) => searchable.add(text))
  const { columns, long } = attributeTexts(attributes, held)
  return {
    ...columns,
    duration_ms: numberAt(attributes, durationPath),
    errors: numberAt(attributes, errorsPath),
    tokens: numberAt(attributes, tokensPath),
    cost: numberAt(attributes, costPath),
    strings,
    numbers,
    booleans,
    container_paths: pathLines(containers),
    long_paths: pathLines(longTexts),
    references: textsOf(references),
    links: textsOf(links),
    events: textsOf(events),
    hashes: textsOf(hashes),
    reference_ids: membersOf(references, 'id'),
    reference_slugs: membersOf(references, 'slug'),
    link_trace_ids: membersOf(links, 'trace_id'),
    event_names: membersOf(events, 'name'),
    hash_ids: membersOf(hashes, 'id'),
    content: searchable.text(wordCutter(columns, long)),
  }
}
