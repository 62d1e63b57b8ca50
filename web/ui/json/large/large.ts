// web/ui/json/large: values too large for the main thread. A worker (worker.ts) parses them and returns rows.
// The page holds a marker (marker.ts) instead of the value and requests the rows on the screen.
// Start with large-view.tsx.
//
// The client of the worker. The first large value starts the worker.
// oxlint-disable-next-line import/default -- the URL of the built file, which the build inserts
import workerFile from './worker.ts?worker&url'
import { startWorker } from '../../browser/start-worker.ts'
import type { Rows, WorkerNotice, WorkerRequest, WorkerResponse } from './messages.ts'

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

function createWorkerClient() {
  const pendingCalls = new Map<number, PendingCall>()
  let worker: Worker | undefined
  let calls = 0
  let responses = 0
  const start = (): Worker => {
    if (worker !== undefined) return worker
    worker = startWorker(workerFile)
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
      const call = pendingCalls.get(data.call)
      pendingCalls.delete(data.call)
      if (data.error === undefined) call?.resolve(data.value)
      else call?.reject(new Error(data.error))
    })
    worker.addEventListener('error', () => {
      for (const { reject } of pendingCalls.values()) reject(new Error('The large value could not be read.'))
      pendingCalls.clear()
      worker = undefined
    })
    return worker
  }
  return {
    start,
    /** Sends a request; the type of its response follows from its kind. */
    request: <T>(message: WorkerRequest): Promise<T> =>
      new Promise((resolve, reject) => {
        calls += 1
        pendingCalls.set(calls, { resolve: (value) => resolve(value as T), reject })
        start().postMessage({ ...message, call: calls }, [])
      }),
    notify: (notice: WorkerNotice, transfer: Transferable[] = []): void =>
      start().postMessage(notice, transfer),
    nextResponse: (): number => ++responses,
  }
}

const client = createWorkerClient()

/** Shorter responses are parsed on the main thread. */
const workerBytesMin = 1_000_000

const workerEarlyMs = 60

type Bytes = Uint8Array<ArrayBuffer>

const parseParts = async (parts: readonly Bytes[]): Promise<unknown> =>
  JSON.parse(await new Blob([...parts]).text())

/**
 * Reads JSON. The worker parses a large response and keeps its large values. It gets the bytes as they arrive: joining 20 MB on
 * the main thread took 50 to 80 ms, and the worker decodes the text during the transfer.
 */
export async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.json()
  // A response that takes this long is large or slow: start the worker in advance.
  const earlyStart = setTimeout(client.start, workerEarlyMs)
  const responseId = client.nextResponse()
  const smallParts: Bytes[] = []
  let length = 0
  let isLarge = false
  const send = (bytes: Bytes): void => client.notify({ kind: 'part', responseId, bytes }, [bytes.buffer])
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength
      if (isLarge) send(part.value)
      else smallParts.push(part.value)
      if (isLarge || length < workerBytesMin) continue
      isLarge = true
      // One large response at a time: values of an earlier one would only fill the memory.
      client.notify({ kind: 'forget' })
      smallParts.splice(0).forEach(send)
    }
  } catch (error) {
    if (isLarge) client.notify({ kind: 'drop', responseId })
    throw error
  } finally {
    clearTimeout(earlyStart)
  }
  return isLarge ? client.request({ kind: 'parse', responseId }) : parseParts(smallParts)
}

export const largeRows = (range: Omit<Extract<WorkerRequest, { kind: 'rows' }>, 'kind'>): Promise<Rows> =>
  client.request({ kind: 'rows', ...range })
export const largeOpenPaths = (id: number): Promise<readonly string[]> => client.request({ kind: 'open', id })
export const largeText = (id: number, path?: string): Promise<string> =>
  client.request({ kind: 'copy', id, ...(path === undefined ? {} : { path }) })
