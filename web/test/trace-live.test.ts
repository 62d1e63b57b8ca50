// An unfinished trace: it is marked, followed live, and the reading position stays.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { deep } from './deep.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'
import { ingest } from './seed.ts'

withBrowser()

const traceId = 'a11ce'.padEnd(32, '0')
const rootId = 'a0'.padEnd(16, '0')
const idOf = (at: number): string => (at + 0x1000).toString(16).padStart(16, '0')

/** A step of an agent; steps follow each other by 100 ms. */
const step = (at: number, startMs: number, fields: object = {}): object => ({
  trace_id: traceId,
  span_id: idOf(at),
  parent_id: rootId,
  span_name: `step ${at}`,
  span_type: 'tool',
  start_time: new Date(startMs + at * 100).toISOString(),
  end_time: new Date(startMs + at * 100 + 80).toISOString(),
  attributes: { ag: { data: { outputs: `result ${at}` } } },
  ...fields,
})

const rootOf = (startMs: number): object => ({
  trace_id: traceId,
  span_id: rootId,
  span_name: 'hanging-agent',
  span_type: 'agent',
  start_time: new Date(startMs).toISOString(),
  end_time: new Date(startMs + 9000).toISOString(),
})

const steps = (from: number, to: number, startMs: number): readonly object[] =>
  Array.from({ length: to - from }, (_, at) => step(from + at, startMs))

const topOf = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('treeitem')
    .filter({ hasText: name })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('spans without a root are below a placeholder, which the root replaces when it arrives', async () => {
  const { key } = await newProject(url())
  const startMs = Date.now() - 10_000
  await ingest(url(), key, steps(0, 3, startMs))
  const watchedPage = await openWithKey(key, `/traces/${traceId}`, { hasOwnClock: true })
  const { page } = watchedPage
  // The notice of a growing trace ends half a minute after its last span.
  await page.clock.setFixedTime(Date.now())
  await page.getByText('Running', { exact: true }).waitFor()
  await page.getByText(/last span (now|\d+[sm] ago)/).waitFor()
  const placeholder = page.getByRole('treeitem', { name: /Missing span/ })
  await placeholder.waitFor()
  await page.getByText('This span has not arrived').waitFor()
  await page.getByText('3 spans', { exact: true }).waitFor()
  await page.getByRole('treeitem', { name: /step 1/ }).click()
  await page.getByRole('article', { name: 'Span step 1' }).waitFor()
  await ingest(url(), key, [step(3, startMs), rootOf(startMs)])
  await page.getByRole('treeitem', { name: /hanging-agent/ }).waitFor()
  await page.getByRole('treeitem', { name: /step 3/ }).waitFor()
  expect(await placeholder.count()).toBe(0)
  // The selection stays.
  await page.getByRole('article', { name: 'Span step 1' }).waitFor()
  expect(await page.locator('[role=treeitem][aria-selected=true]').innerText()).toContain('step 1')
  await page.getByText('Receiving spans', { exact: true }).waitFor()
  await closePage(watchedPage)
})

test('spans that arrive above do not move the current row, and folded rows stay folded', async () => {
  const { key } = await newProject(url())
  const startMs = Date.now() - 30_000
  const inner = (at: number): object =>
    step(200 + at, startMs - 15_000, { parent_id: idOf(50), span_name: `inner ${at}` })
  await ingest(url(), key, [...steps(50, 120, startMs), inner(0), inner(1)])
  const watchedPage = await openWithKey(key, `/traces/${traceId}`)
  const { page } = watchedPage
  await page.getByRole('treeitem', { name: /step 50/ }).click()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.getByRole('treeitem', { name: /inner/ }).count()).toBe(0)
  await page.getByLabel('Find in this trace').fill('step 100')
  await page.getByRole('article', { name: 'Span step 100' }).waitFor()
  const topBefore = await topOf(page, 'step 100')
  // These spans are older than all others, so they are at the top.
  await ingest(url(), key, steps(0, 20, startMs))
  await page.getByText('92 spans', { exact: true }).waitFor()
  await expect.poll(() => topOf(page, 'step 100')).toBe(topBefore)
  await page.getByRole('article', { name: 'Span step 100' }).waitFor()
  await page.getByRole('tree').press('Home')
  await page.getByRole('treeitem', { name: /step 0/ }).waitFor()
  expect(await page.getByRole('treeitem', { name: /inner/ }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a root that never arrived is shown as missing, and a finished trace has no notice', async () => {
  const { key } = await newProject(url())
  const startMs = Date.now() - 3 * 3_600_000
  await ingest(url(), key, steps(0, 2, startMs))
  const watchedPage = await openWithKey(key, `/traces/${traceId}`, { hasOwnClock: true })
  const { page } = watchedPage
  // As in lists, the time of arrival matters, not the age of the spans.
  await page.getByText('Running', { exact: true }).waitFor()
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000)
  await page.reload()
  await page.getByText('Root missing', { exact: true }).waitFor()
  await page.getByText(/last span 2h ago|last span 3h ago/).waitFor()
  await ingest(url(), key, [rootOf(startMs)])
  await page.reload()
  await page.getByRole('treeitem', { name: /hanging-agent/ }).waitFor()
  expect(await page.getByText(/Root missing|Running|Receiving/).count()).toBe(0)
  await closePage(watchedPage)
})

deep('the page of an unknown id shows its spans when they arrive', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, `/traces/${traceId}`)
  const { page } = watchedPage
  await page.getByText('Trace not found').waitFor()
  await ingest(url(), key, [rootOf(Date.now() - 9000)])
  await page.getByRole('treeitem', { name: /hanging-agent/ }).waitFor()
  await closePage(watchedPage)
})
