// A testset of 1,000,000 rows (BENCH_ROWS sets another number) in the grid: opened, jumped through, scrolled; and the
// comparison of two of its versions of which ten rows differ.
import type { MeasureContext } from './graph.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const changedRowCount = 10
const slug = 'grid-bench'

async function post(
  server: MeasureContext['server'],
  path: string,
  body: object | FormData,
): Promise<Response> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `ApiKey ${server.key}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer
}

function csvFile(): Blob {
  const parts: string[] = ['number,question,answer,category\n']
  let part = ''
  for (let at = 1; at <= rows; at++) {
    part += `${at},"What is the answer to question number ${at}, and why?",The answer is ${at * 7},category ${at % 50}\n`
    if (at % 20_000 !== 0 && at !== rows) continue
    parts.push(part)
    part = ''
  }
  return new Blob(parts)
}

interface TestsetList {
  readonly testsets: readonly { readonly id: string }[]
}

interface RowList {
  readonly testcases: readonly { readonly id: string; readonly data: Readonly<Record<string, string>> }[]
}

/** Version 1 has the rows of a file; version 2 changes ten of them, spread over the list. */
async function fillTestset(server: MeasureContext['server']): Promise<void> {
  const query = { testset_refs: [{ slug }] }
  const existing = (await (await post(server, '/testsets/query', query)).json()) as TestsetList
  if (existing.testsets.length > 0) return
  const form = new FormData()
  form.append('testset_slug', slug)
  form.append('file', csvFile(), 'rows.csv')
  await (await post(server, '/simple/testsets/upload', form)).arrayBuffer()
  const testsets = (await (await post(server, '/testsets/query', query)).json()) as TestsetList
  const replace: object[] = []
  for (let at = 0; at < changedRowCount; at++) {
    const offset = Math.floor(((at + 0.5) * rows) / changedRowCount)
    const window = { testset_ref: { slug }, windowing: { offset, limit: 1 } }
    const { testcases } = (await (await post(server, '/testcases/query', window)).json()) as RowList
    const [row] = testcases
    if (row !== undefined) replace.push({ id: row.id, data: { ...row.data, answer: `changed ${at}` } })
  }
  const commit = { testset_id: testsets.testsets[0]?.id, message: 'ten rows', delta: { rows: { replace } } }
  const body = { testset_revision_commit: commit, include_testcases: false, include_testcase_ids: false }
  await (await post(server, '/testsets/revisions/commit', body)).arrayBuffer()
}

/** Navigates like a link, without reloading the page. */
export const goTo = (home: string, path: string): string =>
  `history.pushState(history.state, '', '${new URL(home).pathname}${path}')
   dispatchEvent(new PopStateEvent('popstate', { state: history.state }))`

const firstCell = `document.querySelector('[role=grid] [role=gridcell]')`
const isDrawn = `${firstCell} !== null && document.querySelector('[role=grid] [data-waiting=true]') === null`

export async function measureGrid({
  page,
  home,
  server,
  rounds,
  report,
  measureAction,
  measureScrolling,
}: MeasureContext) {
  await fillTestset(server)
  const name = `${rows.toLocaleString('en')} rows`
  const openTimesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/testsets`)
    await page.getByRole('grid').getByText(slug).first().waitFor()
    await page.waitForLoadState('networkidle')
    openTimesMs.push(
      await measureAction(
        page,
        goTo(home, `/testsets/${slug}`),
        `document.querySelector('[role=grid][aria-rowcount="${rows + 1}"]') !== null && ${isDrawn}`,
      ),
    )
  }
  report(`${name}: grid drawn, ms after the link`, '–', openTimesMs)
  const jumps: number[] = []
  for (let round = 0; round < 20; round++) {
    jumps.push(
      await measureAction(
        page,
        `const grid = document.querySelector('[role=grid]')
         const first = ${firstCell}.textContent
         grid.scrollTop = grid.scrollHeight * ${((round * 7) % 20) / 20 + 0.013}`,
        `${isDrawn} && ${firstCell}.textContent !== first`,
      ),
    )
    await page.waitForTimeout(200)
  }
  report(`${name}: any row on the screen, ms after a jump`, '150', jumps)
  await measureScrolling(name, page, '[role=grid]')
  report(`${name}: rows in the DOM`, '200', [await page.getByRole('row').count()])
  const compareTimesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${home}/testsets`)
    await page.getByRole('grid').getByText(slug).first().waitFor()
    await page.waitForLoadState('networkidle')
    compareTimesMs.push(
      await measureAction(
        page,
        goTo(home, `/testsets/${slug}/diff/1..2`),
        `document.querySelectorAll('[role=grid][aria-label=Changes] [role=row]').length > ${changedRowCount}`,
      ),
    )
  }
  report(
    `${name}, ${changedRowCount} changed: first rows of the comparison, ms after the link`,
    '500',
    compareTimesMs,
  )
}
