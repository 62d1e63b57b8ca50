// Search inside a trace: by text, by errors, and in trees that are deeper than the page is wide.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { firstKey } from '../../test/support/process.ts'
import { chainOf, hostileId, hostileName, hostileSpanId } from './deep-trace.ts'
import { deep } from './deep.ts'
import { closePage, dragRight, filteredPath, row, openSignedIn, url, withBrowser } from './pages.ts'
import { ingest, traceIdOf } from './seed.ts'

withBrowser()

const traceName = 'deep tree to find in'
const deepPath = `/traces/${hostileId(traceName)}`

beforeAll(async () => {
  await ingest(url(), firstKey, chainOf(traceName, { levels: 30, failingLevels: [5, 20, 25] }))
})

const selectedName = (page: Page): Promise<string | null> =>
  page.locator('[role=treeitem][aria-selected=true]').textContent()
const field = (page: Page) => page.getByLabel('Find in this trace')

test('content of a span that was never opened is found by a part of a word, and the tree unfolds to it', async () => {
  const watchedPage = await openSignedIn(deepPath)
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Collapse all', exact: true }).click()
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
  await page.keyboard.press('/')
  await field(page).fill('needle in the hay')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toContain(`span=${hostileSpanId(traceName, 20)}`)
  // The name is shown as stored: markup is not rendered, and control characters do not reverse the text.
  const match = page.locator('[role=treeitem][aria-selected=true]')
  await match.waitFor()
  expect(await selectedName(page)).toContain(hostileName)
  await expect.poll(() => match.evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(true)
  await closePage(watchedPage)
})

test('Enter and Shift+Enter go through all matches, Escape clears', async () => {
  const watchedPage = await openSignedIn(deepPath)
  const { page } = watchedPage
  await field(page).fill('out 1')
  // The matches are levels 1 and 10 to 19, by their outputs alone.
  await page.getByText('1 of 11', { exact: true }).waitFor()
  await field(page).press('Enter')
  await page.getByText('2 of 11', { exact: true }).waitFor()
  await expect.poll(() => selectedName(page)).toContain('level 10')
  await field(page).press('Shift+Enter')
  await field(page).press('Shift+Enter')
  await page.getByText('11 of 11', { exact: true }).waitFor()
  await expect.poll(() => selectedName(page)).toContain('level 19')
  await page.getByRole('button', { name: 'Next match' }).click()
  await page.getByText('1 of 11', { exact: true }).waitFor()
  await field(page).press('Escape')
  await expect.poll(() => field(page).inputValue()).toBe('')
  expect(await page.getByText(/of 11/).count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('tree')
  await closePage(watchedPage)
})

deep(
  'keys of attributes, types and status messages are found; without a match there is a message',
  async () => {
    const watchedPage = await openSignedIn(deepPath)
    const { page } = watchedPage
    await field(page).fill('odd key/with')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await field(page).fill('gave up')
    await page.getByText(/of 3$/).waitFor()
    await field(page).fill('agent')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await field(page).fill('nowhere "at all"')
    await page.getByText('No matches').waitFor()
    await closePage(watchedPage)
  },
)

deep('the number of errors is a button that steps through them, as a key does', async () => {
  const watchedPage = await openSignedIn(deepPath)
  const { page } = watchedPage
  const errors = page.getByRole('button', { name: /^3 errors/ })
  await errors.click()
  await expect.poll(() => selectedName(page)).toContain('level 5')
  await page.getByText('1 of 3').waitFor()
  await errors.click()
  await expect.poll(() => selectedName(page)).toContain(hostileName)
  await page.getByRole('tree').focus()
  await page.keyboard.press('e')
  await expect.poll(() => selectedName(page)).toContain('level 25')
  await page.keyboard.press('e')
  await expect.poll(() => selectedName(page)).toContain('level 5')
  await page.keyboard.press('Shift+E')
  await expect.poll(() => selectedName(page)).toContain('level 25')
  await closePage(watchedPage)
})

deep('opened from a list of failures, a trace shows where the failure began', async () => {
  const watchedPage = await openSignedIn(
    filteredPath('status_code = STATUS_CODE_ERROR and span_name = lookup_order'),
  )
  const { page } = watchedPage
  await row(page, 'support-agent').click()
  await page.getByRole('article', { name: 'Span lookup_order' }).waitFor()
  await expect.poll(() => selectedName(page)).toContain('lookup_order')
  await closePage(watchedPage)
})

deep(
  'a deep tree stays readable: its indentation ends, levels are numbers, and ancestors are links',
  async () => {
    const watchedPage = await openSignedIn(`${deepPath}?span=${hostileSpanId(traceName, 28)}`)
    const { page } = watchedPage
    const leftOf = (name: string): Promise<number> =>
      page
        .getByRole('treeitem')
        .filter({ hasText: name })
        .getByText(name, { exact: true })
        .evaluate((element) => element.getBoundingClientRect().left)
    await page.getByRole('article', { name: 'Span level 28' }).waitFor()
    expect(await leftOf('level 28')).toBe(await leftOf('level 24'))
    const crumbs = page.getByRole('navigation', { name: 'Ancestors' })
    expect(await crumbs.getByRole('button').allTextContents()).toEqual([
      'level 0',
      '… 24 more',
      'level 25',
      'level 26',
      'level 27',
    ])
    await crumbs.getByRole('button', { name: '… 24 more' }).click()
    await crumbs.getByRole('button', { name: 'level 7', exact: true }).click()
    await page.getByRole('article', { name: 'Span level 7' }).waitFor()
    await closePage(watchedPage)
  },
)

deep('the column of names is widened by keys and by dragging, and its width is stored', async () => {
  const watchedPage = await openSignedIn(deepPath)
  const { page } = watchedPage
  const edge = page.getByRole('separator', { name: 'Width of the names' })
  const widthOf = (): Promise<number> =>
    edge.evaluate((element) => Math.round(element.parentElement?.getBoundingClientRect().width ?? 0))
  await edge.focus()
  const widthBefore = await widthOf()
  await page.keyboard.press('ArrowRight')
  await expect.poll(widthOf).toBe(widthBefore + 16)
  await dragRight(edge, { from: { x: 4, y: 10 }, byPx: 60 })
  await expect.poll(widthOf).toBe(widthBefore + 76)
  await page.reload()
  await expect.poll(widthOf).toBe(widthBefore + 76)
  await edge.press('Home')
  await expect.poll(widthOf).toBe(widthBefore)
  await closePage(watchedPage)
})

deep('the time axis has several round labels', async () => {
  const watchedPage = await openSignedIn(deepPath)
  const { page } = watchedPage
  await page.getByRole('tree').waitFor()
  // The trace takes 2 s.
  for (const label of ['0', '500 ms', '1.00 s', '1.50 s']) {
    await page.getByText(label, { exact: true }).first().waitFor()
  }
  await closePage(watchedPage)
})

deep('a text is found, its matches are read, and the next trace is opened by keys alone', async () => {
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}`)
  const { page } = watchedPage
  await page.getByRole('article').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('monday')
  await page.getByText(/1 of \d+/).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.getByRole('article', { name: 'Span support-agent' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Next trace of the list' }).isEnabled()).toBe(true)
  await page.keyboard.press(']')
  await page.waitForURL((address) => !address.pathname.endsWith(traceIdOf(112)))
  await page.getByRole('tree').waitFor()
  await closePage(watchedPage)
})
