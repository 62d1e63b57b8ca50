// Runs a large comparison in a worker thread, which calls the main thread for a few pages and testcases at a time.
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
import { runInThread } from '../../kernel/thread.ts'
import type { Comparison, ComparisonInput, ComparisonSource } from './comparison.ts'
import type { DiffRow } from './diff.ts'

export interface ComparisonWork {
  readonly projectId: string
  readonly input: ComparisonInput
}

/** A comparison of five million rows takes gigabytes, so projects share two slots. */
const slots = createFairSemaphore({ count: 2, reserve: 1 })

export async function compareInThread(source: ComparisonSource, input: ComparisonInput): Promise<Comparison> {
  const slot = await slots.acquire(source.projectId)
  try {
    return await compareInWorker(source, input)
  } finally {
    slot.release()
  }
}

async function compareInWorker(
  { reads, projectId }: ComparisonSource,
  input: ComparisonInput,
): Promise<Comparison> {
  const rows: DiffRow[] = []
  const work: ComparisonWork = { projectId, input }
  const value = await runInThread<Comparison>(
    new URL('comparison-thread.ts', import.meta.url),
    work,
    new Map<string, (args: never) => unknown>([
      ['pageTexts', (keys) => reads.pageTexts(projectId, keys)],
      ['testcases', (keys) => reads.testcases(projectId, keys)],
      ['rows', (part: readonly DiffRow[]) => void rows.push(...part)],
    ]),
  )
  return value.rows === undefined ? value : { ...value, rows }
}
