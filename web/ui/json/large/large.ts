// web/ui/json/large: values too large for the main thread. A worker (worker.ts) fetches, parses and searches them.
// The page holds a marker (marker.ts) instead of the value and requests the rows on the screen.
// Start with large-view.tsx.
//
// The client of the worker. The first large value starts the worker.
// oxlint-disable-next-line import/default -- the address of the built file, which the build puts here
import workerFile from './worker.ts?worker&url'
import { startWorker } from '../../browser/start-worker.ts'
import type { Answered, Asked, Rows, Told } from './messages.ts'

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

function ask<T>(asked: Asked): Promise<T> {
  return new Promise((resolve, reject) => {
    calls += 1
    waiting.set(calls, { resolve: (value) => resolve(value as T), reject })
    started().postMessage({ ...asked, call: calls }, [])
  })
}

/** What is answered by nothing. */
const tell = (told: Told, transfer: Transferable[] = []): void => started().postMessage(told, transfer)

/** Answers shorter than this are read at once. */
const workerBytesMin = 1_000_000

const workerEarlyMs = 60

type Bytes = Uint8Array<ArrayBuffer>

async function joined(parts: readonly Bytes[]): Promise<unknown> {
  return JSON.parse(await new Blob([...parts]).text()) as unknown
}

let answers = 0

/**
 * Reads JSON; where it is large, with what is large in it left to the worker. The worker gets it in the parts in which it comes:
 * to put 20 MB together here was a task of 50 to 80 ms, and it reads the text while the rest is on its way.
 */
export async function readJson(answer: Response): Promise<unknown> {
  const reader = answer.body?.getReader()
  if (reader === undefined) return answer.json()
  // What takes this long is large, or the way to it is: the worker is there when it has come.
  const early = setTimeout(started, workerEarlyMs)
  answers += 1
  const of = answers
  const small: Bytes[] = []
  let length = 0
  let isLarge = false
  const give = (bytes: Bytes): void => tell({ what: 'part', of, bytes }, [bytes.buffer])
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (isLarge) give(part.value)
      else small.push(part.value)
      if (isLarge || length < workerBytesMin) continue
      isLarge = true
      // One large answer at a time: what an earlier one left would only fill the memory.
      tell({ what: 'forget' })
      small.splice(0).forEach(give)
    }
  } catch (error) {
    if (isLarge) tell({ what: 'drop', of })
    throw error
  } finally {
    clearTimeout(early)
  }
  return isLarge ? ask({ what: 'parse', of }) : joined(small)
}

export const largeRows = (asked: Omit<Extract<Asked, { what: 'rows' }>, 'what'>): Promise<Rows> =>
  ask({ what: 'rows', ...asked })
export const largeOpen = (id: number): Promise<readonly string[]> => ask({ what: 'open', id })
export const largeText = (id: number, path?: string): Promise<string> =>
  ask({ what: 'copy', id, ...(path === undefined ? {} : { path }) })
