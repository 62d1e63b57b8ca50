// Which runs a process works on when there are more than it may: those of the party (a project, or all that its keys created) that has
// fewest, so that one with many runs, or with long ones, does not keep the others waiting.
import type { PartyOf } from '../../kernel/parties.ts'
import type { EvaluationJob } from '../../storage/contract/contract.ts'

/** A run that the process works on. */
export interface Working {
  readonly runId: string
  readonly party: string
  readonly sinceMs: number
  /** It takes no more cells, and its room is free soon. */
  readonly isLeaving: boolean
}

/** After this time a run gives way to one of a project that has none, when there are more projects than room. */
const turnMs = 60_000

const staying = (working: readonly Working[], party: string): number =>
  working.filter((run) => run.party === party && !run.isLeaving).length

/** The first of the party that has fewest; `waiting` is in the order in which they were asked for. */
export function nextJob(
  waiting: readonly EvaluationJob[],
  working: readonly Working[],
  partyOf: PartyOf,
): EvaluationJob | undefined {
  let [next] = waiting
  let fewest = next === undefined ? 0 : staying(working, partyOf(next.projectId))
  for (const job of waiting) {
    const count = staying(working, partyOf(job.projectId))
    if (count >= fewest) continue
    next = job
    fewest = count
  }
  return next
}

/**
 * When there is no room for a run of this party: which run leaves. The last of the party that has most, if it has at
 * least two more; or one that had its turn, if the party has none. Undefined: nobody, or somebody is leaving already.
 */
export function whoGivesWay(working: readonly Working[], party: string, nowMs: number): string | undefined {
  if (working.some(({ isLeaving }) => isLeaving)) return undefined
  const own = staying(working, party)
  const counts = new Map(working.map((run) => [run.party, staying(working, run.party)]))
  const most = Math.max(0, ...counts.values())
  if (most >= own + 2) return working.findLast((run) => counts.get(run.party) === most)?.runId
  if (own > 0) return undefined
  return working.find(({ sinceMs }) => nowMs - sinceMs >= turnMs)?.runId
}

/** Parties share what the process computes at once, and so do the runs of each: a wide run does not keep others waiting. */
export function shareOf(working: readonly Working[], runId: string, cellsMax: number): number {
  const run = working.find((one) => one.runId === runId)
  if (run?.isLeaving !== false) return 0
  const others = working.filter(({ isLeaving }) => !isLeaving)
  const parties = new Set(others.map(({ party }) => party)).size
  return Math.max(1, Math.floor(cellsMax / parties / staying(others, run.party)))
}
