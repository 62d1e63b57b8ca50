// The list of traces.
import type { Page } from 'playwright-core'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { feedback } from '../../test/support/simple-traces.ts'
import { firstKey } from '../../test/support/process.ts'
import { deep } from './deep.ts'
import {
  base,
  closePage,
  dragRight,
  filteredPath,
  goTo,
  row,
  openSignedIn,
  openWithKey,
  url,
  withBrowser,
} from './pages.ts'
import { ingest } from './seed.ts'

withBrowser()

let spanCount = 0
/** A trace of one span that began just now. */
async function sendTrace(key: string, name: string): Promise<void> {
  spanCount += 1
  const id = createHash('sha256').update(`${name} ${spanCount}`).digest('hex')
  await ingest(url(), key, [
    {
      trace_id: id.slice(0, 32),
      span_id: id.slice(32, 48),
      span_name: name,
      span_type: 'task',
      start_time: new Date().toISOString(),
      end_time: new Date(Date.now() + 5).toISOString(),
    },
  ])
}

test('the list shows traces, and a row opens its trace', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'support-agent').click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await page.getByRole('tree', { name: 'Spans' }).waitFor()
  await page.getByRole('treeitem', { name: /lookup_order/ }).waitFor()
  await closePage(watchedPage)
})

test('a filter is completed while it is typed, and narrows the list; back removes it', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  const filter = page.getByLabel('Filter', { exact: true })
  await filter.click()
  await filter.pressSequentially('span_na')
  await page.getByRole('option', { name: /span_name/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await filter.pressSequentially('= chat')
  await page.keyboard.press('Enter')
  await page.waitForURL(/filter=/)
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'docs-rag' }).count()).toBe(0)
  await row(page, 'chat').waitFor()
  await page.goBack()
  await row(page, 'docs-rag').waitFor()
  expect(await filter.inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => filter.inputValue()).toBe('span_name = chat')
  await closePage(watchedPage)
})

deep('stored values complete a filter', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  await page.keyboard.press('/')
  await page.getByLabel('Filter', { exact: true }).pressSequentially('user_id = user-')
  await page.getByRole('option', { name: /^user-5/ }).waitFor()
  await closePage(watchedPage)
})

deep('the error of a filter is shown below it, with the column in the text', async () => {
  const watchedPage = await openSignedIn('/traces', { expected: /400/ })
  const { page } = watchedPage
  await page.getByLabel('Filter', { exact: true }).fill('span_name = a span_id = b')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: '(column 15)' }).waitFor()
  await closePage(watchedPage)
})

deep('a filter without matches shows the next step', async () => {
  const watchedPage = await openSignedIn(filteredPath('span_name = nowhere'))
  await watchedPage.page.getByText('No results for this filter').waitFor()
  await watchedPage.page.getByRole('button', { name: 'Clear filter' }).last().click()
  await row(watchedPage.page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

deep('a filter is built from conditions without typing, and they are removed again', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Failed' }).click()
  await page.waitForURL(/STATUS_CODE_ERROR/)
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Field').fill('span_name')
  await page.getByLabel('Value').fill('lookup_order')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForURL(/lookup_order/)
  await page.getByRole('button', { name: /^Remove status_code/ }).click()
  await expect
    .poll(() => new URL(page.url()).searchParams.get('filter'))
    .toMatch(/^"?span_name = lookup_order"?$/)
  await closePage(watchedPage)
})

test('the slowest failing trace is two clicks away', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Failed' }).click()
  await page.getByRole('button', { name: /^Duration/ }).click()
  await page.waitForURL(/sort=duration/)
  await page.getByRole('columnheader', { name: 'Duration ↓' }).waitFor()
  const durations = async (): Promise<readonly number[]> => {
    const cells = await page
      .getByRole('row')
      .getByRole('gridcell')
      .filter({ hasText: /^[\d.]+ (ms|s)$/ })
      .allInnerTexts()
    return cells.map((text) => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000))
  }
  await expect.poll(async () => (await durations()).length).toBeGreaterThan(5)
  const visibleDurations = await durations()
  expect(visibleDurations).toEqual(visibleDurations.toSorted((a, b) => b - a))
  await closePage(watchedPage)
})

test('spans are listed, columns are chosen, and a link opens the same list', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Spans' }).click()
  await row(page, 'rerank').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page
    .getByRole('dialog', { name: 'Columns' })
    .getByRole('button', { name: 'User', exact: true })
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'User' }).waitFor()
  const link = page.url()
  await page.goto(base())
  await page.goto(link)
  await page.getByRole('columnheader', { name: 'User' }).waitFor()
  await row(page, 'rerank').waitFor()
  await closePage(watchedPage)
})

deep('dragging over the histogram chooses a range', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  await dragRight(page.getByRole('figure').locator('.u-over'), { from: { x: 500, y: 20 }, byPx: 300 })
  await page.waitForURL(/range=[^&]*(~|%7E)/)
  await row(page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

deep('a range is chosen from the menu', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Last 24 hours' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL(/range=7d/)
  await row(page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

test('the list, a trace and its tree are used by keys alone', async () => {
  const watchedPage = await openSignedIn('')
  const { page } = watchedPage
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await goTo(page, 't', '/traces')
  await row(page, 'support-agent').waitFor()
  await page.getByRole('grid', { name: 'Traces' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await page.getByRole('tree', { name: 'Spans' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor({ state: 'detached' })
  await page.keyboard.press(']')
  await page.goBack()
  await closePage(watchedPage)
})

deep('selected spans are added to a new testset, and annotated together', async () => {
  // The first annotation creates the evaluator; another test may be the first.
  const watchedPage = await openSignedIn(filteredPath('span_name = chat'), { expected: /409/ })
  const { page } = watchedPage
  await row(page, 'chat').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add to testset' }).click()
  await page.getByLabel('Name of the new testset').fill('From the list')
  await page.getByRole('button', { name: 'Add 1 row' }).click()
  await page.getByText('Added 1 row to From the list.').waitFor()
  await page.getByRole('button', { name: 'Annotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Annotate 1 span' })
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await dialog.getByRole('button', { name: 'Annotate' }).click()
  await page.getByText('Annotation saved.').waitFor()
  await closePage(watchedPage)
})

test('selected traces are deleted after a confirmation', async () => {
  const { key } = await newProject(url())
  await sendTrace(key, 'to-delete')
  const watchedPage = await openWithKey(key, '/traces')
  const { page } = watchedPage
  await row(page, 'to-delete').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 trace deleted.').waitFor()
  await page.getByText('No traces in this time range').waitFor()
  await closePage(watchedPage)
})

test('a view is saved under a name, and opens with its filter, focus and range', async () => {
  const watchedPage = await openSignedIn(
    `${filteredPath('span_type = tool or span_type = query')}&focus=spans&range=7d`,
  )
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByLabel('Name of the view').fill('Tools and searches')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Saved Tools and searches/).waitFor()
  await page.goto(`${base()}/traces`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Tools and searches' }).click()
  await page.waitForURL(/focus=spans/)
  expect(new URL(page.url()).searchParams.get('range')).toContain('7d')
  await expect
    .poll(() => page.getByLabel('Filter', { exact: true }).inputValue())
    .toBe('span_type = "tool" or span_type = "query"')
  await closePage(watchedPage)
})

deep('the whole list is exported as a file', async () => {
  const watchedPage = await openSignedIn(filteredPath('span_name = chat'))
  const { page } = watchedPage
  await row(page, 'chat').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'JSON lines' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('default-spans.jsonl')
  await closePage(watchedPage)
})

/** Presses Live, and waits for the stream of new spans. Earlier spans are already in the list. */
async function goLive(page: Page): Promise<void> {
  const tailResponse = page.waitForResponse((response) => response.url().includes('/spans/tail'))
  await page.getByRole('button', { name: 'Live' }).click()
  await tailResponse
}

test('a live list shows new traces on top', async () => {
  const { key } = await newProject(url())
  await sendTrace(key, 'before')
  const watchedPage = await openWithKey(key, '/traces')
  const { page } = watchedPage
  await row(page, 'before').waitFor()
  await goLive(page)
  await sendTrace(key, 'while-looking')
  await row(page, 'while-looking').waitFor()
  expect(await page.getByRole('grid').getByRole('row').nth(1).innerText()).toContain('while-looking')
  await closePage(watchedPage)
})

deep('the current row does not move: a pill shows the number of new traces', async () => {
  const { key } = await newProject(url())
  await sendTrace(key, 'before')
  const watchedPage = await openWithKey(key, '/traces')
  const { page } = watchedPage
  await row(page, 'before').waitFor()
  await goLive(page)
  await row(page, 'before').getByRole('checkbox').check()
  await sendTrace(key, 'later')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'later' }).count()).toBe(0)
  await page.getByRole('button', { name: '1 new' }).click()
  await row(page, 'later').waitFor()
  await closePage(watchedPage)
})

deep(
  'a live list shows traces that are stored while its stream opens, and traces that a request writes',
  async () => {
    const project = await newProject(url())
    await sendTrace(project.key, 'before')
    const watchedPage = await openWithKey(project.key, '/traces')
    const { page } = watchedPage
    await row(page, 'before').waitFor()
    // Delayed until another trace is stored: the list has been read, and the stream is not open yet.
    const storedTrace = Promise.withResolvers<void>()
    await page.route('**/api/spans/tail', async (route) => {
      await storedTrace.promise
      await route.continue()
    })
    const tailRequest = page.waitForRequest('**/api/spans/tail')
    await page.getByRole('button', { name: /live/i }).click()
    await tailRequest
    await sendTrace(project.key, 'in-between')
    storedTrace.resolve()
    await row(page, 'in-between').waitFor()
    await project.post('/simple/traces/', {
      trace: feedback({ references: {}, links: {}, data: { outputs: 'written-at-once' } }),
    })
    await row(page, 'written-at-once').waitFor()
    await closePage(watchedPage)
  },
)

deep('a list that is not live counts newer traces in a pill, which shows them on request', async () => {
  const watchedPage = await openSignedIn(filteredPath('span_name = newcomer'))
  const { page } = watchedPage
  await page.getByText('No results for this filter').waitFor()
  await sendTrace(firstKey, 'newcomer')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row(page, 'newcomer').waitFor()
  await sendTrace(firstKey, 'newcomer')
  await page.getByRole('button', { name: '1 new' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'newcomer' }).count()).toBe(2)
  await closePage(watchedPage)
})
