// The loop of one run in this process. It alternates rounds (one transaction each) with waiting for cells in flight.
import { AssayError } from '../../kernel/errors.ts'
import { pause } from '../../kernel/pause.ts'
import type { EvaluationJob, EvaluationRun, EvaluationTask } from '../../storage/contract/contract.ts'
import type { CellWork } from '../../programs/execution/contract.ts'
import { StepFailure } from '../../programs/failure.ts'
import { runData } from '../records/run-data.ts'
import { cellWorkReader, sourceOf } from './cell-work.ts'
import { finishRun, refreshScenarioMetrics, wakeJob } from './finish.ts'
import { abandonRun, jobDeathsMax } from './abandon-run.ts'
import { leaseNow, scopeOfJob, transact, type RunnerParts } from './parts.ts'
import { prepareRun } from './prepare.ts'
import { runRound, type FinishedTask, type Outcome, type TakenCell, type Round } from './round.ts'

/** First and longest backoff while a store does not answer. */
const storeRetryMs = 1_000
const storeRetryMsMax = 30_000
const metricsIntervalMs = 1_000

const isInput = (run: EvaluationRun, stepKey: string): boolean =>
  runData(run).steps.some(({ key, type }) => key === stepKey && type === 'input')

/** A cell in flight. */
interface StartedCell extends TakenCell {
  readonly controller: AbortController
}

export class RunLoop {
  readonly #parts: RunnerParts
  #job: EvaluationJob
  readonly #readWorks: ReturnType<typeof cellWorkReader>
  readonly #inFlight = new Map<string, AbortController>()
  #finishedTasks: FinishedTask[] = []
  /** Outcomes that the current round is writing. */
  #committingTasks: readonly FinishedTask[] = []
  readonly #metricsTaskIds = new Set<string>()
  #isComputingMetrics = false
  #metricsStartedAtMs = 0
  #preparation: Promise<void> | undefined
  readonly #stopController = new AbortController()
  #isDraining = false
  #holdsJob = false
  #change = Promise.withResolvers<void>()
  readonly #backgroundWork = new Set<Promise<void>>()

  readonly #share: () => number

  /** `share` returns how many cells of the run this process may compute at once. */
  constructor(
    parts: RunnerParts,
    { job, share }: { readonly job: EvaluationJob; readonly share: () => number },
  ) {
    this.#parts = parts
    this.#job = job
    this.#share = share
    this.#readWorks = cellWorkReader(parts.engine, scopeOfJob(parts, job))
  }

  /** Requests another round, because records may have changed. */
  wake(): void {
    this.#change.resolve()
  }

  /**
   * Captures the cells that are in flight now. The returned function aborts those whose tasks are no longer held: they
   * were cancelled.
   */
  captureInFlight(): (heldIds: ReadonlySet<string>) => void {
    const cells = [...this.#inFlight]
    return (heldIds) => {
      for (const [id, controller] of cells) if (!heldIds.has(id)) controller.abort()
    }
  }

  /** Whether this loop works on a task that the process holds. */
  isTracking(taskId: string): boolean {
    const isTask = ({ task }: FinishedTask): boolean => task.id === taskId
    return (
      this.#inFlight.has(taskId) ||
      this.#metricsTaskIds.has(taskId) ||
      this.#finishedTasks.some(isTask) ||
      this.#committingTasks.some(isTask)
    )
  }

  /** Takes no more tasks; `run` ends when the tasks in flight end, and other processes continue the run. */
  drain(): void {
    this.#isDraining = true
    this.wake()
  }

  /** Aborts everything; `run` ends soon after. */
  stop(): void {
    this.#stopController.abort()
    for (const controller of this.#inFlight.values()) controller.abort()
    this.wake()
  }

  /** Works on the run until this process has nothing left to do. */
  async run(): Promise<void> {
    try {
      if (!(await this.#start())) return
      while (!this.#stopController.signal.aborted && (await this.#round()));
    } finally {
      this.stop()
      await Promise.allSettled([this.#preparation, ...this.#backgroundWork])
      await this.#commitRemaining()
      await this.#releaseJob()
    }
  }

  /**
   * Takes the job before it reads any of the run: if reading crashes the process, the store counts the crash, and a run
   * with too many crashes is abandoned. False: do not work on the run now.
   */
  async #start(): Promise<boolean> {
    if (!(await this.#takeJob())) return (this.#job.deaths ?? 0) === 0
    if (this.#job.phase === 'resting') this.#job = (await wakeJob(this.#parts, this.#job)) ?? this.#job
    return true
  }

  /** Runs one round. False: no work is left for this process. */
  async #round(): Promise<boolean> {
    this.#change = Promise.withResolvers()
    const round = await this.#commitRound()
    if (round === undefined) return true
    if (round.run === undefined) return false
    this.#job = { ...this.#job, phase: round.phase }
    // From here on, crashes are counted per cell.
    if (round.phase !== 'preparing') await this.#releaseJob()
    this.#startTasks(round.run, round)
    if (round.phase === 'preparing' && !this.#isDraining) this.#prepare()
    if (this.#isBusy()) {
      await this.#change.promise
      return true
    }
    return this.#finish(round.run)
  }

  /** Returns the round, or undefined when it must be repeated. A failure keeps the outcomes for the next attempt. */
  async #commitRound(): Promise<Round | undefined> {
    this.#committingTasks = this.#finishedTasks
    this.#finishedTasks = []
    try {
      return await runRound(this.#parts, {
        job: this.#job,
        options: {
          finishedTasks: this.#committingTasks,
          cellLimit: this.#isDraining ? 0 : this.#share() - this.#inFlight.size,
          canTakeMetrics: this.#canTakeMetrics(),
        },
      })
    } catch (error) {
      this.#finishedTasks.unshift(...this.#committingTasks)
      this.#parts.onError(error, 'outcomes of cells could not be written; trying again')
      await pause(storeRetryMs, this.#stopController.signal)
      return undefined
    } finally {
      this.#committingTasks = []
    }
  }

  /** Writes outcomes that arrived after the last round: their calls need not be repeated. */
  async #commitRemaining(): Promise<void> {
    const finishedTasks = this.#finishedTasks
    if (finishedTasks.length === 0) return
    await runRound(this.#parts, {
      job: this.#job,
      options: { finishedTasks, cellLimit: 0, canTakeMetrics: false },
    }).catch((error: unknown) => this.#parts.onError(error, 'outcomes of cells could not be written'))
  }

  /** While cells are computed, ended scenarios collect, so that few queries compute the metrics of many. */
  #canTakeMetrics(): boolean {
    if (this.#isComputingMetrics || this.#isDraining) return false
    return this.#inFlight.size === 0 || performance.now() - this.#metricsStartedAtMs >= metricsIntervalMs
  }

  #isBusy(): boolean {
    return (
      this.#inFlight.size > 0 ||
      this.#finishedTasks.length > 0 ||
      this.#isComputingMetrics ||
      this.#preparation !== undefined
    )
  }

  /** Ends the run, or leaves it while other processes compute parts of it. */
  async #finish(run: EvaluationRun): Promise<boolean> {
    const { store } = this.#parts
    const { phase } = this.#job
    if (phase === 'preparing' || phase === 'resting' || (await store.read.hasTasks(run.id))) return false
    if (await this.#takeJob()) {
      const job = await store.read.evaluationJob(this.#job.projectId, run.id)
      if (job?.phase === phase) await finishRun(this.#parts, { job, run })
      await this.#releaseJob()
    }
    return false
  }

  /** Takes the exclusive right to start, prepare or end the run. Abandons a run that keeps crashing processes. */
  async #takeJob(): Promise<boolean> {
    const { runId } = this.#job
    const lease = await transact(this.#parts, {
      job: this.#job,
      work: ({ tx }) => tx.takeEvaluationJob(runId, leaseNow(this.#parts)),
    })
    if (lease === undefined) return false
    this.#holdsJob = true
    if (lease.deaths < jobDeathsMax) return true
    await abandonRun(this.#parts, this.#job)
    await this.#releaseJob()
    return false
  }

  async #releaseJob(): Promise<void> {
    if (!this.#holdsJob) return
    this.#holdsJob = false
    const { store, holder, onError } = this.#parts
    await store
      .write((tx) => tx.releaseEvaluationJob(this.#job.runId, holder))
      .catch((error: unknown) => onError(error, 'a run could not be released'))
  }

  #prepare(): void {
    if (this.#preparation !== undefined) return
    const prepare = async (): Promise<void> => {
      // Another process may hold the job for long: try again after a pause.
      if (!(await this.#takeJob())) return pause(this.#parts.settings.pollMs, this.#stopController.signal)
      await prepareRun(this.#parts, {
        job: this.#job,
        signals: {
          isStopped: () => this.#stopController.signal.aborted || this.#isDraining,
          onTasks: () => this.wake(),
        },
      })
    }
    this.#preparation = prepare()
      .catch(async (error: unknown) => {
        this.#parts.onError(error, 'a run could not be prepared; trying again')
        await pause(storeRetryMs, this.#stopController.signal)
      })
      .finally(() => {
        this.#preparation = undefined
        this.wake()
      })
  }

  #track(work: Promise<void>): void {
    this.#backgroundWork.add(work)
    void work.finally(() => this.#backgroundWork.delete(work))
  }

  #startTasks(run: EvaluationRun, { cells, metrics }: Round): void {
    if (metrics.length > 0) this.#track(this.#computeMetrics(metrics))
    const startedCells = cells.flatMap((cell): readonly StartedCell[] => {
      // Another process released the task as lost and it was taken again, while the cell is still computed here.
      if (this.#inFlight.get(cell.task.id)?.signal.aborted === false) return []
      const controller = new AbortController()
      this.#inFlight.set(cell.task.id, controller)
      return [{ ...cell, controller }]
    })
    if (startedCells.length > 0) this.#track(this.#compute(run, startedCells))
  }

  async #computeMetrics(tasks: readonly EvaluationTask[]): Promise<void> {
    this.#isComputingMetrics = true
    this.#metricsStartedAtMs = performance.now()
    for (const { id } of tasks) this.#metricsTaskIds.add(id)
    try {
      const isCrashing = tasks.some(({ deaths = 0 }) => deaths >= jobDeathsMax)
      if (isCrashing) await abandonRun(this.#parts, this.#job)
      else await refreshScenarioMetrics(this.#parts, { job: this.#job, tasks })
      this.#finishedTasks.push(...tasks.map((task) => ({ task, outcome: undefined })))
    } catch (error) {
      this.#parts.onError(error, 'metrics of scenarios could not be computed; trying again')
      await pause(storeRetryMs, this.#stopController.signal)
    } finally {
      this.#isComputingMetrics = false
      this.#metricsTaskIds.clear()
      this.wake()
    }
  }

  /** Computes cells that were taken together; each one ends independently. */
  async #compute(run: EvaluationRun, cells: readonly StartedCell[]): Promise<void> {
    const inputs = cells.filter(({ task }) => isInput(run, task.stepKey))
    for (const cell of inputs) this.#end(cell, inputOutcome(run, cell))
    const crashingCells = cells.filter(({ task }) => (task.deaths ?? 0) >= deathsMax)
    for (const cell of crashingCells) this.#end(cell, crashedOutcome)
    const otherCells = cells.filter((cell) => !inputs.includes(cell) && !crashingCells.includes(cell))
    try {
      const works = await this.#retryStore(
        () => this.#readWorks(run, otherCells),
        this.#stopController.signal,
      )
      await Promise.all(otherCells.map((cell) => this.#execute(cell, works?.get(cell.task.id))))
    } catch (error) {
      for (const cell of otherCells) this.#end(cell, errorOutcome(error))
    }
  }

  async #execute(cell: StartedCell, work: CellWork | StepFailure | undefined): Promise<void> {
    const { signal } = cell.controller
    if (work instanceof StepFailure) return this.#end(cell, { status: 'failure', error: work.resultError })
    if (work === undefined) return this.#end(cell, undefined)
    this.#parts.metrics.onCellStarted()
    const outcome: Outcome | undefined = await this.#retryStore(
      () => this.#parts.executor.execute(work, signal),
      signal,
    ).catch(errorOutcome)
    this.#parts.metrics.onCellEnded(outcome?.status ?? 'cancelled')
    this.#end(cell, outcome)
  }

  /** An undefined outcome: the cell was cancelled, or this process stops. */
  #end({ task, controller }: StartedCell, outcome: Outcome | undefined): void {
    if (this.#inFlight.get(task.id) !== controller) return
    this.#inFlight.delete(task.id)
    if (outcome !== undefined) this.#finishedTasks.push({ task, outcome })
    this.wake()
  }

  /** Retries with backoff while a store does not answer; undefined once the signal aborts. */
  async #retryStore<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
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

/**
 * Crashes allowed with a cell before it fails. After two crashes the cell is a suspect. A run computes one suspect at a
 * time, and two more crashes fail it.
 */
const deathsMax = 4

const crashedOutcome: Outcome = {
  status: 'failure',
  error: {
    code: 'not_runnable',
    message: `The process that computed this cell crashed ${deathsMax} times; the cell will not be retried.`,
  },
}

/** A bug in this program fails the cell with its error, and the run continues. */
const errorOutcome = (error: unknown): Outcome => ({
  status: 'failure',
  error: { code: 'not_runnable', message: `The step failed unexpectedly: ${String(error)}` },
})

/** The item of a scenario is the same in every repeat. */
function inputOutcome(run: EvaluationRun, cell: TakenCell): Outcome {
  const source = sourceOf(runData(run), cell)
  if (source !== undefined) {
    const { testcaseId, traceId } = source
    return { status: 'success', testcaseId, traceId }
  }
  const message = 'The scenario names no testcase or trace.'
  return { status: 'failure', error: { code: 'not_runnable', message } }
}
