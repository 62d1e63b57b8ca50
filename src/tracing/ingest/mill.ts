// The batch work of the worker in a thread of its own: decoding, mapping and building rows take about a millisecond for
// a few spans, and on the main thread they would hold up every other request.
import { Worker } from 'node:worker_threads'
import type { FactsRow, SpanPlace, SpanRow, SpanRows } from '../../storage/contract.ts'
import type { BatchEntry, NewRejection, TouchedTraces } from './batch.ts'
import type { RulesText } from './rules.ts'

/** Rows from one up to and without another. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export interface MilledRows extends SpanRows {
  /** Whose row comes first; undefined when there is none. */
  readonly first: Omit<SpanPlace, 'start_time'> | undefined
}

/** What the thread is asked, with what it answers. Each batch is known by a number. */
export interface MillCalls {
  prepare(
    batch: number,
    entries: readonly BatchEntry[],
    rules: Readonly<Record<string, RulesText>>,
    nowMicroseconds: bigint,
  ): { readonly touched: readonly TouchedTraces[]; readonly rejected: readonly NewRejection[] }
  /** Of the same facts the same rows in the same order, so that some of them can be asked for. */
  rows(
    batch: number,
    known: readonly FactsRow[],
    range?: RowRange,
  ): { readonly rows: MilledRows; readonly changed: readonly SpanPlace[] }
  unsettled(batch: number, known: readonly FactsRow[]): readonly SpanPlace[]
  rerolled(batch: number, rows: readonly SpanRow[], range?: RowRange): MilledRows
  rejectionOf(batch: number, ids: Omit<SpanPlace, 'start_time'>, reason: string): NewRejection | undefined
  forget(batch: number): undefined
}

export type MillCall = keyof MillCalls

export interface MillRequest {
  readonly id: number
  readonly call: MillCall
  readonly args: readonly unknown[]
}

export type MillAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly message: string }

/** The same calls from the main thread. */
export type Mill = {
  readonly [C in MillCall]: (...args: Parameters<MillCalls[C]>) => Promise<ReturnType<MillCalls[C]>>
} & {
  /** A number for the next batch. */
  readonly next: () => number
  readonly stop: () => Promise<void>
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: Error) => void
}

/** Payloads are handed over, not copied: nobody else needs them. Those that share their memory with others are. */
const payloadsOf = (args: readonly unknown[]): readonly ArrayBuffer[] =>
  (args[1] as readonly BatchEntry[]).flatMap(({ payload }) =>
    payload.buffer instanceof ArrayBuffer && payload.byteLength === payload.buffer.byteLength
      ? [payload.buffer]
      : [],
  )

/** A thread that ends unexpectedly fails the calls that wait; the next call starts another one. */
class MillThread {
  readonly #waiting = new Map<number, Waiting>()
  #thread: Worker | undefined
  #lastId = 0

  call(call: MillCall, args: readonly unknown[]): Promise<unknown> {
    const thread = this.#thread ?? this.#start()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      thread.postMessage({ id, call, args } satisfies MillRequest, call === 'prepare' ? payloadsOf(args) : [])
    })
  }

  async stop(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./mill-thread.ts', import.meta.url))
    this.#thread = thread
    thread.on('message', (answer: MillAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('message' in answer) waiting?.reject(new Error(answer.message))
      else waiting?.resolve(answer.value)
    })
    const fail = (error: Error): void => {
      if (this.#thread === thread) this.#thread = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    thread.once('error', fail)
    thread.once('exit', (code) => fail(new Error(`the ingest thread ended with ${code}`)))
    return thread
  }
}

export function startMill(): Mill {
  const thread = new MillThread()
  let batches = 0
  const ask =
    <C extends MillCall>(call: C) =>
    (...args: Parameters<MillCalls[C]>) =>
      thread.call(call, args) as Promise<ReturnType<MillCalls[C]>>
  return {
    prepare: ask('prepare'),
    rows: ask('rows'),
    unsettled: ask('unsettled'),
    rerolled: ask('rerolled'),
    rejectionOf: ask('rejectionOf'),
    forget: ask('forget'),
    next: () => ++batches,
    stop: () => thread.stop(),
  }
}
