// How far the work of queues has come, all of it and by person.
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationQueue,
  EvaluationRun,
  JudgedCount,
  QueueTurn,
} from '../../storage/contract/contract.ts'
import { runData } from '../records/run-data.ts'
import { withRuns } from './simple-queues.ts'
import { judgedSteps } from './turns.ts'
import { chosenScenarios, dealingOf, dealtTo } from './work-list.ts'
import { isJudged } from './items.ts'

export interface PersonProgress {
  readonly userId: string
  /** Items that were dealt to this person; undefined: none, everybody takes what is there. */
  readonly assigned: number | undefined
  readonly judged: number
  readonly skipped: number
  readonly lastAt: string | undefined
}

export interface QueueProgress {
  readonly queue: EvaluationQueue
  readonly items: { readonly total: number; readonly judged: number }
  /** In the order of their names as they are assigned, then of those who judged without. */
  readonly people: readonly PersonProgress[]
  readonly lastAt: string | undefined
}

const newest = (times: readonly (string | undefined)[]): string | undefined =>
  times.reduce((last, at) => (last === undefined || (at !== undefined && at > last) ? at : last), undefined)

/** The number of scenarios of a queue. */
async function scenarioCount({ store, projectId }: Scope, queue: EvaluationQueue): Promise<number> {
  const chosen = chosenScenarios(queue)
  if (chosen !== undefined) return chosen.length
  const { scenarios } = await store.read.statusCounts(projectId, queue.runId)
  return Object.values(scenarios).reduce((sum, count) => sum + count, 0)
}

function peopleOf(
  queue: EvaluationQueue,
  of: {
    readonly count: number
    readonly repeats: number
    readonly steps: number
    readonly counts: readonly JudgedCount[]
    readonly turns: readonly QueueTurn[]
  },
): readonly PersonProgress[] {
  const dealing = dealingOf(queue)
  const assigned = new Set(dealing.userIds.flat())
  const skipped = of.turns.filter(({ state }) => state === 'skipped')
  const all = new Set([
    ...assigned,
    ...of.counts.map(({ userId }) => userId),
    ...skipped.map(({ userId }) => userId),
  ])
  return [...all].map((userId) => {
    const own = of.counts.filter((one) => one.userId === userId)
    const cells = own.reduce((sum, { count }) => sum + count, 0)
    const dealt = Array.from({ length: of.repeats }, (_, repeat) =>
      dealtTo(dealing, repeat, of.count, userId),
    )
    return {
      userId,
      assigned: assigned.has(userId)
        ? dealt.reduce((sum, places) => sum + (places === 'everybody' ? 0 : places.size), 0)
        : undefined,
      judged: Math.floor(cells / of.steps),
      skipped: skipped.filter((turn) => turn.userId === userId).length,
      lastAt: newest(own.map(({ lastAt }) => lastAt)),
    }
  })
}

async function progressOf(
  scope: Scope,
  { queue, run }: { readonly queue: EvaluationQueue; readonly run: EvaluationRun },
  turns: readonly QueueTurn[],
): Promise<QueueProgress> {
  const stepKeys = judgedSteps(queue, run).map(({ key }) => key)
  const { repeats } = runData(run)
  const count = stepKeys.length === 0 ? 0 : await scenarioCount(scope, queue)
  const all = await scope.store.read.judgedCounts(
    { projectId: scope.projectId, runId: run.id },
    { stepKeys, scenarioIds: chosenScenarios(queue) },
  )
  const counts = all.filter(isJudged)
  const steps = Math.max(1, stepKeys.length)
  const cells = counts.reduce((sum, one) => sum + one.count, 0)
  return {
    queue,
    items: { total: count * repeats, judged: Math.floor(cells / steps) },
    people: peopleOf(queue, { count, repeats, steps, counts, turns }),
    lastAt: newest(counts.map(({ lastAt }) => lastAt)),
  }
}

/** Of those of these queues that there are, in the order asked. */
export async function queueProgress(
  scope: Scope,
  queueIds: readonly string[],
): Promise<readonly QueueProgress[]> {
  if (queueIds.length === 0) return []
  const { read } = scope.store
  const queues = await read.evaluationRecords('queue', scope.projectId, { ids: queueIds })
  const turns = await read.queueTurns(scope.projectId, queueIds)
  const found = new Map<string, QueueProgress>()
  for (const one of await withRuns(scope, queues)) {
    const own = turns.filter(({ queueId }) => queueId === one.queue.id)
    found.set(one.queue.id, await progressOf(scope, one, own))
  }
  return [...new Set(queueIds)].flatMap((id) => found.get(id) ?? [])
}
