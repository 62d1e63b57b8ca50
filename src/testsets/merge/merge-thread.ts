// The thread of merge-work.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { AssayError } from '../../kernel/errors.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { TestsetContext } from '../write.ts'
import type { FromMerge, MergeWork, StoreCall, ToMerge } from './merge-work.ts'
import { mergeLists } from './merge.ts'

const port = parentPort
if (port === null) throw new Error('this file is the program of a thread')

const waiting = new Map<number, (answer: ToMerge) => void>()
let calls = 0
port.on('message', (answer: ToMerge) => {
  waiting.get(answer.call)?.(answer)
  waiting.delete(answer.call)
})

const tell = (message: FromMerge): void => port.postMessage(message, [])

async function answered(message: (call: number) => FromMerge): Promise<unknown> {
  const call = ++calls
  const answering = new Promise<ToMerge>((resolve) => waiting.set(call, resolve))
  tell(message(call))
  const answer = await answering
  if ('failed' in answer) throw new Error('the store failed')
  return answer.value
}

const ask =
  (name: StoreCall) =>
  async (args: unknown): Promise<never> =>
    (await answered((call) => ({ kind: 'call', call, name, args }))) as never

const loadTestcases = ask('load')
/** The parent reads them in one turn. */
const testcasesAtOnce = 250
/** A long message is read in one turn. */
const conflictsAtOnce = 100

async function load(ids: readonly string[]): ReturnType<TestsetContext['testcases']['load']> {
  const loaded: Awaited<ReturnType<TestsetContext['testcases']['load']>>[] = []
  for (const part of chunks(ids, testcasesAtOnce)) loaded.push(await loadTestcases(part))
  return new Map(loaded.flatMap((part) => [...part]))
}

async function run({ scope, limits, cuttings, input, commits }: MergeWork): Promise<void> {
  const context: TestsetContext = {
    scope,
    limits,
    pages: {
      ...(cuttings === undefined ? {} : { cuttings }),
      get: ask('get'),
      getPrints: ask('getPrints'),
      put: ask('put'),
    },
    testcases: { load, known: ask('known'), save: ask('save') },
  }
  const outcome = await mergeLists(context, input)
  const open = outcome.status === 'conflicts' ? outcome.open : []
  for (const conflicts of chunks(open, conflictsAtOnce)) {
    await answered((call) => ({ kind: 'conflicts', call, conflicts }))
  }
  const root = commits && outcome.status === 'mergeable' ? await outcome.commit() : undefined
  tell({ kind: 'done', value: { status: outcome.status, counts: outcome.counts, root } })
}

try {
  await run(workerData as MergeWork)
} catch (error) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  tell(
    error instanceof AssayError
      ? { kind: 'refused', code: error.code, detail: error.detail }
      : { kind: 'failed', message },
  )
}
port.close()
