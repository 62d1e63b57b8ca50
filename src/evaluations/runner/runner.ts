// The runner of a process: takes up runs with something to do, keeps its leases, notices what was cancelled elsewhere,
// and frees what processes that died have held.
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

class ProcessRunner {
  readonly #parts: RunnerParts
  readonly #loops = new Map<string, RunLoop>()
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
    const isFree = this.#loops.size + this.#promised < this.#parts.settings.runsMax
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
    for (const loop of this.#loops.values()) loop.abortAllBut(held)
    await this.#giveBackStrays(held)
    const lost = { endedBefore: now, endingAfter: untilMax, blameFrom, exceptOf: holder }
    if (await store.read.hasLostTasks(lost)) await store.write((tx) => tx.releaseTasks(lost))
    const jobs = await store.read.evaluationJobsDue(now)
    this.#promised = 0
    for (const job of jobs) this.#takeUp(job)
  }

  /** What is held and not worked on, because something broke in between, would stay so for as long as we live. */
  async #giveBackStrays(held: ReadonlySet<string>): Promise<void> {
    const now = performance.now()
    const isStray = (id: string): boolean => !this.#loops.values().some((loop) => loop.knows(id))
    for (const id of this.#strays.keys()) if (!held.has(id) || !isStray(id)) this.#strays.delete(id)
    for (const id of held) if (isStray(id) && !this.#strays.has(id)) this.#strays.set(id, now)
    const old = [...this.#strays].filter(([, since]) => now - since > strayMsMax).map(([id]) => id)
    if (old.length === 0) return
    await this.#parts.store.write((tx) => tx.releaseTasks({ ids: old, holder: this.#parts.holder }))
  }

  #takeUp(job: EvaluationJob): void {
    const running = this.#loops.get(job.runId)
    if (running !== undefined) return running.wake()
    if (this.#isStopped || this.#loops.size >= this.#parts.settings.runsMax) return
    const loop = new RunLoop(this.#parts, job, () => this.#share())
    this.#loops.set(job.runId, loop)
    const ended = loop
      .run()
      .catch((error: unknown) => this.#parts.onError(error, 'a run was interrupted; it goes on later'))
      .finally(() => {
        this.#loops.delete(job.runId)
        this.#ended.delete(ended)
      })
    this.#ended.add(ended)
  }

  /** Runs share what this process may compute at once, so that a wide one does not keep the others waiting. */
  #share(): number {
    return Math.max(1, Math.floor(this.#parts.settings.cellsMax / this.#loops.size))
  }

  #renew(): void {
    if (this.#loops.size === 0) return
    this.#parts.store
      .write((tx) => tx.renewLeases(leaseNow(this.#parts)))
      .catch((error: unknown) => this.#parts.onError(error, 'leases could not be renewed'))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#looking
    for (const loop of this.#loops.values()) loop.stop()
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
