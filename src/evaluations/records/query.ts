// Lists of evaluation records. The store filters by parent and status; text, flags, tags, meta, references and users
// are matched here.
import { jsonContains, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationFilter,
  EvaluationKind,
  EvaluationQueue,
  EvaluationRecords,
  EvaluationRun,
  Flags,
} from '../../storage/contract/contract.ts'
import { includesText } from '../../versioning/query.ts'
import { scan, type Page, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import type { References } from '../../programs/references.ts'
import { recordOf } from './engine.ts'
import { referenceFilter } from './reference-filter.ts'
import { runData } from './run-data.ts'

export interface RecordQuery extends EvaluationFilter {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  /** Runs: a step has all references of one of these. */
  readonly references?: readonly References[] | undefined
  /** Queues: one of these users has work in it. */
  readonly userIds?: readonly string[] | undefined
}

export interface EvaluationQuery {
  readonly filter: RecordQuery
  readonly windowing: Windowing
}

/** Runs and queues default to newest first, the rest to creation order. */
const orders: Readonly<Record<EvaluationKind, 'ascending' | 'descending'>> = {
  run: 'descending',
  queue: 'descending',
  scenario: 'ascending',
  result: 'ascending',
  metrics: 'ascending',
}

export const queueUserIds = (queue: Pick<EvaluationQueue, 'data'>): readonly (readonly string[])[] =>
  (queue.data?.['user_ids'] as readonly (readonly string[])[] | undefined) ?? []

function userFilter(userIds: readonly string[] | undefined): (queue: EvaluationQueue) => boolean {
  if (userIds === undefined || userIds.length === 0) return () => true
  const requestedIds = new Set(userIds)
  return (queue) => queueUserIds(queue).some((users) => users.some((id) => requestedIds.has(id)))
}

/** Builds the matcher once: it sees thousands of records. */
function recordMatcher(
  kind: EvaluationKind,
  filter: RecordQuery,
): (record: EvaluationRecords[EvaluationKind]) => boolean {
  const hasReferences = referenceFilter(filter.references)
  const hasUser = userFilter(filter.userIds)
  return (record) => {
    const namedRecord = record as Partial<EvaluationRun>
    return (
      includesText(namedRecord.name, filter.name) &&
      includesText(namedRecord.description, filter.description) &&
      (filter.flags === undefined || jsonContains(record.flags, filter.flags)) &&
      (filter.tags === undefined || jsonContains(record.tags ?? {}, filter.tags)) &&
      (filter.meta === undefined || jsonContains(record.meta ?? {}, filter.meta)) &&
      (kind !== 'run' || hasReferences(runData(record as EvaluationRun).steps)) &&
      (kind !== 'queue' || hasUser(record as EvaluationQueue))
    )
  }
}

/** Without `accepts`, all matching records are returned. */
export function queryEvaluationRecords<K extends EvaluationKind>(
  scope: Scope,
  {
    kind,
    evaluationQuery: { filter, windowing },
    limits,
    accepts,
  }: {
    readonly kind: K
    readonly evaluationQuery: EvaluationQuery
    readonly limits: PageLimits
    readonly accepts?: ((record: EvaluationRecords[K]) => boolean) | undefined
  },
): Promise<Page<EvaluationRecords[K]>> {
  const { read } = scope.store
  const { name, description, flags, tags, meta, references, userIds } = filter
  const matches = recordMatcher(kind, filter)
  const memoryFilters = [name, description, flags, tags, meta, references, userIds, accepts]
  return scan<EvaluationRecords[K], EvaluationRecords[K]>(
    { ...windowing, order: windowing.order ?? orders[kind] },
    limits,
    {
      cursor: (id) => recordOf({ reads: read, projectId: scope.projectId }, { kind, id }),
      fetch: (bounds) => read.evaluationRecords(kind, scope.projectId, filter, bounds),
      isFiltered: memoryFilters.some((part) => part !== undefined),
      mapRecords: async (records) =>
        records.map((record) =>
          matches(record) && (accepts === undefined || accepts(record)) ? record : undefined,
        ),
    },
  )
}
