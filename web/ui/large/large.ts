// The worker, as the page speaks to it. It is started with the first large answer.
// oxlint-disable-next-line import/default -- the address of the built file, which the build puts here
import workerFile from './worker.ts?worker&url'
import { startWorker } from '../start-worker.ts'
import type { Answered, Asked, Rows } from './messages.ts'

let worker: Worker | undefined
let calls = 0
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()

function started(): Worker {
  if (worker !== undefined) return worker
  worker = startWorker(workerFile)
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const call = waiting.get(data.call)
    waiting.delete(data.call)
    if (data.fault === undefined) call?.resolve(data.value)
    else call?.reject(new Error(data.fault))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The large value could not be read.'))
    waiting.clear()
    worker = undefined
  })
  return worker
}

function ask<T>(asked: Asked, transfer: Transferable[] = []): Promise<T> {
  return new Promise((resolve, reject) => {
    calls += 1
    waiting.set(calls, { resolve: (value) => resolve(value as T), reject })
    started().postMessage({ ...asked, call: calls }, transfer)
  })
}

/** Answers shorter than this are read at once. */
const workerBytesMin = 1_000_000

const workerEarlyMs = 60

/** Reads JSON; where it is large, with what is large in it left to the worker. */
export async function readJson(answer: Response): Promise<unknown> {
  // What takes this long is large, or the way to it is: the worker is there when it has come.
  const early = setTimeout(started, workerEarlyMs)
  const bytes = await answer.arrayBuffer().finally(() => clearTimeout(early))
  if (bytes.byteLength < workerBytesMin) return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  // One large answer at a time: what an earlier one left would only fill the memory.
  void ask({ what: 'forget' })
  return ask({ what: 'parse', bytes }, [bytes])
}

export const largeRows = (asked: Omit<Extract<Asked, { what: 'rows' }>, 'what'>): Promise<Rows> =>
  ask({ what: 'rows', ...asked })
export const largeOpen = (id: number): Promise<readonly string[]> => ask({ what: 'open', id })
export const largeText = (id: number, path?: string): Promise<string> =>
  ask({ what: 'copy', id, ...(path === undefined ? {} : { path }) })
