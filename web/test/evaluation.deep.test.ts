// A whole evaluation in an empty project, by mouse and by keyboard.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { violations } from './axe.ts'
import { closePage, goTo, row, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

const poems = 'about,correct_answer\nthe sea,deep\nthe moors,wide\na lighthouse,tall\n'

/** A program that returns its inputs and calls no provider. */
async function fillEchoForm(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Template').selectOption('mock')
  await page.getByLabel(/^Key/).selectOption('echo')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New run' })
const estimate = (page: Page) => dialog(page).getByRole('region', { name: 'Estimate' })

async function waitUntilVerified(page: Page): Promise<void> {
  await page.getByText('All parts are unchanged').waitFor()
}

test('by mouse, a run of a new application and testset with two evaluators is verified, repeated, compared and gated', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/apps')
  const { page } = watchedPage
  const base = page.url().replace(/\/apps$/, '')
  await page.getByRole('button', { name: 'New application' }).first().click()
  await fillEchoForm(page, 'Echo')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/apps\/echo/)

  await page.goto(`${base}/testsets`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const file = { name: 'poems.csv', mimeType: 'text/csv', buffer: Buffer.from(poems) }
  await page.getByLabel(/Choose a file/).setInputFiles(file)
  await page.getByLabel('Testset name').fill('Poems')
  await page.getByRole('button', { name: 'Create testset' }).click()
  await page.getByRole('gridcell').filter({ hasText: 'a lighthouse' }).waitFor()

  await page.getByRole('link', { name: 'New run' }).click()
  await estimate(page).getByText('3', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Add subject' }).click()
  await page.getByRole('menuitem', { name: 'Echo' }).click()
  await page.getByRole('button', { name: 'Add evaluator' }).click()
  await page.getByRole('menuitem', { name: 'Contains', exact: true }).click()
  await dialog(page).getByLabel('substring').fill('sea')
  await page.getByRole('button', { name: 'Add evaluator' }).click()
  await page.getByRole('menuitem', { name: 'Length bounds' }).click()
  await estimate(page).getByText('no previous calls').waitFor()
  // The URL has the whole plan: a colleague opens the same dialog.
  await page.reload()
  expect(await dialog(page).getByLabel('substring').inputValue()).toBe('sea')
  await estimate(page).getByText('6', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start run' }).click()

  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/)
  await page.getByLabel('Metrics of the run').getByText('33%').first().waitFor()
  await page.getByRole('button', { name: 'Manifest' }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await waitUntilVerified(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Run again…' }).click()
  await dialog(page).getByText('Settings').first().click()
  await dialog(page).getByLabel('substring').fill('the')
  await dialog(page).getByText('is committed when the run starts').waitFor()
  await dialog(page).getByLabel('Name').fill('With another word')
  await page.getByRole('button', { name: 'Start run' }).click()
  await page.getByRole('heading', { name: 'With another word' }).waitFor()
  await page.getByLabel('Metrics of the run').getByText('100%').first().waitFor()
  await page.getByText('contains v2').first().waitFor()

  await page.getByRole('link', { name: 'All runs' }).click()
  for (const name of ['echo v1 on poems', 'With another word']) {
    await row(page, name).getByRole('checkbox').click()
  }
  await page.getByRole('button', { name: 'Compare 2' }).click()
  const differences = page.getByRole('region', { name: 'Metric differences' })
  await differences.getByRole('button', { name: 'score contains' }).waitFor()
  await page.getByRole('tab', { name: 'Gate' }).click()
  await page.getByLabel('Metric of rule 1').selectOption({ label: 'score · contains' })
  await page.getByLabel('Bound of rule 1').selectOption({ label: 'is at least' })
  await page.getByLabel('Number of rule 1').fill('2')
  await page.getByText('The run fails').waitFor()
  await page.getByLabel('Number of rule 1').fill('0.1')
  await page.getByText('The run passes').waitFor()
  await closePage(watchedPage)
})

test('by keys alone, a run is started from the palette, verified, repeated, compared and gated', async () => {
  const api = await newProject(url())
  const create = async (kind: string, data: object, name: string): Promise<void> => {
    const { status } = await api.post(`/simple/${kind}s/`, { [kind]: { slug: name, name, data } })
    expect(status).toBe(200)
  }
  await create('testset', { testcases: [{ data: { about: 'the sea' } }] }, 'poems')
  const watchedPage = await openWithKey(api.key, '/apps')
  const { page } = watchedPage
  const { keyboard } = page
  await page.getByText('No applications yet').waitFor()
  await page.getByRole('button', { name: 'New application' }).first().focus()
  await keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await keyboard.type('Echo')
  await page.getByLabel('Template').focus()
  await page.locator('option', { hasText: 'Mock' }).waitFor({ state: 'attached' })
  await keyboard.press('End')
  await page.getByLabel(/^Key/).focus()
  await keyboard.type('echo')
  await page.getByRole('button', { name: 'Create' }).focus()
  await keyboard.press('Enter')
  await page.waitForURL(/\/apps\/echo/)

  await keyboard.press('Control+k')
  await keyboard.type('new run')
  await page.getByRole('option', { name: /^New run/, selected: true }).waitFor()
  await keyboard.press('Enter')
  await dialog(page).getByLabel('Testset', { exact: true }).focus()
  await dialog(page).locator('option', { hasText: 'poems' }).waitFor({ state: 'attached' })
  await keyboard.type('poems')
  await estimate(page).getByText('1', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Add subject' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Echo' }).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove echo' }).waitFor()
  await page.getByRole('button', { name: 'Add evaluator' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'JSON validity' }).waitFor()
  await keyboard.type('JSON val')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove JSON validity' }).waitFor()
  await page.getByRole('button', { name: 'Start run' }).focus()
  await keyboard.press('Enter')
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/)
  await page.getByText('finished', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Manifest' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Verify' }).focus()
  await keyboard.press('Enter')
  await waitUntilVerified(page)
  await keyboard.press('Escape')
  await goTo(page, 'r', '/runs')
  await row(page, 'echo v1 on poems').waitFor()
  await page.getByRole('grid').focus()
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}/)

  await page.getByRole('link', { name: 'Run again…' }).focus()
  await keyboard.press('Enter')
  await dialog(page).getByLabel('Name').focus()
  await keyboard.press('Control+a')
  await keyboard.type('Once more')
  await page.getByRole('button', { name: 'Start run' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Once more' }).waitFor()
  await page.getByText('finished', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Compare with…' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: /echo v1 on poems/ }).waitFor()
  await page.getByLabel('Search runs by name').focus()
  await keyboard.type('echo')
  await keyboard.press('Enter')
  await page.getByRole('region', { name: 'Metric differences' }).waitFor()
  await page.getByRole('tab', { name: 'Differences' }).focus()
  for (const name of ['Agreement', 'Gate']) {
    await keyboard.press('ArrowRight')
    // The focus moves a moment later, and the next key press starts from it.
    await page.getByRole('tab', { name, selected: true }).waitFor()
  }
  await page.getByText('The run passes').waitFor()
  await page.getByLabel('Bound of rule 1').focus()
  await keyboard.type('is at least')
  await page.getByLabel('Number of rule 1').focus()
  await keyboard.press('Control+a')
  await keyboard.type('2')
  await page.getByText('The run fails').waitFor()
  await keyboard.press('Control+a')
  await keyboard.type('0')
  await page.getByText('The run passes').waitFor()
  await closePage(watchedPage)
})

test('a live run takes sampled traces of a query and names the version of the query', async () => {
  const api = await newProject(url())
  const { status } = await api.post('/simple/queries/', {
    query: { slug: 'all', name: 'Everything', data: { filtering: {} } },
  })
  expect(status).toBe(200)
  const watchedPage = await openWithKey(api.key, '/runs')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Start your first run' }).click()
  await page.getByText('Choose a testset or a saved query').waitFor()
  await page.getByRole('button', { name: 'Live traces' }).click()
  await dialog(page).getByLabel('Saved query').selectOption({ label: 'Everything' })
  await dialog(page).getByLabel('Sample (% of traces)').fill('25')
  await dialog(page).getByText('Choose a subject or an evaluator').waitFor()
  await page.getByRole('button', { name: 'Add evaluator' }).click()
  await page.getByRole('menuitem', { name: 'JSON validity' }).click()
  await page.getByRole('button', { name: 'Start live run' }).click()
  await page.getByRole('heading', { name: 'Live: all' }).waitFor()
  const { body } = await api.post('/queries/revisions/retrieve', { query_ref: { slug: 'all' } })
  const { data } = body.query_revision
  expect(data.windowing.rate).toBe(0.25)
  expect(data.filtering.conditions).toEqual([{ field: 'trace_type', operator: 'is', value: 'invocation' }])
  await page.getByRole('button', { name: 'Stop run' }).click()
  await page.getByText('stopped', { exact: true }).first().waitFor()
  await closePage(watchedPage)
})

test('the dialog shows the refusal of the server and stays open; closing it leads back', async () => {
  const api = await newProject(url())
  const { body } = await api.post('/simple/testsets/', {
    testset: { slug: 'none', name: 'none', data: { testcases: [] } },
  })
  await api.post('/simple/applications/', {
    application: {
      slug: 'echo',
      name: 'echo',
      data: { uri: 'assay:custom:mock:v0', parameters: { key: 'echo' } },
    },
  })
  const watchedPage = await openWithKey(api.key, '/testsets/none', { expected: /422/ })
  const { page } = watchedPage
  await page.getByRole('link', { name: 'New run' }).click()
  await page.getByRole('button', { name: 'Add subject' }).click()
  await page.getByRole('menuitem', { name: 'echo' }).click()
  await page.getByRole('button', { name: 'Start run' }).click()
  await dialog(page).getByRole('alert').getByText('has no testcases').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/testsets\/none$/)
  expect(body.testset.slug).toBe('none')
  await closePage(watchedPage)
})
