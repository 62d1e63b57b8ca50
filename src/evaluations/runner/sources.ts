// The items of a run, page by page: the rows of a testset revision, or the traces that a query matches.
import { invalid, type AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { readRange } from '../../testsets/pages/read.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import { emptyFilter } from '../../tracing/filter/ast.ts'
import { readQueryData } from '../../tracing/filter/saved-query.ts'
import { parseWindowing } from '../../tracing/filter/windowing.ts'
import { queryTraceIds, combinedQuery } from '../../tracing/query/pages.ts'
import { revisionData } from '../../versioning/payload.ts'
import type { SourceProgress } from '../records/jobs/job-progress.ts'
import type { NewItem } from '../records/jobs/dispatch.ts'
import type { EvaluationEngine, OperationContext } from '../records/engine.ts'
import { sourceKind, type Step } from '../plan/steps.ts'
import { revisionOf } from './step-revision.ts'

export interface ItemPage {
  readonly items: readonly NewItem[]
  /** The progress of the step after this page. */
  readonly after: SourceProgress
}

export interface ItemPageQuery {
  readonly engine: EvaluationEngine
  readonly scope: Scope
  readonly step: Step
  readonly before: SourceProgress
  readonly itemsMax: number
}

/** The error of a run that cannot be prepared. It is stored in the run, not sent in a response. */
export const preparationError = (msg: string): AssayError => invalid([{ type: 'value_error', loc: [], msg }])

async function sourceRevision(scope: Scope, step: Step): Promise<Revision> {
  const revision = await revisionOf(scope, step)
  if (revision === undefined) throw preparationError(`Step '${step.key}' names no revision.`)
  return revision
}

async function testsetPage({ scope, step, before, itemsMax }: ItemPageQuery): Promise<ItemPage> {
  const root = listOf(await sourceRevision(scope, step))
  const pages = listReads(scope.store.read, scope.projectId)
  const rows = await readRange(pages, { root, from: before.taken, limit: itemsMax })
  const takenCount = before.taken + rows.length
  return {
    items: rows.map(({ testcaseId }) => ({ testcaseId })),
    after: { taken: takenCount, isDone: takenCount >= root.rows || rows.length === 0 },
  }
}

/** The data of the query of a step. */
export async function queryData({ engine, scope }: OperationContext, step: Step): Promise<JsonObject> {
  const revision = await sourceRevision(scope, step)
  return revisionData({ engine: engine.versioning, scope }, revision)
}

/** The limit of the query applies to the run, not to a page; the bounds of the first page apply to all pages. */
async function queryPage({ engine, scope, step, before, itemsMax }: ItemPageQuery): Promise<ItemPage> {
  const data = await queryData({ engine, scope }, step)
  const savedWindowing = isJsonObject(data['windowing']) ? data['windowing'] : {}
  const limit = Number(savedWindowing['limit'] ?? 0)
  const remaining = limit === 0 ? itemsMax : limit - before.taken
  const requestedWindowing = before.windowing ?? { newest: engine.clock.now() }
  const windowing = parseWindowing({ ...requestedWindowing, limit: Math.min(remaining, itemsMax) }, [
    'windowing',
  ])
  const query = combinedQuery(readQueryData(data), { filter: emptyFilter, windowing, isWindowed: true })
  const page = await queryTraceIds(engine.spans.queries, { projectId: scope.projectId }, query)
  const takenCount = before.taken + page.traceIds.length
  const isDone = page.windowing === undefined || (limit > 0 && takenCount >= limit)
  return {
    items: page.traceIds.map((traceId) => ({ traceId })),
    after: {
      taken: takenCount,
      isDone,
      ...(page.windowing === undefined ? {} : { windowing: page.windowing }),
    },
  }
}

/** The next items of a step. Items that clients add directly have no pages: their step is done from the start. */
export async function itemPage(query: ItemPageQuery): Promise<ItemPage> {
  const kind = sourceKind(query.step)
  if (kind === 'testset') return testsetPage(query)
  if (kind === 'query') return queryPage(query)
  return { items: [], after: { ...query.before, isDone: true } }
}
