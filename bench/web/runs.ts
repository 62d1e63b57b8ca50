// A run of 1,000 rows, two applications and three evaluators, watched to its end; and the page of one of 10,000 rows
// (BENCH_RUN_ROWS sets another number): opened, sorted and filtered by a metric, scrolled. The programs are built-ins
// that call no other service.
import { goTo } from './grid.ts'
import type { MeasureContext } from './graph.ts'

const rowCount = Number(process.env['BENCH_RUN_ROWS'] ?? 10_000)
const watchedRowCount = Math.ceil(rowCount / 10)

type Answer = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

async function post(server: MeasureContext['server'], path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

let count = 0
async function createRevision(server: MeasureContext['server'], kind: string, data: object): Promise<string> {
  const answer = await post(server, `/simple/${kind}s/`, { [kind]: { slug: `run-bench-${count++}`, data } })
  return answer[kind]?.['revision_id'] ?? ''
}

const mock = (key: string) => ({ uri: 'assay:custom:mock:v0', parameters: { key } })
const length = { uri: 'assay:builtin:auto_length_bounds:v0', parameters: { max: 45 } }
const contains = { uri: 'assay:builtin:auto_contains:v0', parameters: { substring: '7' } }

async function startRun(
  server: MeasureContext['server'],
  shape: { readonly rows: number; readonly subjects: number; readonly evaluators: readonly object[] },
): Promise<string> {
  const testcases = Array.from({ length: shape.rows }, (_, at) => ({
    data: { question: `what is ${at}?`, more: 'word '.repeat(at % 7) },
  }))
  const createAll = async (kind: string, payloads: readonly object[]): Promise<object> => {
    const ids: string[] = []
    for (const data of payloads) ids.push(await createRevision(server, kind, data))
    return Object.fromEntries(ids.map((id) => [id, 'auto']))
  }
  const subjects = Array.from({ length: shape.subjects }, () => mock('echo'))
  const { evaluation } = await post(server, '/simple/evaluations/', {
    evaluation: {
      name: `${shape.rows} rows`,
      data: {
        testset_steps: [await createRevision(server, 'testset', { testcases })],
        application_steps: await createAll('application', subjects),
        evaluator_steps: await createAll('evaluator', shape.evaluators),
        concurrency: { batch_size: 50 },
      },
    },
  })
  return evaluation?.['id'] ?? ''
}

const hasMetricCards = `document.querySelector('[aria-label="Metrics of the run"]') !== null`
const hasRows = `document.querySelectorAll('[aria-label="Rows of the run"] [role=row]').length > 10`
const firstRow = `document.querySelector('[aria-label="Rows of the run"] [aria-rowindex="2"]')?.textContent`

/** Waits until the page of an active run shows its metrics, which appear at its end. */
async function watchToEnd({ page, home }: MeasureContext, id: string): Promise<number> {
  const startMs = performance.now()
  await page.goto(`${home}/runs/${id}`)
  await page.getByLabel('Metrics of the run').waitFor({ timeout: 3_600_000 })
  return (performance.now() - startMs) / 1000
}

export async function measureRuns(context: MeasureContext): Promise<void> {
  const { page, home, server, rounds, report, measureAction, measureScrolling } = context
  const shape = { rows: watchedRowCount, subjects: 2, evaluators: [mock('pass'), length, contains] }
  const seconds = await watchToEnd(context, await startRun(server, shape))
  report(`${watchedRowCount} rows x 2 subjects x 3 evaluators: watched to the end, seconds`, '–', [seconds])

  const id = await startRun(server, { rows: rowCount, subjects: 1, evaluators: [length] })
  await watchToEnd(context, id)
  const openTimesMs: number[] = []
  const sortTimesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/runs`)
    await page.getByRole('grid').waitFor()
    await page.waitForLoadState('networkidle')
    openTimesMs.push(await measureAction(page, goTo(home, `/runs/${id}`), `${hasMetricCards} && ${hasRows}`))
    await page.getByRole('columnheader', { name: /^length/ }).waitFor()
    const click = `const before = ${firstRow}
      ;[...document.querySelectorAll('[role=columnheader] button')].find(({ textContent }) => textContent.startsWith('length')).click()`
    // The first click sorts the shortest first; the second one the longest.
    await measureAction(page, click, `document.querySelector('[aria-sort=ascending]') !== null`)
    await page.waitForLoadState('networkidle')
    sortTimesMs.push(await measureAction(page, click, `${firstRow} !== before`))
  }
  report(`run of ${rowCount} rows: numbers and first rows, ms after the click`, '1000', openTimesMs)
  report(`run of ${rowCount} rows: sorted by a metric, ms after the click`, '1000', sortTimesMs)
  await measureScrolling(`run of ${rowCount} rows`, page, '[aria-label="Rows of the run"]')
}
