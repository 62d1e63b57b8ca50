// `npm run bench:web`: the pages in a real browser, on a store of 1,000,000 spans (BENCH_SPANS sets another number)
// that also holds a trace of 10,000 spans, one of 100,000, a span with a value of 20 MB, and runs of up to 10,000 rows.
// BENCH_DATA names a directory that is kept. BENCH_ONLY selects parts
// (`shell,list,trees,graph,grid,compare,runs,large`), and then only prints their times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { firstKey, startServer } from '../test/support/process.ts'
import { openPage, startBrowser } from '../web/test/browser.ts'
import { copySeconds, fillRecords, fillStore, seedSpans } from './support/many-spans.ts'
import { fillRuns, fillRunTraces } from './support/many-runs.ts'
import { record, type Row } from './support/record.ts'
import { comparedRows, measureComparison } from './web/compare.ts'
import { measureGraph } from './web/graph.ts'
import { measureGrid } from './web/grid.ts'
import { measureRuns } from './web/runs.ts'
import { measureFrames } from './web/scrolling.ts'

const copies = Math.round(Number(process.env['BENCH_SPANS'] ?? 1_000_000) / seedSpans)
const rounds = Number(process.env['BENCH_RUNS'] ?? 5)
const selection = process.env['BENCH_ONLY']?.split(',')
const isSelected = (part: string): boolean => selection === undefined || selection.includes(part)
const now = Date.now()
const base = now - copies * copySeconds * 1000
const idOf = (letter: string): string => letter.repeat(32)
const largeTrace = { traceId: idOf('e'), bytes: 20_000_000 }
const deepTraces = [
  { traceId: idOf('a'), spans: 10_000 },
  { traceId: idOf('c'), spans: 100_000 },
] as const

/** A tree in which each span has eight below it, for an hour. */
const treeOf = ({ traceId, spans }: (typeof deepTraces)[number]): readonly object[] =>
  Array.from({ length: spans }, (_, at) => ({
    trace_id: traceId,
    span_id: (at + 1).toString(16).padStart(16, '0'),
    ...(at === 0 ? {} : { parent_id: (Math.floor((at - 1) / 8) + 1).toString(16).padStart(16, '0') }),
    span_name: at === 0 ? 'root' : `step ${at}`,
    span_type: ['chat', 'tool', 'task'][at % 3],
    start_time: new Date(now - 3_600_000 + at * 30).toISOString(),
    end_time: new Date(now - 3_600_000 + at * 30 + 5000).toISOString(),
  }))

const largeSpan = (): object => ({
  trace_id: largeTrace.traceId,
  span_id: 'e'.repeat(16),
  span_name: 'large',
  span_type: 'task',
  start_time: new Date(now - 60_000).toISOString(),
  end_time: new Date(now - 50_000).toISOString(),
  attributes: {
    ag: {
      data: {
        outputs: Array.from({ length: largeTrace.bytes / 200 }, (_, at) => ({
          at,
          words: `document ${at} `.repeat(11),
        })),
      },
    },
  },
})

function* traceBatches(): Generator<readonly object[]> {
  for (const trace of deepTraces) yield treeOf(trace)
  yield [largeSpan()]
}

const rows: Row[] = []
function printLine(measure: string, limit: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10
  rows.push({ measure, limit, p50: at(0.5), p95: at(0.95), max: at(1) })
  console.log(rows.at(-1))
}

/** Milliseconds from the request of the page until the expression is true. */
const msSinceNavigation = (page: Page, expression: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => (${expression}) ? resolve(performance.now()) : requestAnimationFrame(look)
    look()
  })`) as Promise<number>

/** Milliseconds from an action until the expression is true. */
const measureAction = (page: Page, action: string, expression: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const began = performance.now()
    ${action}
    const look = () => (${expression}) ? resolve(performance.now() - began) : requestAnimationFrame(look)
    look()
  })`) as Promise<number>

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Scrolling at the speed of a wheel, and of a fast swipe. */
async function measureScrolling(subject: string, page: Page, selector: string): Promise<void> {
  for (const [speed, px] of [
    ['mouse wheel', 100],
    ['fast swipe', 400],
  ] as const) {
    const measure = `${subject}: main-thread ms for a frame of scrolling by ${px} px (${speed})`
    printLine(measure, '8', await measureFrames(page, selector, px))
  }
}

/**
 * The slowdown by other processes: wall time divided by thread time, for fixed work.
 */
async function slowdown(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskMs(session)
  const clockMs = await page.evaluate<number>(`(() => {
    const began = performance.now()
    let sum = 0
    for (let at = 0; at < 3e8; at++) sum += at % 7
    return sum > 0 ? performance.now() - began : 0
  })()`)
  const threadMs = (await taskMs(session)) - before
  await session.detach()
  return clockMs / threadMs
}

async function measureTrees(page: Page, home: string): Promise<void> {
  for (const { traceId, spans } of deepTraces) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto('about:blank')
      await page.goto(`${home}/traces/${traceId}`, { waitUntil: 'commit' })
      times.push(
        await msSinceNavigation(
          page,
          `document.querySelectorAll('[role=treeitem]').length > 5 && document.querySelector('article') !== null`,
        ),
      )
    }
    printLine(
      `${spans} spans: tree and span drawn, ms after the address`,
      spans > 10_000 ? 'all drawn' : '1000',
      times,
    )
    const count = await page.getByText(`${spans.toLocaleString('en')} spans`).count()
    if (count === 0) throw new Error(`not all of ${spans} spans are drawn`)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await measureScrolling(`${spans} spans`, page, '[role=tree]')
    const rowCount = await page.getByRole('treeitem').count()
    printLine(`${spans} spans: rows in the DOM`, '200', [rowCount])
    const jumps: number[] = []
    for (let round = 0; round < 10; round++) {
      jumps.push(
        await measureAction(
          page,
          `const tree = document.querySelector('[role=tree]')
           const first = document.querySelector('[role=treeitem]').id
           tree.scrollTop = tree.scrollHeight * ${(round % 5) / 5 + 0.1}`,
          `document.querySelector('[role=treeitem]').id !== first`,
        ),
      )
    }
    printLine(`${spans} spans: any row on the screen, ms after a jump`, '150', jumps)
  }
}

async function measureLarge(page: Page, home: string): Promise<void> {
  const times: number[] = []
  const longest: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/traces`)
    await page.getByRole('grid').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('window.longTasks.length = 0')
    times.push(
      await measureAction(
        page,
        `history.pushState(history.state, '', '${new URL(home).pathname}/traces/${largeTrace.traceId}')
         dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`,
        `document.querySelector('section[aria-label=Outputs] [data-path]') !== null`,
      ),
    )
    longest.push(Math.max(0, ...(await page.evaluate<number[]>('window.longTasks'))))
  }
  printLine('20 MB value: its first rows, ms after its trace was opened', '1000', times)
  printLine('20 MB value: longest task of the main thread, ms (0: none above 50)', '50', longest)
}

async function measureList(page: Page, home: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/users`)
    await page.getByRole('grid').waitFor()
    times.push(
      await measureAction(
        page,
        `document.querySelector('nav[aria-label=Pages] a[href$="/traces"]').click()`,
        `document.querySelectorAll('[role=grid][aria-label=Traces] [role=row]').length > 5`,
      ),
    )
  }
  printLine(`${copies * seedSpans} spans: first page of traces, ms after the click`, '300', times)
  await measureScrolling('list of traces', page, '[role=grid]')
}

async function measureFirstLoad(page: Page, home: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    await page.goto(home, { waitUntil: 'commit' })
    times.push(await msSinceNavigation(page, `document.querySelector('nav[aria-label=Pages]') !== null`))
  }
  printLine('shell drawn, ms after the address', '–', times)
}

const dataDir = process.env['BENCH_DATA'] ?? mkdtempSync(join(tmpdir(), 'assay-bench-web-'))
const serverEnv = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
const fillServer = await startServer({ dataDir, env: serverEnv })
const response = await fetch(`${fillServer.url}/api/projects/current`, {
  headers: { authorization: `ApiKey ${firstKey}` },
})
const { project_id: projectId } = (await response.json()) as { readonly project_id: string }
await fillServer.stop()
const columnar = join(dataDir, 'columnar')
await fillStore(columnar, { projectId, base, copies })
await fillRecords(columnar, projectId, traceBatches())
if (isSelected('compare')) await fillRunTraces(columnar, projectId, comparedRows)

const server = await startServer({ dataDir, env: serverEnv })
process.once('exit', () => server.process.kill())
const browser = await startBrowser()
const { page } = await openPage(browser, server.url)
await page.addInitScript(
  'window.longTasks = []; new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ["longtask"] })',
)
await page.goto(`${server.url}/#key=${firstKey}`)
await page.getByRole('heading', { name: 'Home' }).waitFor()
const home = page.url().replace(/\/$/, '')
const slowdowns = [await slowdown(page)]
if (isSelected('shell')) await measureFirstLoad(page, home)
if (isSelected('list')) await measureList(page, home)
if (isSelected('trees')) await measureTrees(page, home)
const context = {
  page,
  home,
  server: { url: server.url, key: firstKey },
  rounds,
  report: printLine,
  measureAction,
  measureScrolling,
}
if (isSelected('graph')) await measureGraph(context)
if (isSelected('grid')) await measureGrid(context)
if (isSelected('compare')) await measureComparison(context, await fillRuns(context.server, comparedRows))
if (isSelected('runs')) await measureRuns(context)
slowdowns.push(await slowdown(page))
if (isSelected('large')) await measureLarge(page, home)
slowdowns.push(await slowdown(page))
await browser.close()
await server.stop()
if (process.env['BENCH_DATA'] === undefined) rmSync(dataDir, { recursive: true, force: true })

const notes = [
  `${copies * seedSpans} spans in traces of 8, a trace of 10,000 and one of 100,000 spans, a value of 20 MB, runs of 1,000 and 10,000 rows; embedded store, Chromium ${browser.version()} without a GPU, ${rounds} rounds`,
  `The machine was shared with other work: a fixed piece of script took ${slowdowns.map((factor) => factor.toFixed(1)).join(', ')} times the processor time it needed (at the beginning, in the middle, at the end). Times after an address, a click or a jump are by the clock and hold that; frames are in time of the thread`,
]
if (selection === undefined) record('web', notes, rows)
else console.log(notes.join('\n'))
