// The selected span: its attributes, long texts, links, the list around it, a second trace beside it; and all of it on
// a phone.
import { beforeAll, expect, test } from 'vitest'
import { firstKey } from '../../test/support/process.ts'
import { chainOf, hostileId, hostileSpanId, longText } from './deep-trace.ts'
import { deep } from './deep.ts'
import { closePage, row, openSignedIn, url, withBrowser } from './pages.ts'
import { ingest, traceIdOf } from './seed.ts'

withBrowser()

const name = 'hostile span to read'
const hostile = `/traces/${hostileId(name)}?span=${hostileSpanId(name, 20)}`

beforeAll(async () => {
  await ingest(url(), firstKey, chainOf(name, { levels: 30 }))
})

test('attributes are searched and grouped, show no encodings, and long ones can be expanded', async () => {
  const watchedPage = await openSignedIn(`${hostile}&tab=attributes`)
  const { page } = watchedPage
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('region', { name: 'ag.data' }).waitFor()
  await panel.getByText('{"inner": [1, 2]}', { exact: true }).waitFor()
  expect(await panel.getByText('@ag.type').count()).toBe(0)
  expect(await panel.getByText('THE VERY END').count()).toBe(0)
  const search = page.getByLabel('Search attributes')
  await search.fill('LONG_TEXT')
  await expect.poll(() => panel.getByRole('row').count()).toBe(1)
  await panel.getByRole('button', { name: /^Show all 6,612 characters/ }).click()
  await panel.getByText('THE VERY END').waitFor()
  await page.getByRole('button', { name: 'Copy long_text' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(longText)
  await search.fill('care')
  await panel.getByRole('row').filter({ hasText: 'team' }).waitFor()
  await search.fill('nowhere at all')
  await panel.getByText('No attribute contains this text.').waitFor()
  await closePage(watchedPage)
})

deep('a value filters the list, and its key is a column of it', async () => {
  const watchedPage = await openSignedIn(`${hostile}&tab=attributes&range=7d`)
  const { page } = watchedPage
  await page.getByRole('link', { name: 'Filter by team', exact: true }).click()
  await page.waitForURL((address) => address.searchParams.get('filter') === 'attributes.team = "care"')
  expect(new URL(page.url()).searchParams.get('range')).toBe('7d')
  await page.goBack()
  await page.getByRole('link', { name: 'Show team as a column', exact: true }).click()
  await page.waitForURL((address) => /attributes\.team/.test(address.searchParams.get('columns') ?? ''))
  await closePage(watchedPage)
})

deep('truncated texts of a JSON tree can be expanded', async () => {
  const watchedPage = await openSignedIn(`${hostile}&tab=raw`)
  const { page } = watchedPage
  const raw = page.getByRole('region', { name: 'Span JSON' })
  const toggle = raw.getByRole('button', { name: 'Expand long_text' })
  await toggle.first().click()
  await raw.getByRole('button', { name: 'Hide 6,612 characters' }).first().waitFor()
  // Only the rows on the screen are rendered.
  const scrollAndCount = async (): Promise<number> => {
    await raw.evaluate((element) => element.scrollBy(0, 200))
    return raw.getByText('THE VERY END').count()
  }
  await expect.poll(scrollAndCount).toBeGreaterThan(0)
  await closePage(watchedPage)
})

deep('the model of a span is a link to the traces with it', async () => {
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}`)
  const { page } = watchedPage
  await page.getByRole('treeitem', { name: /answer/ }).click()
  await page.getByRole('article').getByRole('link', { name: 'gpt-4o', exact: true }).click()
  await page.waitForURL(
    (address) => address.searchParams.get('filter') === 'attributes.ag.meta.request.model = "gpt-4o"',
  )
  await closePage(watchedPage)
})

deep('next and previous follow the sort of the list', async () => {
  const watchedPage = await openSignedIn('/traces?sort=duration&filter=span_name%20%3D%20lookup_order')
  const { page } = watchedPage
  await row(page, 'support-agent').click()
  await page.getByRole('article').waitFor()
  const durationMs = async (): Promise<number> => {
    const text = await page.getByRole('treeitem').first().innerText()
    const [, value = '', unit = ''] = /([\d.]+) (ms|s)/.exec(text) ?? []
    return Number(value) * (unit === 's' ? 1000 : 1)
  }
  const first = await durationMs()
  const urlBefore = page.url()
  await expect.poll(() => page.getByRole('button', { name: 'Next trace of the list' }).isEnabled()).toBe(true)
  await page.keyboard.press(']')
  await expect.poll(() => page.url()).not.toBe(urlBefore)
  await page.getByRole('article').waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('duration')
  expect(await durationMs()).toBeLessThanOrEqual(first)
  await expect
    .poll(() => page.getByRole('button', { name: 'Previous trace of the list' }).isEnabled())
    .toBe(true)
  await page.keyboard.press('[')
  await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(urlBefore).pathname)
  await closePage(watchedPage)
})

deep('two traces are aligned span by span, and a row shows its differences', async () => {
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}?tab=compare&with=${traceIdOf(107)}`)
  const { page } = watchedPage
  const both = page.getByRole('region', { name: 'Both traces, span by span' })
  await both.getByRole('button', { name: /support-agent/ }).waitFor()
  expect(await both.getByRole('listitem').count()).toBe(5)
  await both.getByRole('button', { name: /lookup_order/ }).click()
  await page.waitForURL(/span=/)
  await page.getByRole('row', { name: /Errors/ }).waitFor()
  await page.getByRole('region', { name: 'Differences of outputs' }).waitFor()
  await closePage(watchedPage)
})

deep('on a phone the content has the height of the page, and so has the tree when it is opened', async () => {
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}`, { width: 390, height: 844 })
  const { page } = watchedPage
  const heightOf = (role: 'article' | 'tree'): Promise<number> =>
    page.getByRole(role).evaluate((element) => element.getBoundingClientRect().height)
  await page.getByRole('article').waitFor()
  expect(await page.getByRole('tree').count()).toBe(0)
  expect(await heightOf('article')).toBeGreaterThan(844 * 0.75)
  await page.getByRole('button', { name: /^Spans/ }).click()
  await page.getByRole('tree').waitFor()
  expect(await heightOf('tree')).toBeGreaterThan(844 * 0.65)
  await page.getByRole('treeitem', { name: /answer/ }).click()
  await page.getByRole('article', { name: 'Span answer' }).waitFor()
  await closePage(watchedPage)
})
