// Measures the core of testsets in memory, without a database: import by format, a commit of ten rows, a diff.
// Run: node bench/testset-core.ts [rows, default 200000]
import { applyDelta } from '../src/testsets/delta/delta.ts'
import { readDelta } from '../src/testsets/delta/delta-schema.ts'
import { diffLists } from '../src/testsets/diff/diff.ts'
import { exportList } from '../src/testsets/export/export.ts'
import { importFile } from '../src/testsets/import/import.ts'
import type { FileType } from '../src/testsets/import/items.ts'
import { readRange } from '../src/testsets/pages/read.ts'
import { memoryContext } from '../src/testsets/test-support.ts'
import { testSandboxPool } from '../test/support/work.ts'

const rows = Number(process.argv[2] ?? 200_000)

async function* csvFile(): AsyncGenerator<Uint8Array> {
  let text = 'question,answer,category\n'
  for (let i = 0; i < rows; i++) {
    text += `"What is the answer to question number ${i}, and why?",The answer is ${i * 7},category ${i % 50}\n`
    if (text.length < 1 << 16) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

async function measureTime<T>(name: string, work: () => Promise<T>, perRow = false): Promise<T> {
  const start = performance.now()
  const result = await work()
  const ms = performance.now() - start
  const rate = perRow ? `, ${Math.round((rows / ms) * 1000).toLocaleString('en')} rows/s` : ''
  console.log(`${name}: ${ms.toFixed(0)} ms${rate}`)
  return result
}

const context = memoryContext()
const sandboxPool = testSandboxPool()
const work = { sandboxPool, project: 'bench' }
const root = await measureTime('import csv', () => importFile(context, { chunks: csvFile(), work }), true)
console.log(`pages stored: ${context.pages.counts.writes}, ${context.pages.counts.bytesWritten} bytes`)

const before = { ...context.pages.counts }
const pages = await Promise.all(
  Array.from({ length: 5 }, (_, i) =>
    readRange(context.pages, { root, from: Math.floor((rows / 5) * i), limit: 1 }),
  ),
)
const nextRoot = await measureTime('commit of ten rows', async () =>
  applyDelta(context, {
    base: root,
    delta: await readDelta(
      {
        rows: {
          replace: pages.map(([row]) => ({ id: row?.testcaseId ?? '', data: { question: 'changed' } })),
          add: Array.from({ length: 5 }, (_, i) => ({ data: { question: `new ${i}` } })),
        },
      },
      ['body'],
    ),
  }),
)
const after = context.pages.counts
console.log(
  `  pages written ${after.writes - before.writes}, ${after.bytesWritten - before.bytesWritten} bytes`,
)
await measureTime('diff of that commit', () => diffLists(context.pages, { base: root, target: nextRoot }))

for (const fileType of ['csv', 'json', 'jsonl', 'parquet'] as const satisfies readonly FileType[]) {
  const chunks = await measureTime(
    `export ${fileType}`,
    () => Array.fromAsync(exportList(context, { root, fileType })),
    true,
  )
  const file = (async function* () {
    yield* chunks
  })()
  await measureTime(
    `import ${fileType}, every row named by id`,
    () => importFile(context, { chunks: file, fileType, work }),
    true,
  )
}
await sandboxPool.close()
