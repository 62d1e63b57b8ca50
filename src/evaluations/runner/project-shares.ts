// Picks the runs a process works on when there are more than it may run. A party (a project, or all projects that its
// keys created) with the fewest active runs goes first, so that one with many or long runs does not starve the others.
import type { PartyOf } from '../../kernel/parties.ts'
import type { EvaluationJob } from '../../storage/contract/contract.ts'

/** A run that the process works on. */
export interface ActiveRun {
  readonly runId: string
  readonly party: string
  readonly sinceMs: number
  /** Whether it takes no more cells and frees its slot soon. */
  readonly isDraining: boolean
}

/** A run that has been active this long yields to a party without active runs. */
const shareMs = 60_000

const activeCount = (activeRuns: readonly ActiveRun[], party: string): number =>
  activeRuns.filter((run) => run.party === party && !run.isDraining).length

/** The first job of the party with the fewest active runs; `queuedJobs` is in the order of the requests. */
export function nextJob(
  queuedJobs: readonly EvaluationJob[],
  { activeRuns, partyOf }: { readonly activeRuns: readonly ActiveRun[]; readonly partyOf: PartyOf },
): EvaluationJob | undefined {
  let [next] = queuedJobs
  let fewestRuns = next === undefined ? 0 : activeCount(activeRuns, partyOf(next.projectId))
  for (const job of queuedJobs) {
    const count = activeCount(activeRuns, partyOf(job.projectId))
    if (count >= fewestRuns) continue
    next = job
    fewestRuns = count
  }
  return next
}

/**
 * Picks the run that yields its slot to a run of this party: the last run of the party with the most runs, if that
 * party has at least two more; or, if this party has none, a run that has been active for a minute. Undefined when no
 * run has to yield, or one is draining already.
 */
export function runToPreempt(
  activeRuns: readonly ActiveRun[],
  { party, nowMs }: { readonly party: string; readonly nowMs: number },
): string | undefined {
  if (activeRuns.some(({ isDraining }) => isDraining)) return undefined
  const partyCount = activeCount(activeRuns, party)
  const counts = new Map(activeRuns.map((run) => [run.party, activeCount(activeRuns, run.party)]))
  const countMax = Math.max(0, ...counts.values())
  if (countMax >= partyCount + 2)
    return activeRuns.findLast((run) => counts.get(run.party) === countMax)?.runId
  if (partyCount > 0) return undefined
  return activeRuns.find(({ sinceMs }) => nowMs - sinceMs >= shareMs)?.runId
}

/** Parties share the cells of the process evenly, and so do the runs of a party: a wide run does not starve others. */
export function cellShare(
  activeRuns: readonly ActiveRun[],
  { runId, cellsMax }: { readonly runId: string; readonly cellsMax: number },
): number {
  const run = activeRuns.find((candidate) => candidate.runId === runId)
  if (run?.isDraining !== false) return 0
  const otherRuns = activeRuns.filter(({ isDraining }) => !isDraining)
  const parties = new Set(otherRuns.map(({ party }) => party)).size
  return Math.max(1, Math.floor(cellsMax / parties / activeCount(otherRuns, run.party)))
}
