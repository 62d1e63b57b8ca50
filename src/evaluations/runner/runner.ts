// The runner of a process. It starts the loops of due runs with a fair share per project, renews leases, aborts cells
// that were cancelled elsewhere, and releases the tasks of crashed processes.
import { nextJob, cellShare, runToPreempt, type ActiveRun } from './project-shares.ts'
import type { EvaluationJob } from '../../storage/contract/contract.ts'
import { leaseNow, type RunnerParts } from './parts.ts'
import { RunLoop } from './run-loop.ts'
import { StoreContact } from './store-contact.ts'

export interface Runner {
  /** Reserves a slot for a run that is started now, until the next poll. False: no slot is free. */
  readonly reserveSlot: () => boolean
  /** Polls now, because records have changed. */
  readonly wake: () => void
  /** Aborts cells in flight and releases their tasks. */
  readonly stop: () => Promise<void>
}

/** Lease renewals per lease duration. */
const renewalsPerLease = 3
/** A task is briefly untracked between being taken and being computed; longer than this, it is an orphan. */
const orphanMsMax = 2_000

/** A run that this process works on. */
interface ActiveLoop extends ActiveRun {
  readonly loop: RunLoop
}

class ProcessRunner {
  readonly #parts: RunnerParts
  readonly #activeLoops = new Map<string, ActiveLoop>()
  readonly #endings = new Set<Promise<void>>()
  /** Slots that callers of `reserveSlot` have reserved since the last poll. */
  #reservedSlots = 0
  /** Tasks that this process holds but no loop works on, with the time they were first noticed. */
  readonly #orphans = new Map<string, number>()
  #currentPoll: Promise<void> | undefined
  #isPollRequested = false
  #isStopped = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(parts: RunnerParts) {
    this.#parts = parts
    const { pollMs, leaseMs } = parts.settings
    this.#timers = [
      setInterval(() => this.wake(), pollMs),
      setInterval(() => void this.#renew(), leaseMs / renewalsPerLease),
    ]
    this.wake()
  }

  reserveSlot(): boolean {
    const isFree = this.#activeLoops.size + this.#reservedSlots < this.#parts.settings.runsMax
    if (isFree) this.#reservedSlots += 1
    return isFree
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isPollRequested = true
    this.#currentPoll ??= this.#pollUntilCurrent().finally(() => {
      this.#currentPoll = undefined
    })
  }

  async #pollUntilCurrent(): Promise<void> {
    while (this.#isPollRequested && !this.#isStopped) {
      this.#isPollRequested = false
      try {
        await this.#poll()
      } catch (error) {
        this.#parts.onError(error, 'due runs could not be read; trying again')
      }
    }
  }

  async #poll(): Promise<void> {
    const { store, holder, contact } = this.#parts
    // Loops may take cells during the read, and the answer may lack those: compare only cells in flight before it.
    const inFlight = [...this.#activeLoops.values()].map(({ loop }) => loop.captureInFlight())
    const heldIds = new Set(await store.read.heldTasks(holder))
    if (contact.onAnswer(performance.now())) await this.#renew()
    for (const abortUnheld of inFlight) abortUnheld(heldIds)
    await this.#releaseOrphans(heldIds)
    await this.#releaseExpired()
    const jobs = await store.read.evaluationJobsDue(leaseNow(this.#parts).now)
    this.#reservedSlots = 0
    for (const { runId } of jobs) this.#activeLoops.get(runId)?.loop.wake()
    this.#startJobs(jobs.filter(({ runId }) => !this.#activeLoops.has(runId)))
  }

  /**
   * Starts as many runs as there are slots. When a project waits while another has more slots, the other one yields a
   * slot.
   */
  #startJobs(queuedJobs: EvaluationJob[]): void {
    const activeRuns = (): readonly ActiveRun[] => [...this.#activeLoops.values()]
    const next = (): EvaluationJob | undefined =>
      nextJob(queuedJobs, { activeRuns: activeRuns(), partyOf: this.#parts.partyOf })
    for (let job = next(); job !== undefined; job = next()) {
      if (this.#isStopped) return
      if (this.#activeLoops.size >= this.#parts.settings.runsMax) {
        const runId = runToPreempt(activeRuns(), {
          party: this.#parts.partyOf(job.projectId),
          nowMs: this.#parts.nowMs(),
        })
        if (runId !== undefined) this.#preempt(runId)
        return
      }
      queuedJobs.splice(queuedJobs.indexOf(job), 1)
      this.#startJob(job)
    }
  }

  #preempt(runId: string): void {
    const activeLoop = this.#activeLoops.get(runId)
    if (activeLoop === undefined) return
    this.#activeLoops.set(runId, { ...activeLoop, isDraining: true })
    activeLoop.loop.drain()
  }

  /** A task that is held but not computed, after an error in between, would stay held for the life of the process. */
  async #releaseOrphans(heldIds: ReadonlySet<string>): Promise<void> {
    const now = performance.now()
    const isOrphan = (id: string): boolean =>
      !this.#activeLoops.values().some(({ loop }) => loop.isTracking(id))
    for (const id of this.#orphans.keys()) if (!heldIds.has(id) || !isOrphan(id)) this.#orphans.delete(id)
    for (const id of heldIds) if (isOrphan(id) && !this.#orphans.has(id)) this.#orphans.set(id, now)
    const expiredIds = [...this.#orphans].filter(([, since]) => now - since > orphanMsMax).map(([id]) => id)
    if (expiredIds.length === 0) return
    await this.#parts.store.write((tx) => tx.releaseTasks({ ids: expiredIds, holder: this.#parts.holder }))
  }

  /** Releases the tasks of crashed processes. */
  async #releaseExpired(): Promise<void> {
    const { store, holder, contact, metrics } = this.#parts
    if (!contact.isSteady(performance.now())) return
    const { now, untilMax, blameFrom } = leaseNow(this.#parts)
    const expiredLeases = { endedBefore: now, endingAfter: untilMax, blameFrom, exceptOf: holder }
    if (!(await store.read.hasExpiredLeases(expiredLeases))) return
    await store.write((tx) => tx.releaseTasks(expiredLeases))
    metrics.onLeasesTakenOver()
  }

  #startJob(job: EvaluationJob): void {
    const { runId, projectId } = job
    const loop = new RunLoop(this.#parts, {
      job,
      share: () =>
        cellShare([...this.#activeLoops.values()], { runId, cellsMax: this.#parts.settings.cellsMax }),
    })
    const party = this.#parts.partyOf(projectId)
    this.#activeLoops.set(runId, { loop, runId, party, sinceMs: this.#parts.nowMs(), isDraining: false })
    const runPromise = loop
      .run()
      .catch((error: unknown) => this.#parts.onError(error, 'a run was interrupted; it resumes later'))
      .finally(() => {
        const wasPreempted = this.#activeLoops.get(runId)?.isDraining === true
        this.#activeLoops.delete(runId)
        this.#endings.delete(runPromise)
        // Otherwise other runs start at the next poll: a run that fails here must not restart in a tight loop.
        if (wasPreempted) this.wake()
      })
    this.#endings.add(runPromise)
  }

  async #renew(): Promise<void> {
    if (this.#activeLoops.size === 0) return
    const renewal = this.#parts.store
      .write((tx) => tx.renewLeases(leaseNow(this.#parts)))
      .then(() => void this.#parts.contact.onAnswer(performance.now()))
      .catch((error: unknown) => this.#parts.onError(error, 'leases could not be renewed'))
      .finally(() => this.#endings.delete(renewal))
    this.#endings.add(renewal)
    await renewal
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#currentPoll
    for (const { loop } of this.#activeLoops.values()) loop.stop()
    await Promise.allSettled(this.#endings)
    // A store that does not answer must not block the shutdown: the leases expire on their own.
    await this.#parts.store
      .write((tx) => tx.releaseTasks({ holder: this.#parts.holder }))
      .catch((error: unknown) => this.#parts.onError(error, 'cells could not be released'))
  }
}

/** `isAlone`: no other process computes cells of this store, so a crashed process left every held task. */
export async function startRunner(parts: Omit<RunnerParts, 'contact'>, isAlone: boolean): Promise<Runner> {
  if (isAlone) await parts.store.write((tx) => tx.releaseTasks('all'))
  const { leaseMs, takeoverGraceMs: graceMs } = parts.settings
  const contact = new StoreContact({ gapMsMax: leaseMs / renewalsPerLease, graceMs })
  const runner = new ProcessRunner({ ...parts, contact })
  return {
    reserveSlot: () => runner.reserveSlot(),
    wake: () => runner.wake(),
    stop: () => runner.stop(),
  }
}
