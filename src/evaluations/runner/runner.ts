// The runner of a process: takes up runs with something to do, projects in turns, keeps its leases, notices what was
// cancelled elsewhere, and frees what processes that died have held.
import { nextJob, shareOf, whoGivesWay, type Working } from './project-turns.ts'
import type { EvaluationJob } from '../../storage/contract/contract.ts'
import { leaseNow, type RunnerParts } from './parts.ts'
import { RunLoop } from './run-loop.ts'

export interface Runner {
  /** Whether a run that is asked for now is taken up at once. */
  readonly slotFree: () => boolean
  /** Records have changed: there may be more to do, or less. */
  readonly wake: () => void
  /** Aborts what is in flight and gives the tasks back. */
  readonly stop: () => Promise<void>
}

/** How often leases are renewed while one lasts. */
const renewalsPerLease = 3
/** Between being taken and being worked on a task is in nobody's hands for a moment. */
const strayMsMax = 2_000

/** A run that is worked on. */
interface Taken extends Working {
  readonly loop: RunLoop
}

class ProcessRunner {
  readonly #parts: RunnerParts
  readonly #taken = new Map<string, Taken>()
  readonly #ended = new Set<Promise<void>>()
  /** Runs that were told there is a slot for them since the last look. */
  #promised = 0
  /** Tasks that are held and not worked on, and since when. */
  readonly #strays = new Map<string, number>()
  #looking: Promise<void> | undefined
  #lookAgain = false
  #isStopped = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(parts: RunnerParts) {
    this.#parts = parts
    const { pollMs, leaseMs } = parts.settings
    this.#timers = [
      setInterval(() => this.wake(), pollMs),
      setInterval(() => this.#renew(), leaseMs / renewalsPerLease),
    ]
    this.wake()
  }

  slotFree(): boolean {
    const isFree = this.#taken.size + this.#promised < this.#parts.settings.runsMax
    if (isFree) this.#promised += 1
    return isFree
  }

  wake(): void {
    if (this.#isStopped) return
    this.#lookAgain = true
    this.#looking ??= this.#lookUntilSeen().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookUntilSeen(): Promise<void> {
    while (this.#lookAgain && !this.#isStopped) {
      this.#lookAgain = false
      try {
        await this.#look()
      } catch (error) {
        this.#parts.onError(error, 'runs could not be looked at; tried again')
      }
    }
  }

  async #look(): Promise<void> {
    const { store, holder } = this.#parts
    const { now, untilMax, blameFrom } = leaseNow(this.#parts)
    const held = new Set(await store.read.heldTasks(holder))
    for (const { loop } of this.#taken.values()) loop.abortAllBut(held)
    await this.#giveBackStrays(held)
    const lost = { endedBefore: now, endingAfter: untilMax, blameFrom, exceptOf: holder }
    if (await store.read.hasLostTasks(lost)) {
      await store.write((tx) => tx.releaseTasks(lost))
      this.#parts.metrics.leasesTakenOver()
    }
    const jobs = await store.read.evaluationJobsDue(now)
    this.#promised = 0
    for (const { runId } of jobs) this.#taken.get(runId)?.loop.wake()
    this.#takeUpSome(jobs.filter(({ runId }) => !this.#taken.has(runId)))
  }

  /** As many as there is room for. When others wait for room that one project has more of than they, it gives way. */
  #takeUpSome(waiting: EvaluationJob[]): void {
    const working = (): readonly Working[] => [...this.#taken.values()]
    const next = (): EvaluationJob | undefined => nextJob(waiting, working(), this.#parts.partyOf)
    for (let job = next(); job !== undefined; job = next()) {
      if (this.#isStopped) return
      if (this.#taken.size >= this.#parts.settings.runsMax) {
        const runId = whoGivesWay(working(), this.#parts.partyOf(job.projectId), this.#parts.nowMs())
        if (runId !== undefined) this.#giveWay(runId)
        return
      }
      waiting.splice(waiting.indexOf(job), 1)
      this.#takeUp(job)
    }
  }

  #giveWay(runId: string): void {
    const taken = this.#taken.get(runId)
    if (taken === undefined) return
    this.#taken.set(runId, { ...taken, isLeaving: true })
    taken.loop.leave()
  }

  /** What is held and not worked on, because something broke in between, would stay so for as long as we live. */
  async #giveBackStrays(held: ReadonlySet<string>): Promise<void> {
    const now = performance.now()
    const isStray = (id: string): boolean => !this.#taken.values().some(({ loop }) => loop.knows(id))
    for (const id of this.#strays.keys()) if (!held.has(id) || !isStray(id)) this.#strays.delete(id)
    for (const id of held) if (isStray(id) && !this.#strays.has(id)) this.#strays.set(id, now)
    const old = [...this.#strays].filter(([, since]) => now - since > strayMsMax).map(([id]) => id)
    if (old.length === 0) return
    await this.#parts.store.write((tx) => tx.releaseTasks({ ids: old, holder: this.#parts.holder }))
  }

  #takeUp(job: EvaluationJob): void {
    const { runId, projectId } = job
    const loop = new RunLoop(this.#parts, job, () =>
      shareOf([...this.#taken.values()], runId, this.#parts.settings.cellsMax),
    )
    const party = this.#parts.partyOf(projectId)
    this.#taken.set(runId, { loop, runId, party, sinceMs: this.#parts.nowMs(), isLeaving: false })
    const ended = loop
      .run()
      .catch((error: unknown) => this.#parts.onError(error, 'a run was interrupted; it goes on later'))
      .finally(() => {
        const gaveWay = this.#taken.get(runId)?.isLeaving === true
        this.#taken.delete(runId)
        this.#ended.delete(ended)
        // Others are taken up when it is looked next; a run that cannot go on here must not be taken up again and again.
        if (gaveWay) this.wake()
      })
    this.#ended.add(ended)
  }

  #renew(): void {
    if (this.#taken.size === 0) return
    const renewed = this.#parts.store
      .write((tx) => tx.renewLeases(leaseNow(this.#parts)))
      .catch((error: unknown) => this.#parts.onError(error, 'leases could not be renewed'))
      .finally(() => this.#ended.delete(renewed))
    this.#ended.add(renewed)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#looking
    for (const { loop } of this.#taken.values()) loop.stop()
    await Promise.allSettled(this.#ended)
    // A store that is away must not keep the server from stopping in order: the leases end by themselves.
    await this.#parts.store
      .write((tx) => tx.releaseTasks({ holder: this.#parts.holder }))
      .catch((error: unknown) => this.#parts.onError(error, 'cells could not be given back'))
  }
}

/** `alone`: no other process computes cells of this store, so whatever is held was left by one that died. */
export async function startRunner(parts: RunnerParts, alone: boolean): Promise<Runner> {
  if (alone) await parts.store.write((tx) => tx.releaseTasks('all'))
  const runner = new ProcessRunner(parts)
  return {
    slotFree: () => runner.slotFree(),
    wake: () => runner.wake(),
    stop: () => runner.stop(),
  }
}
