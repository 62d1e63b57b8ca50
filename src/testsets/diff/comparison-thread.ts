// The worker thread of comparison-work.ts. It reads pages and testcases through the main thread.
import { chunks } from '../../kernel/chunks.ts'
import { answerFromThread, type CallMain } from '../../kernel/thread.ts'
import type { ComparisonWork } from './comparison-work.ts'
import { compareLists, type ComparisonSource } from './comparison.ts'

/** The main thread reads this many without a pause: half a megabyte of pages, and the testcases of one page of rows. */
const pagesAtOnce = 8
const testcasesAtOnce = 250
/** The main thread receives a message without a pause. */
const rowsAtOnce = 200

/** Reads in chunks of keys. */
const reader =
  (
    call: CallMain,
    { method, keysMax }: { readonly method: 'pageTexts' | 'testcases'; readonly keysMax: number },
  ) =>
  async (_projectId: string, keys: readonly string[]): Promise<never> => {
    const records: unknown[] = []
    for (const part of chunks(keys, keysMax)) {
      for (const record of (await call(method, part)) as readonly unknown[]) records.push(record)
    }
    return records as never
  }

await answerFromThread(async (work, call) => {
  const { projectId, input } = work as ComparisonWork
  const source: ComparisonSource = {
    reads: {
      pageTexts: reader(call, { method: 'pageTexts', keysMax: pagesAtOnce }),
      testcases: reader(call, { method: 'testcases', keysMax: testcasesAtOnce }),
    },
    projectId,
  }
  const { rows, ...rest } = await compareLists(source, input)
  for (const part of chunks(rows ?? [], rowsAtOnce)) await call('rows', part)
  return { ...rest, rows: rows === undefined ? undefined : [] }
})
