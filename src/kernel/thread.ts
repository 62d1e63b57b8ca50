// Runs long work in a thread that ends with the work. Only the main thread can use the stores. The thread calls
// functions of the main thread by messages and waits for each answer, so that other work of the main thread runs
// between two calls.
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { abortError, AssayError, type ErrorCode, type ErrorDetail } from './errors.ts'

type FromThread =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: unknown }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: ErrorDetail }
  | { readonly kind: 'failed'; readonly message: string }

type ToThread =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: true }

/** The functions of the main thread that the thread may call, by name. */
export type ThreadCalls = ReadonlyMap<string, (args: never) => unknown>

/**
 * Runs a program that calls `answerFromThread`; resolves with its result, or rejects with the error of the first call
 * that fails. A signal ends the thread, even in the middle of a computation, and rejects with its reason.
 */
export async function runInThread<T>(
  program: URL,
  work: unknown,
  calls: ThreadCalls,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const thread = new Worker(program, { workerData: work, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const send = (message: ToThread): void => thread.postMessage(message, [])
  const answer = async (id: number, name: string, args: unknown): Promise<void> => {
    try {
      send({ id, value: await calls.get(name)?.(args as never) })
    } catch (error) {
      // The failure of the call is the outcome; the thread only has to end.
      reject(error)
      send({ id, failed: true })
    }
  }
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'call') void answer(message.id, message.name, message.args)
    else if (message.kind === 'refused') reject(new AssayError(message.code, message.detail))
    else if (message.kind === 'failed') reject(new Error(message.message))
    else resolve(message.value as T)
  })
  const onAbort = (): void => reject(abortError(signal))
  signal?.addEventListener('abort', onAbort, { once: true })
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the thread ended without an answer')))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await thread.terminate()
  }
}

/** Calls a function of the main thread. Receiving long arguments blocks that thread: send them in chunks. */
export type CallMain = (name: string, args: unknown) => Promise<never>

/** The program of a thread: `run` gets the work, and its result is that of `runInThread`. */
export async function answerFromThread<W>(
  run: (work: W, call: CallMain) => Promise<unknown>,
  work: W = workerData,
): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('this file is the program of a thread')
  const send = (message: FromThread): void => port.postMessage(message, [])
  const pendingCalls = new Map<number, (answer: ToThread) => void>()
  port.on('message', (answer: ToThread) => {
    pendingCalls.get(answer.id)?.(answer)
    pendingCalls.delete(answer.id)
  })
  let lastId = 0
  const call: CallMain = async (name, args) => {
    const id = ++lastId
    const answerPromise = new Promise<ToThread>((resolve) => pendingCalls.set(id, resolve))
    send({ kind: 'call', id, name, args })
    const answer = await answerPromise
    if ('failed' in answer) throw new Error(`the call of ${name} failed`)
    return answer.value as never
  }
  try {
    send({ kind: 'done', value: await run(work, call) })
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    send(
      error instanceof AssayError
        ? { kind: 'refused', code: error.code, detail: error.detail }
        : { kind: 'failed', message },
    )
  }
  port.close()
}
