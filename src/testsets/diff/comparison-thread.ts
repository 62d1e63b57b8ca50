// The thread of comparison-work.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { chunks } from '../../kernel/chunks.ts'
import type { ComparisonWork, FromThread, ThreadRead, ToThread } from './comparison-work.ts'
import { compareLists, type ComparisonSource } from './comparison.ts'

const port = parentPort
if (port === null) throw new Error('this file is the program of a thread')

const waiting = new Map<number, (answer: ToThread) => void>()
let calls = 0
port.on('message', (answer: ToThread) => {
  waiting.get(answer.call)?.(answer)
  waiting.delete(answer.call)
})

const tell = (message: FromThread): void => port.postMessage(message, [])

async function ask(read: ThreadRead): Promise<unknown> {
  const call = ++calls
  const answered = new Promise<ToThread>((resolve) => waiting.set(call, resolve))
  tell({ kind: 'read', call, read })
  const answer = await answered
  if ('failed' in answer) throw new Error('the store failed')
  return answer.value
}

/** The parent reads them at once: half a megabyte of pages, and what a page of rows has in testcases. */
const pagesAtOnce = 8
const testcasesAtOnce = 250

/** Reads by parts. */
const reader =
  (method: ThreadRead['method'], keysMax: number) =>
  async (_projectId: string, keys: readonly string[]): Promise<never> => {
    const found: unknown[] = []
    for (const part of chunks(keys, keysMax)) {
      for (const each of (await ask({ method, keys: part })) as readonly unknown[]) found.push(each)
    }
    return found as never
  }

/** A long message is read at once by the parent. */
const rowsAtOnce = 200

async function run(): Promise<void> {
  const { projectId, input } = workerData as ComparisonWork
  const source: ComparisonSource = {
    reads: { pageTexts: reader('pageTexts', pagesAtOnce), testcases: reader('testcases', testcasesAtOnce) },
    projectId,
  }
  try {
    const { rows, ...rest } = await compareLists(source, input)
    for (const part of chunks(rows ?? [], rowsAtOnce)) tell({ kind: 'rows', rows: part })
    tell({ kind: 'done', value: { ...rest, rows: rows === undefined ? undefined : [] } })
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  port?.close()
}

await run()
