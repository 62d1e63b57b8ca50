// Filters on the traces page: building, applying, counting, and unfinished traces.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { deep } from './deep.ts'
import { closePage, filteredPath, row, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'
import { ingest, seedTraces } from './seed.ts'

withBrowser()

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

interface SpanSeed {
  readonly trace: string
  readonly name: string
  readonly parent?: string
  readonly startMs?: number
  readonly hasFailed?: boolean
}

const span = ({ trace, name, parent, startMs = Date.now(), hasFailed = false }: SpanSeed) => ({
  trace_id: hex(trace, 32),
  span_id: hex(`${trace} ${name}`, 16),
  ...(parent === undefined ? {} : { parent_id: hex(`${trace} ${parent}`, 16) }),
  span_name: name,
  span_type: 'task',
  start_time: new Date(startMs).toISOString(),
  end_time: new Date(startMs + 100).toISOString(),
  status_code: hasFailed ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
})

test('the builder expresses a condition on a related span with any operator', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Where').selectOption('child')
  await page.getByLabel('Field').fill('span_name')
  await page.getByLabel('Operator').selectOption('endswith')
  await page.getByLabel('Value').fill('_order')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(() => new URL(page.url()).searchParams.get('filter'))
    .toBe('child(span_name endswith _order)')
  await row(page, 'support-agent').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'docs-rag' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove child(span_name endswith _order)' }).click()
  await row(page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

deep('text that is not applied is marked, Escape keeps the focus, and a bare word searches', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  const filter = page.getByLabel('Filter', { exact: true })
  const apply = page.getByRole('button', { name: 'Apply' })
  await filter.fill('shipped')
  await apply.waitFor()
  // The first press closes the suggestions, if there are any; the last one removes the text.
  for (let presses = 0; (await filter.inputValue()) !== '' && presses < 3; presses += 1) {
    await page.keyboard.press('Escape')
  }
  expect(await filter.inputValue()).toBe('')
  expect(await page.locator('input:focus').getAttribute('aria-label')).toBe('Filter')
  await expect.poll(() => apply.count()).toBe(0)
  await filter.fill('shipped')
  await apply.click()
  await page.waitForURL(/filter=shipped/)
  await row(page, 'support-agent').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'docs-rag' }).count()).toBe(0)
  await expect.poll(() => apply.count()).toBe(0)
  await closePage(watchedPage)
})

deep('a trace matches conditions that different spans satisfy', async () => {
  const { key } = await newProject(url())
  await ingest(url(), key, [
    span({ trace: 'both', name: 'outer' }),
    span({ trace: 'both', name: 'inner', parent: 'outer', hasFailed: true }),
    span({ trace: 'fine', name: 'outer' }),
  ])
  const watchedPage = await openWithKey(
    key,
    filteredPath('span_name = outer and status_code = STATUS_CODE_ERROR'),
  )
  const { page } = watchedPage
  await page.getByText('1 trace', { exact: true }).waitFor()
  await page
    .getByLabel('Filter', { exact: true })
    .fill('span(span_name = outer and status_code = STATUS_CODE_ERROR)')
  await page.keyboard.press('Enter')
  await page.getByText('No results for this filter').waitFor()
  await closePage(watchedPage)
})

test('an empty list names the condition that removes most rows, and a button removes it', async () => {
  const { key } = await newProject(url())
  await ingest(
    url(),
    key,
    ['a', 'b', 'c'].map((trace) => span({ trace, name: 'plain' })),
  )
  const watchedPage = await openWithKey(key, filteredPath('span_name = plain and span_type = chat'))
  const { page } = watchedPage
  await page.getByText('there are 3 traces').waitFor()
  await page.getByRole('button', { name: 'Remove this condition' }).click()
  await page.getByText('3 traces', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('filter')).toBe('span_name = plain')
  await closePage(watchedPage)
})

deep('a misspelled field has a suggestion', async () => {
  const watchedPage = await openSignedIn(filteredPath('spn_name = a'), { expected: /400/ })
  await watchedPage.page.getByRole('alert').filter({ hasText: `Did you mean 'span_name'?` }).waitFor()
  await closePage(watchedPage)
})

deep('a trace without its root is listed as running, and the root takes its place', async () => {
  const { key } = await newProject(url())
  const startMs = Date.now()
  await ingest(url(), key, [span({ trace: 'agent', name: 'step', parent: 'agent', startMs })])
  const watchedPage = await openWithKey(key, '/traces')
  const { page } = watchedPage
  await row(page, 'step').filter({ hasText: 'running' }).waitFor()
  await page.getByText('1 trace', { exact: true }).waitFor()
  const tailResponse = page.waitForResponse((response) => response.url().includes('/spans/tail'))
  await page.getByRole('button', { name: 'Live' }).click()
  await tailResponse
  await ingest(url(), key, [span({ trace: 'agent', name: 'agent', startMs: startMs - 1000 })])
  await row(page, 'agent').filter({ hasText: 'ok' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'step' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a search that ended early shows how far it got, and continues', async () => {
  const { key } = await newProject(url())
  await seedTraces(url(), key, 3, 1)
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  const progressSeen = Promise.withResolvers<void>()
  let searches = 0
  await page.route('**/api/spans/query', async (route) => {
    const body = route.request().postDataJSON() as { readonly partial?: boolean; readonly windowing: object }
    if (body.partial !== true) return route.continue()
    searches += 1
    if (searches === 1) {
      const { windowing } = body
      return route.fulfill({
        json: { count: 0, spans: [], windowing, searched_to: '2026-10-01T00:00:00.000000Z' },
      })
    }
    await progressSeen.promise
    return route.continue()
  })
  await page.getByRole('link', { name: 'Traces', exact: true }).click()
  await page.getByText(/^Searched to .*; the search continues…$/).waitFor()
  progressSeen.resolve()
  await page.getByRole('row').nth(1).waitFor()
  await page.getByText('End of the list').waitFor()
  await closePage(watchedPage)
})
