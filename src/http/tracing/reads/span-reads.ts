// Schemas and functions that routes for reading spans share: query scope, saved queries and formats of
// answers.
import { z } from 'zod'
import type { QueryScope, SelectedSpan } from '../../../storage/contract/contract.ts'
import { readQueryData, type SavedQuery } from '../../../tracing/filter/saved-query.ts'
import { pathCharactersMax } from '../../../tracing/filter/path.ts'
import { traceIdOf, spanIdOf } from '../../../tracing/canonical/record-input.ts'
import {
  columnsFor,
  spanMembers,
  selectedMembers,
  type SelectedMembers,
} from '../../../tracing/query/fields.ts'
import { writeSpanRecords, writeTrace } from '../../../tracing/query/texts.ts'
import type { TraceRows } from '../../../tracing/query/pages.ts'
import {
  windowingSchema,
  windowLimitDefault,
  type Focus,
  type Windowing,
} from '../../../tracing/filter/windowing.ts'
import { AssayError } from '../../../kernel/errors.ts'
import type { Sliced } from '../../../kernel/sliced.ts'
import { inSlices } from '../../../kernel/time-slices.ts'
import type { JsonObject } from '../../../kernel/json/value.ts'
import { kinds } from '../../../versioning/kinds.ts'
import { storedData } from '../../../versioning/payload.ts'
import { resolveReference } from '../../../versioning/references/resolve-reference.ts'
import { pageSize, type PageLimits } from '../../../versioning/windowing.ts'
import { asSent, bool, optional, documentedAs } from '../../../kernel/validation.ts'
import { JsonText, type Call, type Caller } from '../../route.ts'
import { disconnectSignal } from '../../server/streams/disconnect-signal.ts'
import { optionalReference } from '../../field-schemas.ts'
import { filterLine, filterTree } from './filter-schema.ts'

export const queryScope = (
  call: Pick<Call<unknown, unknown, unknown>, 'reply'>,
  { scope }: Caller,
): QueryScope => ({
  projectId: scope.projectId,
  signal: disconnectSignal(call),
  arrivedAt: performance.now() - call.reply.elapsedTime,
})

/** Filters are validated where they are parsed: only the parser knows the location of a field error. */
export const filtering = documentedAs(z.unknown(), filterTree)
export const filterText = documentedAs(z.unknown(), z.union([filterLine, filterTree]))
/** Windowing is validated where it is parsed: part of it depends on the route. */
export const windowingField = documentedAs(
  z.unknown(),
  z.lazy(() => spanWindowing),
)
export const spanWindowing = asSent('SpanWindowing', windowingSchema)

export const queryRefs = {
  query_ref: optionalReference,
  query_variant_ref: optionalReference,
  query_revision_ref: optionalReference,
} as const

const attributeMember = z
  .string()
  .regex(/^attributes[.]./)
  .max(pathCharactersMax)
  .meta({
    id: 'AttributeMember',
    description: 'One attribute by its path; `attributes` then contains only it.',
  })

const memberName = z.enum(spanMembers).meta({ id: 'SpanMember' })
/** One schema per use: the documented schema belongs to one of them. */
const nameList = () => z.array(z.string()).max(64)

/** The members of an answer: the listed ones, or all but the excluded ones. */
export const fieldSelection = {
  fields: optional(documentedAs(nameList(), z.array(z.union([memberName, attributeMember])).max(64))),
  exclude: optional(documentedAs(nameList(), z.array(memberName).max(64))),
} as const

const namesOf = (name: string) =>
  z
    .string()
    .transform((text) => text.split(','))
    .meta({
      type: 'string',
      pattern: `^(${name})(,(${name}))*$`,
      description: 'Names of span members, separated by commas.',
    })

const memberPattern = spanMembers.join('|')

export const fieldParams = {
  fields: optional(namesOf(`${memberPattern}|attributes[.][^,]+`)),
  exclude: optional(namesOf(memberPattern)),
} as const

interface SentFields {
  readonly fields?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
}

/** The requested members of spans, and the scope that reads only those. */
export function selectionScope(
  call: Pick<Call<unknown, unknown, unknown>, 'reply'>,
  {
    caller,
    input,
    root,
  }: { readonly caller: Caller; readonly input: SentFields; readonly root: 'body' | 'query' },
): { readonly selectedFields: SelectedMembers; readonly scope: QueryScope } {
  const members = selectedMembers(input, root)
  return { selectedFields: members, scope: { ...queryScope(call, caller), columns: columnsFor(members) } }
}

/** A field of routes that return spans: only the head of each trace is returned, and filter text applies to the trace. */
export const headsField = {
  heads: optional(
    bool.meta({
      description: 'One span per trace, its head; the filter text applies to the trace.',
    }),
  ),
} as const

export const partialField = {
  partial: optional(
    bool.meta({
      description:
        'A long search ends early with its matches so far. `searched_to` is the time that it reached, and `windowing` continues it. Without `partial` a long search may end with budget_exceeded.',
    }),
  ),
} as const

/** The time that a partial search reached. */
export const searchedTo = z.string().optional()

export const queryBody = z.object({
  filtering: optional(filtering),
  filter: optional(filterText),
  windowing: optional(windowingField),
  ...queryRefs,
})

/** Sets the page size. Throws 422 `limit_exceeded` above the setting. */
export function pagedWindowing(
  windowing: Windowing,
  { focus, pageLimits: { limitMax } }: { readonly focus: Focus; readonly pageLimits: PageLimits },
): Windowing {
  return {
    ...windowing,
    limit: pageSize(windowing.limit, { limitDefault: windowLimitDefault[focus], limitMax }),
  }
}

/** The saved query that a request references; `none`: it does not exist; undefined: no reference. */
export async function savedQueryOf(
  { scope }: Caller,
  body: { readonly [K in keyof typeof queryRefs]?: z.output<typeof optionalReference> },
): Promise<SavedQuery | 'none' | undefined> {
  const { query_ref: artifact, query_variant_ref: variant, query_revision_ref: revision } = body
  if (artifact === undefined && variant === undefined && revision === undefined) return undefined
  const kindScope = { reads: scope.store.read, projectId: scope.projectId, kind: kinds.query }
  const resolution = await resolveReference(kindScope, {
    target: { artifact, variant, revision },
    verb: 'query',
  })
  return resolution === undefined ? 'none' : readQueryData(storedData(resolution.revision) ?? {})
}

interface ListEnd {
  readonly windowing: JsonObject | undefined
  readonly searchedTo?: string | undefined
}

/** `{"count", "<key>", "windowing"?, "searched_to"?}` around items that are already JSON text. */
export function listText(
  key: string,
  { items, windowing, searchedTo }: ListEnd & { readonly items: readonly string[] },
): JsonText {
  const windowingText =
    (windowing === undefined ? '' : `,"windowing":${JSON.stringify(windowing)}`) +
    (searchedTo === undefined ? '' : `,"searched_to":${JSON.stringify(searchedTo)}`)
  return new JsonText(`{"count":${items.length},"${key}":[${items.join(',')}]${windowingText}}`)
}

export const spansText = async (
  rows: readonly SelectedSpan[],
  { selectedFields, ...end }: ListEnd & { readonly selectedFields?: SelectedMembers | undefined },
): Promise<JsonText> =>
  listText('spans', { items: await inSlices(writeSpanRecords(rows, selectedFields)), ...end })

/** Converts traces to text by `write`, in time slices. */
export function* writeTraces(
  traces: readonly TraceRows[],
  write: (trace: TraceRows) => Sliced<string>,
): Sliced<readonly string[]> {
  const texts: string[] = []
  for (const trace of traces) {
    texts.push(yield* write(trace))
    yield
  }
  return texts
}

export const tracesText = async (
  traces: readonly TraceRows[],
  { selectedFields, ...end }: ListEnd & { readonly selectedFields?: SelectedMembers | undefined },
): Promise<JsonText> => {
  const write = (trace: TraceRows): Sliced<string> => writeTrace(trace, selectedFields)
  return listText('traces', { items: await inSlices(writeTraces(traces, write)), ...end })
}

/** Normalizes a trace id; throws trace_invalid for a malformed one. */
export function checkedTraceId(input: string): string {
  const id = traceIdOf(input)
  if (id === undefined) throw new AssayError('trace_invalid', 'Invalid trace_id.')
  return id
}

export function checkedSpanId(input: string): string {
  const id = spanIdOf(input)
  if (id === undefined) throw new AssayError('trace_invalid', 'Invalid span_id.')
  return id
}
