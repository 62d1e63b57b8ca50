// Comparison of runs: selection in the list, metric differences, rows, and a gate whose command line works.
import { spawn } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { commandLineProgram } from '../../test/support/children.ts'
import { newProject } from '../../test/support/api.ts'
import { makeEvaluatedRun, makeRows } from '../../test/support/evaluated-runs.ts'
import { violations, violationsInAllLooks } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const cities = ['Paris', 'Rome', 'Oslo', 'Lima']
let key: string
let ids: readonly string[]
/** A run over rows of another testset, and one that is active. */
let otherTestsetRun: string
let activeRun: string

beforeAll(async () => {
  const api = await newProject(url(), { seedDefaults: false })
  key = api.key
  const rows = await makeRows(
    api,
    'cities',
    cities.map((city) => ({ city })),
  )
  const otherRows = await makeRows(api, 'others', [{ city: 'Bern' }])
  const run = async (name: string, scores: readonly number[], runRows = rows, changes = {}) => {
    const run = await makeEvaluatedRun(api, {
      testsetRevisionId: runRows.revisionId,
      rows: runRows.ids.map((testcaseId, i) => ({
        testcaseId,
        outputs: [{ score: scores[i], success: (scores[i] ?? 0) > 0.5, strict: (scores[i] ?? 0) > 0.8 }],
      })),
    })
    await api.call('PATCH', `/evaluations/runs/${run.id}`, { run: { id: run.id, name, ...changes } })
    return run.id
  }
  ids = [await run('first try', [0.9, 0.6, 0.7, 0.4]), await run('second try', [0.2, 0.7, 0.7, 0.3])]
  otherTestsetRun = await run('elsewhere', [0.5], otherRows)
  activeRun = await run('under way', [0.9, 0.9, 0.9, 0.9], rows, { status: 'running' })
})

const comparisonPath = (more = '') => `/runs/compare?ids=${ids.join(',')}${more}`

test('runs are chosen in the list and compared; the worst row comes first and leads to its traces', async () => {
  const watchedPage = await openWithKey(key, '/runs')
  const { page } = watchedPage
  for (const name of ['first try', 'second try']) await row(page, name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Compare 2' }).click()
  await page
    .getByRole('region', { name: 'Metric differences' })
    .getByRole('button', { name: 'score exact' })
    .click()
  await page.getByText('3 different rows by score').waitFor()
  const grid = page.getByRole('grid', { name: 'Compared rows' })
  expect(await grid.getByRole('row').nth(1).innerText()).toContain('Paris')
  await page.getByLabel('Only differences').uncheck()
  await row(page, 'Oslo').waitFor()
  await row(page, 'Paris').click()
  const detail = page.getByRole('article', { name: 'Row' })
  await detail.getByRole('region', { name: 'Output of second try' }).waitFor()
  await page.reload()
  await detail.getByRole('link', { name: 'Trace' }).first().click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await closePage(watchedPage)
})

deep('a metric is selected, and a row opened and closed, by keys alone', async () => {
  const watchedPage = await openWithKey(key, `/runs/${ids[1]}`)
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Compare with…' }).press('Enter')
  await page.getByLabel('Search runs by name').fill('first')
  await page.getByRole('button', { name: /first try/ }).waitFor()
  await page.getByLabel('Search runs by name').press('Enter')
  await page.waitForURL(/runs\/compare/)
  await page.getByRole('button', { name: 'score exact' }).press('Enter')
  const grid = page.getByRole('grid', { name: 'Compared rows' })
  await grid.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Row' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Row' }).waitFor({ state: 'detached' })
  await closePage(watchedPage)
})

deep('for three runs the rows show the baseline and the selected run', async () => {
  const watchedPage = await openWithKey(key, `/runs/compare?ids=${[...ids, activeRun].join(',')}`, {
    expected: /409/,
  })
  const { page } = watchedPage
  await page.getByText('running: rows are missing').waitFor()
  await page.getByRole('button', { name: 'score exact' }).click()
  await page.getByText('3 different rows by score').waitFor()
  await page.getByRole('button', { name: 'Show' }).nth(1).click()
  await page.getByText('3 different rows by score').waitFor()
  await page.getByRole('img', { name: 'Cumulative distribution of first try and under way' }).waitFor()
  await page.getByRole('tab', { name: 'Gate' }).click()
  await page.getByText('A gate needs finished runs').waitFor()
  await closePage(watchedPage)
})

deep('deleted runs are omitted, and rows of other testsets are matched or marked', async () => {
  const unknownId = '01a1e39a-b590-78b0-906a-cf0185200000'
  const watchedPage = await openWithKey(key, `/runs/compare?ids=${ids[0]},${unknownId},nonsense`, {
    expected: /status of 40[04]/,
  })
  const { page } = watchedPage
  await page.getByText('Some runs were not found').waitFor()
  await page.getByRole('button', { name: 'Compare the others' }).click()
  await page.getByText('Add another run').waitFor()
  await page.goto(page.url().replace(/ids=.*/, `ids=${ids[0]},${otherTestsetRun}`))
  await page.getByText('These runs have different rows').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Match by dedup id' }).click()
  await page.getByText('No common rows').waitFor()
  await closePage(watchedPage)
})

/** The exit code of the pasted command. */
const runCommand = (line: string): Promise<number | null> =>
  new Promise((resolve) => {
    const script = `assay() { "${process.execPath}" "${commandLineProgram}" "$@"; }\n${line}`
    const child = spawn('bash', ['-c', script], {
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ASSAY_API_KEY: key },
      stdio: 'ignore',
    })
    child.once('exit', resolve)
  })

deep(
  'a gate is evaluated while it is edited, and both of its command lines give the same verdict',
  async () => {
    const watchedPage = await openWithKey(key, comparisonPath('&tab=gate'))
    const { page } = watchedPage
    const commandOf = (name: string) =>
      page.getByRole('region', { name, exact: true }).locator('pre').innerText()
    await page.getByText(/The run (passes|fails)/).waitFor()
    const score = page.getByLabel('Metric of rule 1')
    await score.selectOption({ label: 'score · exact' })
    await page.getByLabel('Bound of rule 1').selectOption({ label: 'is at least' })
    await page.getByLabel('Number of rule 1').fill('0.9')
    await page.getByText('The run fails').waitFor()
    expect([await runCommand(await commandOf('assay')), await runCommand(await commandOf('curl'))]).toEqual([
      1, 1,
    ])
    await page.getByLabel('Number of rule 1').fill('0.4')
    await page.getByText('The run passes').waitFor()
    expect([await runCommand(await commandOf('assay')), await runCommand(await commandOf('curl'))]).toEqual([
      0, 0,
    ])
    await page.reload()
    expect(await page.getByLabel('Number of rule 1').inputValue()).toBe('0.4')
    await closePage(watchedPage)
  },
)

test('axe finds nothing on a comparison, the agreement of evaluators and the gate', async () => {
  const watchedPage = await openWithKey(key, comparisonPath())
  const { page } = watchedPage
  await row(page, 'Paris').click()
  await page.getByRole('article', { name: 'Row' }).locator('pre').first().waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await page.getByRole('tab', { name: 'Agreement' }).click()
  await page.getByText('Changed verdicts').waitFor()
  await page.getByText('first try').nth(1).waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await page.getByRole('tab', { name: 'Gate' }).click()
  await page.getByText(/The run (passes|fails)/).waitFor()
  expect(await violationsInAllLooks(page)).toEqual([])
  await closePage(watchedPage)
})
