// A pool of worker threads for payloads: decoding, mapping and building rows take about a millisecond for a few spans
// and would block every other request on the main thread. `row-builder-thread.ts` is the code of a thread,
// `row-builder-calls.ts` the messages between both.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AssayError } from '../../../kernel/errors.ts'
import type {
  RowBuilderAnswer,
  RowBuilderCall,
  RowBuilderCalls,
  RowBuilderRequest,
} from './row-builder-calls.ts'

/** The calls from the main thread. */
export type RowBuilderPool = {
  readonly [C in RowBuilderCall]: (
    ...args: Parameters<RowBuilderCalls[C]>
  ) => Promise<ReturnType<RowBuilderCalls[C]>>
} & {
  /** The number of calls that run in parallel. */
  readonly threads: number
  readonly stop: () => Promise<void>
}

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

/** If a thread ends unexpectedly, its pending calls fail, and the next call starts a new thread. */
class RowBuilderThread {
  readonly #pendingCalls = new Map<number, PendingCall>()
  #thread: Worker | undefined
  #lastId = 0

  /** The number of pending calls. */
  get load(): number {
    return this.#pendingCalls.size
  }

  call(call: RowBuilderCall, args: readonly unknown[]): Promise<unknown> {
    const thread = this.#thread ?? this.#start()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#pendingCalls.set(id, { resolve, reject })
      thread.postMessage({ id, call, args } satisfies RowBuilderRequest, [])
    })
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./row-builder-thread.ts', import.meta.url))
    this.#thread = thread
    thread.on('message', (answer: RowBuilderAnswer) => {
      const pendingCall = this.#pendingCalls.get(answer.id)
      this.#pendingCalls.delete(answer.id)
      if ('message' in answer) pendingCall?.reject(new Error(answer.message))
      else if ('code' in answer) pendingCall?.reject(new AssayError(answer.code, answer.detail))
      else pendingCall?.resolve(answer.value)
    })
    const fail = (error: Error): void => {
      if (this.#thread === thread) this.#thread = undefined
      for (const { reject } of this.#pendingCalls.values()) reject(error)
      this.#pendingCalls.clear()
    }
    thread.once('error', fail)
    thread.once('exit', (code) => fail(new Error(`the ingest thread ended with ${code}`)))
    return thread
  }
}

const threadsMax = 4

/**
 * One processor is left to requests, the engine and its merges. Each thread compiles the code and has its own memory,
 * so on two processors a second thread costs more than it gains
 * (docs/adr/045-one-processor-beside-the-row-builders.md).
 */
const threadsHere = (): number => Math.max(1, Math.min(availableParallelism() - 1, threadsMax))

export function startRowBuilders(count = threadsHere()): RowBuilderPool {
  const threads = Array.from({ length: count }, () => new RowBuilderThread())
  /**
   * For calls that requests wait for, which batches would delay. Started by the first large request or redacted
   * payload.
   */
  const requestThread = new RowBuilderThread()
  const leastBusy = (): RowBuilderThread =>
    threads.reduce((least, each) => (each.load < least.load ? each : least))
  const callThread =
    <C extends RowBuilderCall>(call: C, thread = leastBusy) =>
    (...args: Parameters<RowBuilderCalls[C]>) =>
      thread().call(call, args) as Promise<ReturnType<RowBuilderCalls[C]>>
  return {
    groups: callThread('groups'),
    rows: callThread('rows'),
    unsettledSpans: callThread('unsettledSpans'),
    rerolledRows: callThread('rerolledRows'),
    redactedPayload: callThread('redactedPayload', () => requestThread),
    addressedRequest: callThread('addressedRequest', () => requestThread),
    addressedLogs: callThread('addressedLogs', () => requestThread),
    sentRecords: callThread('sentRecords', () => requestThread),
    tracePayload: callThread('tracePayload', () => requestThread),
    logs: callThread('logs'),
    joinedRows: callThread('joinedRows'),
    rejectionOf: callThread('rejectionOf'),
    threads: threads.length,
    stop: async () => {
      for (const thread of [...threads, requestThread]) await thread.stop()
    },
  }
}
