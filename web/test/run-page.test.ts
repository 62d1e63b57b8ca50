// The page of a run: failures by reason, retry of a cell, added rows and evaluators, the trace pane, and export.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { violations } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let api: Api
let runId: string
let program: Server
/** The input that the program refuses. */
const refusedInputs = new Set(['the moors'])

const create = async (kind: string, slug: string, data: object): Promise<string> => {
  const { status, body } = await api.post(`/simple/${kind}s/`, { [kind]: { slug, name: slug, data } })
  expect(status).toBe(200)
  return body[kind].revision_id
}

beforeAll(async () => {
  program = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { inputs: { about: string } } }
      response.writeHead(refusedInputs.has(data.inputs.about) ? 418 : 200, {
        'content-type': 'application/json',
      })
      response.end(JSON.stringify({ data: { outputs: `a poem about ${data.inputs.about}` } }))
    })
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  const { port } = program.address() as AddressInfo
  api = await newProject(url())
  const poems = ['the sea', 'the moors', '=a lighthouse'].map((about) => ({ data: { about } }))
  await create('testset', 'more', { testcases: [{ data: { about: 'a late one' } }] })
  const data = {
    testset_steps: [await create('testset', 'poems', { testcases: poems })],
    application_steps: { [await create('application', 'poet', { url: `http://127.0.0.1:${port}` })]: 'auto' },
    evaluator_steps: {
      [await create('evaluator', 'long', {
        uri: 'assay:builtin:auto_length_bounds:v0',
        parameters: { max: 18 },
      })]: 'auto',
    },
  }
  const { body } = await api.post('/simple/evaluations/', { evaluation: { name: 'Poems', data } })
  runId = body.evaluation.id
})

afterAll(() => program.close())

test('failures are grouped by reason; one of them shows its rows, and a single cell is retried', async () => {
  const watchedPage = await openWithKey(api.key, `/runs/${runId}`)
  const { page } = watchedPage
  const failures = page.getByRole('region', { name: 'Failures by reason' })
  await failures.getByRole('button', { name: /1 http status poet/ }).click()
  await page.waitForURL(/failed=http_status/)
  await row(page, 'the sea').waitFor({ state: 'detached' })
  await row(page, 'the moors').click({ position: { x: 10, y: 10 } })
  const detail = page.getByRole('article', { name: 'Row' })
  refusedInputs.clear()
  const poet = detail.getByRole('region', { name: /poet/ })
  await poet.getByText('418').first().waitFor()
  await poet.getByRole('button', { name: 'Retry cell' }).click()
  await poet.getByText('a poem about the moors').first().waitFor()
  await detail.getByRole('region', { name: /long/ }).getByText('no', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show all rows' }).click()
  await failures.waitFor({ state: 'detached' })
  await row(page, 'the sea').waitFor()
  await closePage(watchedPage)
})

deep(
  'a cell opens its trace beside the table; the URL has the cell, and the browser stores the width',
  async () => {
    const watchedPage = await openWithKey(api.key, `/runs/${runId}`)
    const { page } = watchedPage
    await row(page, 'the sea').getByTitle('Show trace').first().click()
    await page.waitForURL(/step=application-/)
    const spans = page.getByRole('list', { name: 'Spans of the trace' })
    await spans.getByRole('button', { name: /poet/ }).waitFor()
    await page.getByRole('article', { name: 'Row' }).getByText('a poem about the sea').first().waitFor()
    expect(await violations(page)).toEqual([])
    const bar = page.getByRole('separator', { name: 'Resize panes' })
    await bar.focus()
    await page.keyboard.press('ArrowLeft')
    const width = await bar.getAttribute('aria-valuenow')
    await page.reload()
    await spans.waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe(width)
    await closePage(watchedPage)
  },
)

test('evaluators and rows are added to a run, which computes the missing cells', async () => {
  const watchedPage = await openWithKey(api.key, `/runs/${runId}`)
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Evaluators…' }).click()
  await page.getByRole('button', { name: 'Add evaluator' }).click()
  await page.getByRole('menuitem', { name: 'Starts with' }).click()
  await page.getByRole('dialog').getByLabel('prefix').fill('a poem')
  await page.getByRole('button', { name: 'Add and evaluate' }).click()
  await page.getByLabel('Metrics of the run').getByText('starts-with').first().waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Testset rows…' }).click()
  await page.getByLabel('Testset', { exact: true }).selectOption('more')
  await page.getByRole('checkbox', { name: /a late one/ }).check()
  await page.getByRole('button', { name: 'Use 1 row' }).click()
  await row(page, 'a late one').getByText('a poem about a late one').waitFor()
  await row(page, 'a late one').getByText('no', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Manifest' }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('All parts are unchanged').waitFor()
  await closePage(watchedPage)
})

deep('rows are sorted and filtered by metrics, which the URL stores', async () => {
  const watchedPage = await openWithKey(api.key, `/runs/${runId}`)
  const { page } = watchedPage
  const order = page.getByLabel('Sort rows by')
  const firstRow = page.getByRole('grid').locator('[aria-rowindex="2"]')
  await order.selectOption({ label: 'length · long, lowest first' })
  await firstRow.filter({ hasText: 'the sea' }).waitFor()
  await order.selectOption({ label: 'length · long, highest first' })
  await firstRow.filter({ hasText: 'a lighthouse' }).waitFor()
  await page.reload()
  await firstRow.filter({ hasText: 'a lighthouse' }).waitFor()
  await page.getByRole('columnheader', { name: 'long', exact: true }).getByRole('button').click()
  await page.waitForURL(/sort=evaluator-[^&]*success/)
  await order.selectOption({ label: 'length · long, highest first' })
  await page.waitForURL(/sort=-evaluator-[^&]*length/)
  await page.getByRole('button', { name: 'Filter rows' }).click()
  await page.getByLabel('Metric', { exact: true }).selectOption({ label: 'length · long' })
  await page.getByLabel('Value').fill('20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await firstRow.filter({ hasText: 'the sea' }).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove length · long ≤ 20' }).click()
  await firstRow.filter({ hasText: 'a lighthouse' }).waitFor()
  await closePage(watchedPage)
})

deep('the rows are exported as CSV without formulas, or as JSON lines', async () => {
  const watchedPage = await openWithKey(api.key, `/runs/${runId}`)
  const { page } = watchedPage
  const download = async (name: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export rows' }).click()
    const downloadEvent = page.waitForEvent('download')
    await page.getByRole('menuitem', { name, exact: true }).click()
    return text(await (await downloadEvent).createReadStream())
  }
  const csv = await download('CSV for spreadsheets')
  expect(csv.split('\r\n')[0]).toContain('about,')
  expect(csv).toContain(",'=a lighthouse,")
  const lines = (await download('JSON lines'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines[0]).toMatchObject({
    about: 'the sea',
    'poet v1: output': 'a poem about the sea',
    'long v1: score': 0,
  })
  await closePage(watchedPage)
})
