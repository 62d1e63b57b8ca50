// The columns that compiled filters read, and how a span fills them. The table must have these and may have more.
//
//   project_id     UUID                     not read here: `source` of compileFilter is one project's live spans
//   trace_id, span_id, parent_id  String    lower-case hex; parent_id '' on roots
//   is_root        UInt8                    computed by the store from parent_id
//   trace_type, span_type, span_kind, status_code  LowCardinality(String)
//   span_name      String
//   status_message  Nullable(String)        absent and '' differ
//   session_id, user_id, agent_id  Nullable(String)   on roots the ids of the trace, on other spans their own
//   start_time, end_time, created_at  DateTime64(9, 'UTC');  updated_at  Nullable(DateTime64(9, 'UTC'))
//   created_by_id, updated_by_id  Nullable(UUID)
//   inputs, outputs  String                 JSON text of ag.data.inputs and ag.data.outputs, '' if absent: the texts
//                                           that people search, read without the rest of the attributes
//   attributes     String                   the object as JSON text, with marks instead of inputs and outputs
//                                           (`fullAttributes` restores them)
//   duration_ms, errors, tokens, cost  Nullable(Float64)   the cumulative totals of ag.metrics
//   strings        Map(…, String)           every string not below a list, by dot path, except long ones
//   numbers        Map(…, Float64)          every number not below a list
//   booleans       Map(…, Bool)             every boolean not below a list; in all maps, names are
//                                           LowCardinality(String)
//   container_paths, long_paths  LowCardinality(String)   paths of all objects and arrays, and of all long strings,
//                                           that are not below a list, one per line
//   references, links, events, hashes  Array(String)   one JSON text per element
//   reference_ids, reference_slugs, link_trace_ids, event_names, hash_ids  Array(String)   for indexes
//   content        String                   the words of all values (content.ts), with marks instead of long texts
//                                           that inputs or outputs also have
//   content_words, content_lines            expressions that restore these (storage/contract/copies.ts)
//
// Reasons for maps by type: a number compares as a number and a string as a string without a guessed cast, a missing
// key costs one lookup, and inserts are twice as fast as with a JSON column (36,000 against 17,000 rows/s of 1 kB;
// reads of one attribute over 100,000 rows take 19 ms against 8 ms). Values below lists and long texts are read from
// the JSON text instead, so that messages are not stored twice. The word index also narrows equality of strings.
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { FilterColumns, SpanRow } from '../../../storage/contract/contract.ts'
import { identitiesOf } from '../../canonical/identities.ts'
import { eachEventText, type FilterSpan } from '../evaluate.ts'
import type { RecordField } from '../fields.ts'
import { parsePath, type Path, valueAt } from '../path.ts'
import { attributeTexts } from './attribute-texts.ts'
import { Leaves } from './leaves.ts'
import { pathLines } from './place.ts'
import { wordCopyRemover } from './word-copies.ts'
import { ownMember } from '../../../kernel/own.ts'

/** Numbers with their own column. */
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

/** Values whose JSON text has its own column. */
export const jsonColumns: Readonly<Record<string, string>> = {
  'ag.data.inputs': 'inputs',
  'ag.data.outputs': 'outputs',
}

/** Members of record elements with their own array column. */
export const recordColumns: Readonly<Record<RecordField, Readonly<Record<string, string>>>> = {
  references: { id: 'reference_ids', slug: 'reference_slugs' },
  links: { trace_id: 'link_trace_ids' },
  events: { name: 'event_names' },
  hashes: { id: 'hash_ids' },
}

/** SQL that tests whether a column of paths (`place.ts`) has the path of the expression. */
export const holdsPathSql = (column: string, path: string): string => {
  const line = String.raw`replaceAll(replaceAll(${path}, '\\', '\\\\'), '\n', '\\n')`
  return String.raw`position(${column}, concat('\n', ${line}, '\n')) > 0`
}

const numberAt = (attributes: JsonObject, path: Path): number | null => {
  const value = valueAt(attributes, path)
  return typeof value === 'number' ? value : null
}

/** Parsed paths of the columns above. */
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

/** Identities of a span: for a root those of its record, which has the ids of the trace; for other spans their own. */
export function identityColumns({
  session_id,
  user_id,
  agent_id,
  attributes,
}: FilterSpan): Pick<SpanRow, 'session_id' | 'user_id' | 'agent_id'> {
  const ownIds = identitiesOf(attributes['ag'])
  return {
    session_id: session_id ?? ownIds?.session ?? null,
    user_id: user_id ?? ownIds?.user ?? null,
    agent_id: agent_id ?? ownIds?.agent ?? null,
  }
}

/** The columns above that are derived from a span and are not members of its record. */
export function derivedColumns(span: FilterSpan): FilterColumns & Pick<SpanRow, 'attributes' | RecordField> {
  const { attributes, references, links, events, hashes } = span
  const {
    strings,
    numbers,
    booleans,
    containers,
    longTexts,
    searchableText: searchable,
    longColumnTexts,
  } = new Leaves(attributes)
  eachEventText(span, (text) => searchable.add(text))
  const { columns, longTextList } = attributeTexts(attributes, longColumnTexts)
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
    content: searchable.text(wordCopyRemover(columns, longTextList)),
  }
}
