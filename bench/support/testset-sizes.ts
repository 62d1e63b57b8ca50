// Measures requests for a testset of many rows over HTTP, on SQLite: a server of its own imports the rows first.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { removeDataDir, startServer, type RunningServer } from '../../test/support/process.ts'
import type { Cost } from './cost.ts'
import { memoryMiB, processorSeconds } from './processor.ts'
import { authorization, csvText, page, post, upload } from './testset-requests.ts'

interface Testset {
  readonly server: RunningServer
  readonly id: string
  readonly revisionId: string
  readonly rows: number
}

type Case = readonly [name: string, repeats: number, call: (testset: Testset, i: number) => Promise<unknown>]

/** The position of a row for request `i`, each in another part of the testset. */
const position = (rows: number, i: number): number => Math.floor(((i + 0.5) * rows) / 40)

async function search({ server, revisionId }: Testset, value: string): Promise<void> {
  const response = await fetch(`${server.url}/api/testsets/revisions/${revisionId}/search`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ conditions: [{ column: 'category', operator: 'is', value }], limit: 50 }),
  })
  const text = await response.text()
  if (!response.ok || !text.includes('event: end'))
    throw new Error(`search: ${response.status} ${text.slice(0, 200)}`)
}

const commit = ({ server, id }: Testset, rows: object): Promise<unknown> =>
  post(server, '/testsets/revisions/commit', {
    include_testcases: false,
    include_testcase_ids: false,
    testset_revision_commit: { testset_id: id, delta: { rows } },
  })

const rowsOf = async ({ server, id, rows }: Testset, i: number) =>
  (await page(server, id, position(rows, i))).testset_revision.data

const addedRows = (i: number) =>
  Array.from({ length: 5 }, (_, n) => ({
    data: { question: `added row ${i} ${n}`, answer: 'a', category: 'c' },
  }))

const changedRow = (i: number) => ({ data: { question: `changed row ${i}`, answer: 'a', category: 'c' } })

const cases: readonly Case[] = [
  ['page of 100 rows', 20, rowsOf],
  [
    'page of 100 rows, then the 100 testcases by id',
    20,
    async (testset, i) => {
      const { testcase_ids } = await rowsOf(testset, i)
      await post(testset.server, '/testcases/query', { testcase_ids })
    },
  ],
  ['search by field, the first 50 matches', 10, (testset, i) => search(testset, `category ${i}`)],
  ['search by field, no match', 1, (testset) => search(testset, 'none')],
  [
    'columns and their types',
    10,
    ({ server, revisionId }) =>
      fetch(`${server.url}/api/testsets/revisions/${revisionId}/columns`, {
        headers: { authorization },
      }).then((response) => response.text()),
  ],
  [
    'first 50 testcases ever stored for the testset',
    2,
    ({ server, id }) =>
      post(server, '/testcases/query', { testset_id: id, include_history: true, windowing: { limit: 50 } }),
  ],
  [
    'page of 100 rows, then a commit of ten rows, five found by id',
    7,
    async (testset, i) => {
      const { testcase_ids: ids } = await rowsOf(testset, i)
      await commit(testset, {
        replace: ids.slice(0, 5).map((id, n) => ({ id, ...changedRow(i * 10 + n) })),
        add: addedRows(i),
      })
    },
  ],
  [
    'diff of that commit',
    7,
    ({ server, id }) => post(server, '/testsets/revisions/diff', { testset_ref: { id } }),
  ],
  [
    'page of 100 rows, then a commit of ten rows, five found by dedup id',
    7,
    async (testset, i) => {
      const { testcases } = await rowsOf(testset, i + 20)
      await commit(testset, {
        replace: testcases.slice(0, 5).map(({ data: { testcase_dedup_id } }, n) => ({
          testcase_dedup_id,
          ...changedRow(i * 10 + n + 1000),
        })),
        add: addedRows(i + 1000),
      })
    },
  ],
]

async function measureCase(testset: Testset, [, repeats, call]: Case): Promise<Cost> {
  if (repeats > 1) await call(testset, repeats)
  const times: number[] = []
  const before = processorSeconds(testset.server)
  for (let i = 0; i < repeats; i++) {
    const start = performance.now()
    await call(testset, i)
    times.push(performance.now() - start)
  }
  const processorMs = ((processorSeconds(testset.server) - before) * 1000) / repeats
  return { ms: times.toSorted((a, b) => a - b)[repeats >> 1] ?? 0, processorMs }
}

export interface TestsetCosts {
  readonly costs: ReadonlyMap<string, Cost>
  readonly note: string
}

export async function measureTestset(rows: number): Promise<TestsetCosts> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-testset-'))
  const server = await startServer({ env: { ASSAY_CHECK_ANSWERS: 'false', ASSAY_LOG_LEVEL: 'warn' } })
  try {
    const csv = join(directory, 'rows.csv')
    await pipeline(Readable.from(csvText(rows)), createWriteStream(csv))
    const [start, before] = [performance.now(), processorSeconds(server)]
    const { testset } = await upload(server, csv, 'rows')
    const seconds = Math.round((performance.now() - start) / 1000)
    const processor = Math.round(processorSeconds(server) - before)
    const testsetRecord = { server, id: testset.id, revisionId: testset.revision_id, rows }
    const costs = new Map<string, Cost>()
    for (const testCase of cases) {
      costs.set(testCase[0], await measureCase(testsetRecord, testCase))
      console.log(rows, testCase[0], costs.get(testCase[0]))
    }
    const note = `${rows} testset rows: imported in ${seconds} s, ${processor} s of processor time; peak memory of the server ${memoryMiB(server, 'VmHWM')} MiB`
    return { costs, note }
  } finally {
    await server.stop()
    removeDataDir(server)
    rmSync(directory, { recursive: true, force: true })
  }
}
