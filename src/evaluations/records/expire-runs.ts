// Retention of runs: deletes runs that did not change for the days of their project, and the old scenarios of live
// runs, which never end. Pages of scenarios keep transactions short; an interrupted sweep is continued by the next one.
import { sweepProjects, type ExpiryParts, type ProjectExpiry, type Sweep } from '../../access/retention.ts'
import {
  changedAt,
  type EvaluationRun,
  type ListBounds,
  type RelationalStore,
} from '../../storage/contract/contract.ts'

export interface RunExpiryParts extends ExpiryParts {
  readonly store: RelationalStore
}

type OldRecords = Pick<ProjectExpiry, 'projectId'> & {
  readonly runId: string
  /** Undefined: all of them. */
  readonly before: string | undefined
  readonly signal: AbortSignal | undefined
}

const runsPerPage = 100
const recordsPerPage = 200

const pageBefore = (before: string | undefined, page: Pick<ListBounds, 'limit' | 'after'>): ListBounds => ({
  order: 'ascending',
  from: undefined,
  to: before === undefined ? undefined : { time: before, inclusive: false },
  ...page,
})

/** Deletes scenarios with their results and metrics, then metrics of minutes. */
async function deleteRecords(
  store: RelationalStore,
  { projectId, runId, before, signal }: OldRecords,
): Promise<void> {
  const bounds = pageBefore(before, { limit: recordsPerPage, after: undefined })
  for (const kind of ['scenario', 'metrics'] as const) {
    const filter = { runIds: [runId], includeArchived: true }
    for (;;) {
      const records = await store.read.evaluationRecords(kind, projectId, filter, bounds)
      if (records.length === 0 || signal?.aborted === true) break
      const ids = records.map(({ id }) => id)
      await store.write(async (tx) => {
        await tx.lockEvaluationRuns(projectId, [runId])
        if (kind === 'scenario') {
          for (const recordKind of ['metrics', 'result'] as const) {
            await tx.deleteEvaluationRecords(recordKind, projectId, 'scenarioId', ids)
          }
        }
        await tx.deleteEvaluationRecords(kind, projectId, 'id', ids)
      })
    }
  }
}

async function deleteRun(store: RelationalStore, oldRun: Omit<OldRecords, 'before'>): Promise<number> {
  const { projectId, runId, signal } = oldRun
  await deleteRecords(store, { ...oldRun, before: undefined })
  if (signal?.aborted === true) return 0
  const deletedIds = await store.write(async (tx) => {
    await tx.lockEvaluationRuns(projectId, [runId])
    // A client may have added records meanwhile.
    for (const kind of ['queue', 'metrics', 'result', 'scenario'] as const) {
      await tx.deleteEvaluationRecords(kind, projectId, 'runId', [runId])
    }
    await tx.deleteUses(projectId, [runId])
    return tx.deleteEvaluationRecords('run', projectId, 'id', [runId])
  })
  return deletedIds.length
}

const isActive = ({ flags }: EvaluationRun): boolean => flags['is_active'] === true

/** Whether neither the run nor one of its records changed since. */
async function isUnchangedSince(
  { store }: RunExpiryParts,
  { run, projectId, before }: { readonly run: EvaluationRun } & ProjectExpiry,
): Promise<boolean> {
  if (changedAt(run) >= before) return false
  for (const kind of ['scenario', 'result'] as const) {
    const cursor = { changedAt: before, id: '' }
    const page = { after: cursor, limit: 1 }
    const runRef = { projectId, runId: run.id }
    if ((await store.read.changedRecords(kind, runRef, page)).length > 0) return false
  }
  return true
}

async function expireRunsBefore(
  parts: RunExpiryParts,
  { signal, ...expiry }: ProjectExpiry & Pick<Sweep, 'signal'>,
): Promise<number> {
  const { store } = parts
  const { projectId, before } = expiry
  let removedCount = 0
  let after: ListBounds['after']
  for (;;) {
    const page = pageBefore(before, { limit: runsPerPage, after })
    const runs = await store.read.evaluationRecords('run', projectId, {}, page)
    for (const run of runs) {
      const oldRun = { projectId, runId: run.id, signal }
      if (isActive(run)) {
        if (run.flags['is_live'] === true) await deleteRecords(store, { ...oldRun, before })
      } else if (await isUnchangedSince(parts, { run, ...expiry })) {
        removedCount += await deleteRun(store, oldRun)
      }
      if (signal?.aborted === true) return removedCount
    }
    const last = runs.at(-1)
    if (last === undefined) return removedCount
    after = { createdAt: last.createdAt, id: last.id }
  }
}

/** Deletes the expired runs of every project and returns their number. Can be stopped and repeated. */
export const expireRuns = (parts: RunExpiryParts, sweep: Sweep): Promise<number> =>
  sweepProjects(
    { ...parts, ...sweep },
    {
      subject: 'runs_days',
      expire: (expiry) => expireRunsBefore(parts, { ...expiry, signal: sweep.signal }),
    },
  )
