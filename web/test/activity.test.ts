// Sessions and users: lists with the filter, sorting and keys of traces, the transcript, and the page of a user.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { amount } from '../../test/support/tier.ts'
import { deep } from './deep.ts'
import { closePage, row, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'
import { ingest } from './seed.ts'

withBrowser()

const cells = async (page: Page, column: number): Promise<readonly string[]> =>
  Promise.all(
    (await page.getByRole('grid').getByRole('row').all())
      .slice(1)
      .map((one) => one.getByRole('gridcell').nth(column).innerText()),
  )

test('a session row has its user, first message, turns, errors and cost; keys open it', async () => {
  const watchedPage = await openSignedIn('/sessions')
  const { page } = watchedPage
  await row(page, 'session-2').waitFor()
  const heads = (await page.getByRole('columnheader').allInnerTexts()).map((text) =>
    text.replace('↓', '').trim(),
  )
  expect(heads).toEqual([
    'Session',
    'User',
    'First message',
    'Turns',
    'With errors',
    'Tokens',
    'Cost',
    'Duration',
    'Last active',
  ])
  const cellTexts = await row(page, 'session-2').getByRole('gridcell').allInnerTexts()
  expect(cellTexts[1]).toMatch(/^user-/)
  expect(cellTexts[2]).toMatch(/order 17|data directory|Hello|subscription|models/)
  expect(Number(cellTexts[3])).toBe(10)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sessions\/[^/?]+/)
  await closePage(watchedPage)
})

/** One session of one turn; the newest has the smallest number. */
const sessionSpan = ({ id, user, cost }: { id: number; user: string; cost: number }) => ({
  trace_id: String(id).padStart(32, '0'),
  span_id: String(id).padStart(16, '0'),
  span_name: 'support',
  start_time: new Date(Date.now() - id * 60_000).toISOString(),
  end_time: new Date(Date.now() - id * 60_000 + 100).toISOString(),
  attributes: {
    ag: {
      session: { id: `talk-${id}` },
      user: { id: user },
      metrics: { costs: { incremental: { total: cost } } },
    },
  },
})

deep(
  'sessions are filtered by members of their traces and sorted by cost; a link opens the same list',
  async () => {
    const { key } = await newProject(url())
    await ingest(url(), key, [
      sessionSpan({ id: 1, user: 'ann', cost: 0.02 }),
      sessionSpan({ id: 2, user: 'bob', cost: 0.09 }),
      sessionSpan({ id: 3, user: 'ann', cost: 0.05 }),
      sessionSpan({ id: 4, user: 'ann', cost: 0.03 }),
    ])
    const watchedPage = await openWithKey(key, '/sessions')
    const { page } = watchedPage
    const ids = (): Promise<readonly string[]> => cells(page, 0)
    await expect.poll(ids).toEqual(['talk-1', 'talk-2', 'talk-3', 'talk-4'])
    await page.keyboard.press('/')
    const filter = page.getByLabel('Filter', { exact: true })
    await expect.poll(() => filter.evaluate((element) => element.matches(':focus'))).toBe(true)
    await filter.fill('user_id = ann')
    await page.keyboard.press('Enter')
    await expect.poll(ids).toEqual(['talk-1', 'talk-3', 'talk-4'])
    await page.getByRole('columnheader').getByRole('button', { name: /^Cost/ }).click()
    await page.getByRole('columnheader', { name: 'Cost ↓' }).waitFor()
    await expect.poll(ids).toEqual(['talk-3', 'talk-4', 'talk-1'])
    expect(await cells(page, 6)).toEqual(['$0.050', '$0.030', '$0.020'])
    await page.reload()
    await page.getByRole('columnheader', { name: 'Cost ↓' }).waitFor()
    await expect.poll(ids).toEqual(['talk-3', 'talk-4', 'talk-1'])
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('user_id = ann')
    await closePage(watchedPage)
  },
)

test.each(['users', 'sessions'].slice(0, amount(1, 2)))(
  'conditions of %s are chips that are added from a form and removed',
  async (list) => {
    const watchedPage = await openSignedIn(`/${list}`)
    const { page } = watchedPage
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: 'Failed' }).click()
    await page.waitForURL(/filter=status_code/)
    await page.getByRole('button', { name: 'Condition', exact: true }).click()
    await page.getByLabel('Field').fill('user_id')
    await page.getByLabel('Value').fill('user-3')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const filterInput = page.getByLabel('Filter', { exact: true })
    await expect.poll(() => filterInput.inputValue()).toContain('user_id = user-3')
    await page.getByText('user_id = user-3', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Remove status_code/ }).click()
    await expect.poll(() => filterInput.inputValue()).toBe('user_id = user-3')
    await row(page, 'user-3').waitFor()
    await closePage(watchedPage)
  },
)

deep('the counts of a session lead to the same number of traces', async () => {
  const watchedPage = await openSignedIn('/sessions')
  const { page } = watchedPage
  const failingRow = page
    .getByRole('row')
    .filter({
      has: page
        .getByRole('gridcell')
        .nth(4)
        .filter({ hasText: /^[1-9]/ }),
    })
    .first()
  const failedCell = failingRow.getByRole('gridcell').nth(4)
  const expectedCount = Number(await failedCell.innerText())
  await failedCell.getByRole('link').click()
  await page.waitForURL(/\/traces\?/)
  await page.getByRole('grid', { name: 'Traces' }).waitFor()
  await expect
    .poll(() => page.getByRole('grid', { name: 'Traces' }).getByRole('row').count())
    .toBe(expectedCount + 1)
  await closePage(watchedPage)
})

deep(
  'a filter without matches can be cleared, and an invalid filter shows the position of its error',
  async () => {
    const watchedPage = await openSignedIn('/sessions?filter=user_id%20%3D%20nobody', { expected: /400/ })
    const { page } = watchedPage
    await page.getByText('No sessions match this filter').waitFor()
    await page.getByRole('button', { name: 'Clear filter' }).last().click()
    await row(page, 'session-2').waitFor()
    await page.getByLabel('Filter', { exact: true }).fill('user_id = a b')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '(column 13)' }).waitFor()
    await closePage(watchedPage)
  },
)

deep('a long transcript begins with its newest turns and shows older ones on request', async () => {
  const { key } = await newProject(url())
  const startMs = Date.now() - 3_600_000
  const turn = (n: number) => ({
    trace_id: String(n).padStart(32, '0'),
    span_id: String(n).padStart(16, '0'),
    span_name: `turn ${n}`,
    start_time: new Date(startMs + n * 1000).toISOString(),
    end_time: new Date(startMs + n * 1000 + 100).toISOString(),
    attributes: { ag: { session: { id: 'long' }, data: { inputs: `question ${n}`, outputs: 'answer' } } },
  })
  await ingest(
    url(),
    key,
    Array.from({ length: 103 }, (_, n) => turn(n + 1)),
  )
  const watchedPage = await openWithKey(key, '/sessions/long')
  const { page } = watchedPage
  await page.getByText('turn 103', { exact: true }).waitFor()
  expect(await page.getByLabel('Totals of the session').innerText()).toContain('103')
  expect(await page.getByText('turn 3', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show older turns' }).click()
  await page.getByText('turn 1', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Show older turns' }).count()).toBe(0)
  const names = await page.getByRole('region', { name: 'Transcript' }).locator('li b').allInnerTexts()
  expect(names.filter((name) => name.startsWith('turn '))).toEqual(
    Array.from({ length: 103 }, (_, n) => `turn ${n + 1}`),
  )
  await closePage(watchedPage)
})

test('a transcript has the totals of its session and the error of each turn, which leads to the span', async () => {
  const watchedPage = await openSignedIn('/sessions/session-2')
  const { page } = watchedPage
  const totals = page.getByLabel('Totals of the session')
  await totals.getByText('Turns').waitFor()
  expect(await totals.innerText()).toMatch(/Turns\s+10/)
  await page
    .getByRole('link', { name: /lookup_order.*no such order/ })
    .first()
    .click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}\?span=/)
  await page.getByRole('treeitem', { name: /lookup_order/, selected: true }).waitFor()
  await closePage(watchedPage)
})

test('the page of a user has cost and errors over time and the sessions', async () => {
  const watchedPage = await openSignedIn('/users')
  const { page } = watchedPage
  await row(page, 'user-3').getByRole('link', { name: 'user-3' }).click()
  await page.waitForURL(/\/users\/user-3/)
  await page.getByRole('figure', { name: 'Cost over time' }).waitFor()
  await page.getByRole('figure', { name: 'Requests over time' }).waitFor()
  await row(page, 'session-').waitFor()
  await page.getByRole('link', { name: 'View traces' }).click()
  await page.waitForURL(/user-3/)
  await closePage(watchedPage)
})

deep('on a phone a session shows its first message', async () => {
  const watchedPage = await openSignedIn('/sessions', { width: 390, height: 844 })
  const { page } = watchedPage
  await row(page, 'session-2')
    .getByText(/order 17|data directory|Hello|subscription|models/)
    .waitFor()
  await row(page, 'session-2')
    .getByText(/10 turns/)
    .waitFor()
  await closePage(watchedPage)
})
