// One run in this process: its cells in flight. A loop of turns; between them it waits for cells to end.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../../kernel/errors.ts'
import type { EvaluationJob, EvaluationRun, EvaluationTask } from '../../storage/contract/contract.ts'
import type { CellWork } from '../../programs/execution/contract.ts'
import { StepFailure } from '../../programs/failure.ts'
import { runData } from '../records/run-data.ts'
import { cellWorks, sourceOf } from './cell-work.ts'
import { finishRun, sumScenarios, wakeJob } from './finish.ts'
import { giveUpRun, jobDeathsMax } from './give-up.ts'
import { leaseNow, scopeOfJob, transact, type RunnerParts } from './parts.ts'
import { prepareRun } from './prepare.ts'
import { takeTurn, type Finished, type Outcome, type TakenCell, type Turn } from './turn.ts'

/** Between attempts while a store does not answer. */
const storeRetryMs = 1_000
const storeRetryMsMax = 30_000
const sumEveryMs = 1_000

const isInput = (run: EvaluationRun, stepKey: string): boolean =>
  runData(run).steps.some(({ key, type }) => key === stepKey && type === 'input')

/** A cell in flight. */
interface Begun extends TakenCell {
  readonly controller: AbortController
}

export class RunLoop {
  readonly #parts: RunnerParts
  #job: EvaluationJob
  readonly #works: ReturnType<typeof cellWorks>
  readonly #inFlight = new Map<string, AbortController>()
  #finished: Finished[] = []
  /** Outcomes that are being written. */
  #settling: readonly Finished[] = []
  readonly #summed = new Set<string>()
  #isSumming = false
  #summedAtMs = 0
  #preparing: Promise<void> | undefined
  readonly #stopping = new AbortController()
  #isLeaving = false
  #holdsJob = false
  #changed = Promise.withResolvers<void>()
  readonly #under = new Set<Promise<void>>()

  readonly #share: () => number

  /** `share`: how many cells of the run this process may compute at once. */
  constructor(parts: RunnerParts, job: EvaluationJob, share: () => number) {
    this.#parts = parts
    this.#job = job
    this.#share = share
    this.#works = cellWorks(parts.engine, scopeOfJob(parts, job))
  }

  /** Something may have changed: another turn is taken. */
  wake(): void {
    this.#changed.resolve()
  }

  /** Ends cells whose tasks were taken away: they are cancelled. */
  abortAllBut(held: ReadonlySet<string>): void {
    for (const [id, controller] of this.#inFlight) if (!held.has(id)) controller.abort()
  }

  /** Whether a task that this process holds is being worked on. */
  knows(taskId: string): boolean {
    const isAbout = ({ task }: Finished): boolean => task.id === taskId
    return (
      this.#inFlight.has(taskId) ||
      this.#summed.has(taskId) ||
      this.#finished.some(isAbout) ||
      this.#settling.some(isAbout)
    )
  }

  /** Takes nothing more; `run` ends when what is under way has ended, and others go on with the rest. */
  leave(): void {
    this.#isLeaving = true
    this.wake()
  }

  /** Aborts everything; `run` ends soon after. */
  stop(): void {
    this.#stopping.abort()
    for (const controller of this.#inFlight.values()) controller.abort()
    this.wake()
  }

  /** Works on the run until there is nothing left that this process can do. */
  async run(): Promise<void> {
    try {
      if (!(await this.#start())) return
      while (!this.#stopping.signal.aborted && (await this.#takeTurn()));
    } finally {
      this.stop()
      await Promise.allSettled([this.#preparing, ...this.#under])
      await this.#giveBackJob()
    }
  }

  /**
   * That the run is taken up is stored before anything of it is read: a run that ends processes is known by it, and given
   * up. False: it is not to be worked on now.
   */
  async #start(): Promise<boolean> {
    if (!(await this.#takeJob())) return (this.#job.deaths ?? 0) === 0
    if (this.#job.phase === 'resting') this.#job = (await wakeJob(this.#parts, this.#job)) ?? this.#job
    return true
  }

  /** False: there is nothing more to do here. */
  async #takeTurn(): Promise<boolean> {
    this.#changed = Promise.withResolvers()
    const turn = await this.#written()
    if (turn === undefined) return true
    if (turn.run === undefined) return false
    this.#job = { ...this.#job, phase: turn.phase }
    // Cells count the deaths of processes themselves.
    if (turn.phase !== 'preparing') await this.#giveBackJob()
    this.#begin(turn.run, turn)
    if (turn.phase === 'preparing' && !this.#isLeaving) this.#prepare()
    if (this.#isBusy()) {
      await this.#changed.promise
      return true
    }
    return this.#finish(turn.run)
  }

  /** The turn; undefined when it has to be tried again. Outcomes are not lost then. */
  async #written(): Promise<Turn | undefined> {
    this.#settling = this.#finished
    this.#finished = []
    try {
      return await takeTurn(this.#parts, this.#job, {
        finished: this.#settling,
        cellsTaken: this.#isLeaving ? 0 : this.#share() - this.#inFlight.size,
        takesMetrics: this.#maySum(),
      })
    } catch (error) {
      this.#finished.unshift(...this.#settling)
      this.#parts.onError(error, 'outcomes of cells could not be written; they are tried again')
      await pause(storeRetryMs, this.#stopping.signal)
      return undefined
    } finally {
      this.#settling = []
    }
  }

  /** While cells are computed scenarios are gathered, so that many are summed up by few queries. */
  #maySum(): boolean {
    if (this.#isSumming || this.#isLeaving) return false
    return this.#inFlight.size === 0 || performance.now() - this.#summedAtMs >= sumEveryMs
  }

  #isBusy(): boolean {
    return (
      this.#inFlight.size > 0 || this.#finished.length > 0 || this.#isSumming || this.#preparing !== undefined
    )
  }

  /** Leaves the run when others still compute parts of it, or ends it. */
  async #finish(run: EvaluationRun): Promise<boolean> {
    const { store } = this.#parts
    const { phase } = this.#job
    if (phase === 'preparing' || phase === 'resting' || (await store.read.hasTasks(run.id))) return false
    if (await this.#takeJob()) {
      const job = await store.read.evaluationJob(this.#job.projectId, run.id)
      if (job?.phase === phase) await finishRun(this.#parts, job, run)
      await this.#giveBackJob()
    }
    return false
  }

  /** The right to take up, prepare or end the run, which one process has at a time. A run that ends processes is given up. */
  async #takeJob(): Promise<boolean> {
    const { runId } = this.#job
    const taken = await transact(this.#parts, this.#job, ({ tx }) =>
      tx.takeEvaluationJob(runId, leaseNow(this.#parts)),
    )
    if (taken === undefined) return false
    this.#holdsJob = true
    if (taken.deaths < jobDeathsMax) return true
    await giveUpRun(this.#parts, this.#job)
    await this.#giveBackJob()
    return false
  }

  async #giveBackJob(): Promise<void> {
    if (!this.#holdsJob) return
    this.#holdsJob = false
    const { store, holder, onError } = this.#parts
    await store
      .write((tx) => tx.giveBackEvaluationJob(this.#job.runId, holder))
      .catch((error: unknown) => onError(error, 'a run could not be given back'))
  }

  #prepare(): void {
    if (this.#preparing !== undefined) return
    const prepare = async (): Promise<void> => {
      // Whoever has the job may take long: it is asked for again, but not without a pause.
      if (!(await this.#takeJob()))
        return void (await pause(this.#parts.settings.pollMs, this.#stopping.signal))
      await prepareRun(this.#parts, this.#job, {
        isStopped: () => this.#stopping.signal.aborted || this.#isLeaving,
        onTasks: () => this.wake(),
      })
    }
    this.#preparing = prepare()
      .catch(async (error: unknown) => {
        this.#parts.onError(error, 'a run could not be prepared; it is tried again')
        await pause(storeRetryMs, this.#stopping.signal)
      })
      .finally(() => {
        this.#preparing = undefined
        this.wake()
      })
  }

  #track(work: Promise<void>): void {
    this.#under.add(work)
    void work.finally(() => this.#under.delete(work))
  }

  #begin(run: EvaluationRun, { cells, metrics }: Turn): void {
    if (metrics.length > 0) this.#track(this.#sum(metrics))
    const begun = cells.flatMap((taken): readonly Begun[] => {
      // Taken again before it was aborted: somebody thought this process dead, but the cell is still being computed.
      if (this.#inFlight.get(taken.task.id)?.signal.aborted === false) return []
      const controller = new AbortController()
      this.#inFlight.set(taken.task.id, controller)
      return [{ ...taken, controller }]
    })
    if (begun.length > 0) this.#track(this.#compute(run, begun))
  }

  async #sum(tasks: readonly EvaluationTask[]): Promise<void> {
    this.#isSumming = true
    this.#summedAtMs = performance.now()
    for (const { id } of tasks) this.#summed.add(id)
    try {
      await sumScenarios(this.#parts, this.#job, tasks)
      this.#finished.push(...tasks.map((task) => ({ task, outcome: undefined })))
    } catch (error) {
      this.#parts.onError(error, 'metrics of scenarios could not be computed; they are tried again')
      await pause(storeRetryMs, this.#stopping.signal)
    } finally {
      this.#isSumming = false
      this.#summed.clear()
      this.wake()
    }
  }

  /** Computes cells that were taken together; each ends by itself. */
  async #compute(run: EvaluationRun, cells: readonly Begun[]): Promise<void> {
    const inputs = cells.filter(({ task }) => isInput(run, task.stepKey))
    for (const begun of inputs) this.#end(begun, inputOutcome(run, begun))
    const deadly = cells.filter(({ task }) => (task.deaths ?? 0) >= deathsMax)
    for (const begun of deadly) this.#end(begun, deadlyOutcome)
    const others = cells.filter((begun) => !inputs.includes(begun) && !deadly.includes(begun))
    try {
      const works = await this.#persist(() => this.#works(run, others), this.#stopping.signal)
      await Promise.all(others.map((begun) => this.#execute(begun, works?.get(begun.task.id))))
    } catch (error) {
      for (const begun of others) this.#end(begun, brokenOutcome(error))
    }
  }

  async #execute(begun: Begun, work: CellWork | StepFailure | undefined): Promise<void> {
    const { signal } = begun.controller
    if (work instanceof StepFailure) return this.#end(begun, { status: 'failure', error: work.resultError })
    if (work === undefined) return this.#end(begun, undefined)
    this.#parts.metrics.cellBegan()
    const outcome: Outcome | undefined = await this.#persist(
      () => this.#parts.executor.execute(work, signal),
      signal,
    ).catch(brokenOutcome)
    const kept = signal.aborted ? undefined : outcome
    this.#parts.metrics.cellEnded(kept?.status ?? 'cancelled')
    this.#end(begun, kept)
  }

  /** Without an outcome the cell was cancelled, or this process stops. */
  #end({ task, controller }: Begun, outcome: Outcome | undefined): void {
    if (this.#inFlight.get(task.id) !== controller) return
    this.#inFlight.delete(task.id)
    if (outcome !== undefined) this.#finished.push({ task, outcome })
    this.wake()
  }

  /** Tries again while a store does not answer; undefined once it is not wanted any more. */
  async #persist<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    for (let waitMs = storeRetryMs; !signal.aborted; waitMs = Math.min(waitMs * 2, storeRetryMsMax)) {
      try {
        return await attempt()
      } catch (error) {
        if (signal.aborted) return undefined
        this.#parts.onError(error, 'a cell could not be computed')
        if (!(error instanceof AssayError)) throw error
        await pause(waitMs, signal)
      }
    }
    return undefined
  }
}

/** Ends early when the signal does. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/** Processes that may die with a cell before it is given up: two with whatever they held, two with it alone among such. */
const deathsMax = 4

const deadlyOutcome: Outcome = {
  status: 'failure',
  error: {
    code: 'not_runnable',
    message: `The process that computed this cell died ${deathsMax} times; it is not tried again by itself.`,
  },
}

/** A fault of this program: the cell says so, and the run goes on. */
const brokenOutcome = (error: unknown): Outcome => ({
  status: 'failure',
  error: { code: 'not_runnable', message: `The step broke off: ${String(error)}` },
})

/** The item of a scenario is the same in every repeat. */
function inputOutcome(run: EvaluationRun, taken: TakenCell): Outcome {
  const source = sourceOf(runData(run), taken)
  if (source !== undefined) {
    const { testcaseId, traceId } = source
    return { status: 'success', testcaseId, traceId }
  }
  const message = 'The scenario names no testcase or trace.'
  return { status: 'failure', error: { code: 'not_runnable', message } }
}
