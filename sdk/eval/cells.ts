// Computes a scenario: calls the task, then every evaluator on its outputs. Cells that are already done are skipped.
import type { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import { sleep } from '../core/retry.ts'
import type { EvaluatorRevision, NewResult, Testcase } from '../generated/schemas.ts'
import { cellAddress, cellSpan, type Cell, type CellOutcome, type SpanAddress } from './cell-spans.ts'
import {
  InvalidJudgmentError,
  evaluatorInput,
  outputsOf,
  type Data,
  type LocalEvaluator,
} from './judgments.ts'
import { inSpan } from './otel.ts'
import { cellKey, type PreparedRun } from './run.ts'
import type { CellWrite, Writer } from './writer.ts'

/** The context of a task call. */
export interface TaskContext {
  /** The row with its id, tags and meta. */
  readonly testcase: Testcase
  /** Counted from 0. */
  readonly repeat: number
  /** The ids of the trace of the task. */
  readonly traceId: string
  /** The id of its root span. */
  readonly spanId: string
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal
}

/** A function that computes the output of a row. */
export type Task<Output, Row extends object = Data> = (
  inputs: Row,
  context: TaskContext,
) => Output | Promise<Output>

export interface RunEvaluator<Output> {
  readonly revision: EvaluatorRevision
  /** Absent when the server evaluates. */
  readonly local?: LocalEvaluator<Output>
}

export interface CellParts<Output> {
  readonly assay: Assay
  readonly call: CallOptions
  readonly run: PreparedRun
  readonly writer: Writer
  readonly task: Task<Output>
  readonly runEvaluators: readonly RunEvaluator<Output>[]
  readonly signal: AbortSignal
  readonly onCellFinished: (cell: FinishedCell) => void
}

/** A finished cell. */
export interface FinishedCell {
  /** The task, or the slug of the evaluator. */
  readonly step: string
  /** The error of a failed cell; absent after success. */
  readonly error?: Error | undefined
}

/** The evaluator did not run, because the task had failed. */
export class UpstreamError extends Error {}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const inputsOf = ({ data }: Testcase): Data => {
  const { testcase_dedup_id: _, ...inputs } = data
  return inputs
}

const resultOf = (cell: Cell, outcome: Partial<NewResult>): NewResult => ({
  run_id: cell.runId,
  scenario_id: cell.scenarioId,
  step_key: cell.step.key,
  repeat_idx: cell.repeat,
  ...outcome,
})

const failureOf = (error: Error): Pick<NewResult, 'status' | 'error'> => ({
  status: 'failure',
  error: {
    code: error instanceof InvalidJudgmentError ? 'malformed_answer' : 'not_runnable',
    message: error.message,
  },
})

type TimedResult<T> = { readonly startedAt: number; readonly endedAt: number } & (
  | { readonly outputs: T }
  | { readonly error: Error }
)

async function measure<T>(work: () => T | Promise<T>): Promise<TimedResult<T>> {
  const [startedAt, startMs] = [Date.now(), performance.now()]
  const endedAt = (): number => startedAt + (performance.now() - startMs)
  try {
    const outputs = await work()
    return { outputs, startedAt, endedAt: endedAt() }
  } catch (thrown) {
    return { error: asError(thrown), startedAt, endedAt: endedAt() }
  }
}

/** The service that runs an evaluator on the server: its built-in, or the service for code and remote programs. */
export function serviceOf({ data, evaluator_slug: slug }: EvaluatorRevision): {
  readonly key: string
  readonly version: string
} {
  const { uri, script, url } = data ?? {}
  // `provider:kind:key:version`; shorter forms omit the first parts. The server runs no programs of other providers.
  const parts = typeof uri === 'string' ? uri.split(':') : []
  const isManaged = parts.length < 3 || parts[0] === 'assay' || parts[0] === 'agenta'
  const key = isManaged ? (parts.length === 4 ? parts[2] : parts.at(-1)) : undefined
  if (key !== undefined) return { key, version: parts[3] ?? 'v0' }
  if (typeof script === 'string') return { key: 'code', version: 'v0' }
  if (typeof url === 'string') return { key: 'hook', version: 'v0' }
  throw new TypeError(
    `The server cannot run the evaluator '${slug}': it is for people, or a function of a client program.`,
  )
}

/** The receipt of written spans; undefined for a cell that was done before. */
type ReceiptPromise = Promise<string | undefined> | undefined

type InvocationOutcome<T> = { readonly receipt?: ReceiptPromise } & (
  | { readonly outputs: T }
  | { readonly error: Error }
)

/** The name of the task in reports. */
export const taskStep = 'task'

const readPauseMs = 200
const readsMax = 300

/** One row of a run. */
export class ScenarioWork<Output> {
  readonly #parts: CellParts<Output>
  readonly #scenarioId: string
  readonly #testcase: Testcase
  readonly #inputs: Data
  #hasFailed = false
  readonly #writes: Promise<unknown>[] = []

  constructor(
    parts: CellParts<Output>,
    scenario: { readonly scenarioId: string; readonly testcase: Testcase },
  ) {
    this.#parts = parts
    this.#scenarioId = scenario.scenarioId
    this.#testcase = scenario.testcase
    this.#inputs = inputsOf(scenario.testcase)
  }

  #cell(step: Cell['step'], repeat: number): Cell {
    return { runId: this.#parts.run.id, scenarioId: this.#scenarioId, step, repeat }
  }

  #isDone = ({ scenarioId, step, repeat }: Cell): boolean =>
    this.#parts.run.traceIds.has(cellKey({ scenarioId, stepKey: step.key, repeat }))

  /** Computes the open cells of one repeat. */
  async computeRepeat(repeat: number): Promise<void> {
    const { run, runEvaluators } = this.#parts
    const invocation = this.#cell(run.invocation, repeat)
    const openCells = runEvaluators.flatMap((evaluator) => {
      const step = run.annotations.get(evaluator.revision.id)
      const cell = step === undefined ? undefined : this.#cell(step, repeat)
      return cell === undefined || this.#isDone(cell) ? [] : [{ evaluator, cell }]
    })
    if (this.#isDone(invocation) && openCells.length === 0) return
    const outcome = await this.#invoke(invocation)
    await Promise.all(
      openCells.map(async ({ evaluator, cell }) => {
        const error =
          'error' in outcome ? this.#recordSkipped(cell) : await this.#evaluate(evaluator, cell, outcome)
        this.#report({ step: evaluator.revision.evaluator_slug, error })
      }),
    )
  }

  /** Writes the status of the scenario. Resolves when the server has stored all writes. */
  async finish(): Promise<void> {
    const status = this.#hasFailed ? 'errors' : 'success'
    void this.#write({ scenario: { id: this.#scenarioId, status } })
    await Promise.all(this.#writes)
  }

  /** Writes in the background; errors are thrown by finish(). */
  #write(write: CellWrite): Promise<string | undefined> {
    const writing = this.#parts.writer.write(write)
    writing.catch(() => undefined)
    this.#writes.push(writing)
    return writing
  }

  #report(cell: FinishedCell): void {
    this.#hasFailed ||= cell.error !== undefined
    this.#parts.onCellFinished(cell)
  }

  /** Runs the task, or reads its earlier outputs. */
  async #invoke(cell: Cell): Promise<InvocationOutcome<Output>> {
    const { task, signal, run } = this.#parts
    const address = cellAddress(cell)
    if (this.#isDone(cell)) return { outputs: await this.#readEarlierOutputs(address) }
    const context: TaskContext = { testcase: this.#testcase, repeat: cell.repeat, ...address, signal }
    const result = await measure(() => inSpan(address, () => task(this.#inputs, context)))
    signal.throwIfAborted()
    const outcome: CellOutcome = { ...result, inputs: this.#inputs, testcaseId: this.#testcase.id }
    const trace_id = address.traceId
    const input = resultOf(
      { ...cell, step: run.input },
      { status: 'success', testcase_id: this.#testcase.id },
    )
    const hasFailed = 'error' in result
    const receipt = this.#write({
      spans: [cellSpan(cell, { input: run.input, outcome })],
      results: [
        input,
        resultOf(cell, { trace_id, ...(hasFailed ? failureOf(result.error) : { status: 'success' }) }),
      ],
    })
    this.#report({ step: taskStep, error: hasFailed ? result.error : undefined })
    return { ...result, receipt }
  }

  /** Reads the outputs of an earlier result. Its trace was accepted before and becomes readable soon. */
  async #readEarlierOutputs({ traceId, spanId }: SpanAddress): Promise<Output> {
    const { assay, call, signal } = this.#parts
    for (let attempt = 0; attempt < readsMax; attempt++) {
      const { span } = await assay.spans.fetch(traceId, spanId, call)
      const ag = span?.attributes?.['ag'] as { readonly data?: { readonly outputs?: unknown } } | undefined
      if (ag !== undefined) return ag.data?.outputs as Output
      await sleep(readPauseMs, signal)
    }
    throw new TypeError(`The trace ${traceId} of a result cannot be found.`)
  }

  /** Records that a failed invocation is not evaluated. */
  #recordSkipped(cell: Cell): Error {
    const error = new UpstreamError('The task failed.')
    const { message } = error
    void this.#write({
      results: [resultOf(cell, { status: 'failure', error: { code: 'upstream_failed', message } })],
    })
    return error
  }

  async #evaluate(
    evaluator: RunEvaluator<Output>,
    cell: Cell,
    { outputs, receipt }: Extract<InvocationOutcome<Output>, { readonly outputs: Output }>,
  ): Promise<Error | undefined> {
    const { run, signal } = this.#parts
    const evaluatedSpan = cellAddress(this.#cell(run.invocation, cell.repeat))
    const { local } = evaluator
    if (local === undefined)
      return this.#evaluateOnServer(evaluator, cell, { outputs, evaluatedSpan, receipt })
    const subject = evaluatorInput({
      inputs: this.#inputs,
      outputs,
      testcase: this.#testcase,
      traceId: evaluatedSpan.traceId,
    })
    const result = await measure(async () => outputsOf(await local(subject)))
    signal.throwIfAborted()
    const outcome = {
      ...result,
      inputs: { inputs: this.#inputs, outputs },
      evaluatedSpan,
      testcaseId: this.#testcase.id,
    }
    const { traceId: trace_id } = cellAddress(cell)
    const hasFailed = 'error' in result
    void this.#write({
      spans: [cellSpan(cell, { input: run.input, outcome })],
      results: [
        resultOf(cell, { trace_id, ...(hasFailed ? failureOf(result.error) : { status: 'success' }) }),
      ],
    })
    return hasFailed ? result.error : undefined
  }

  /** Runs an evaluator on the server, after the trace of the invocation is stored. */
  async #evaluateOnServer(
    { revision }: RunEvaluator<Output>,
    cell: Cell,
    {
      outputs,
      evaluatedSpan,
      receipt: receiptPromise,
    }: {
      readonly outputs: Output
      readonly evaluatedSpan: SpanAddress
      readonly receipt: ReceiptPromise
    },
  ): Promise<Error | undefined> {
    const { assay, call, writer } = this.#parts
    const { key, version } = serviceOf(revision)
    const { runId: run_id, scenarioId: scenario_id, step, repeat: repeat_idx } = cell
    const result = await measure(async () => {
      const receipt = await receiptPromise
      if (receipt !== undefined) await writer.waitUntilReadable(receipt)
      return assay.services.invoke(
        key,
        version,
        {
          references: { ...step.references, testcase: { id: this.#testcase.id } },
          links: { invocation: { trace_id: evaluatedSpan.traceId, span_id: evaluatedSpan.spanId } },
          data: {
            inputs: this.#inputs,
            outputs,
            testcase: { id: this.#testcase.id, data: this.#testcase.data },
          },
          flags: { origin: 'auto', kind: 'eval' },
          meta: { evaluation: { run_id, scenario_id, step_key: step.key, repeat_idx } },
        },
        call,
      )
    })
    const hasFailed = 'error' in result
    const outcome = hasFailed
      ? failureOf(result.error)
      : { status: 'success' as const, trace_id: result.outputs.trace_id }
    void this.#write({ results: [resultOf(cell, outcome)] })
    return hasFailed ? result.error : undefined
  }
}
