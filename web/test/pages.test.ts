// Home, sessions, users and analytics.
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { firstKey, removeDataDir, startServer } from '../../test/support/process.ts'
import { deep } from './deep.ts'
import {
  base,
  closePage,
  dragRight,
  openSignedOut,
  row,
  openSignedIn,
  openWithKey,
  url,
  withBrowser,
} from './pages.ts'

withBrowser()

test('an empty project shows how to send a span, and shows the first one without a reload', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  await page.getByText('Waiting for the first span…').waitFor()
  await page.getByRole('button', { name: 'curl' }).click()
  await page.getByText('/api/simple/traces/').waitFor()
  await fetch(`${url()}/api/simple/traces/`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ trace: { data: { outputs: 'It is on.' } } }),
  })
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  await closePage(watchedPage)
})

deep('the demo button of a first start creates a full project and opens it', async () => {
  const server = await startServer()
  const watchedPage = await openSignedOut({ origin: server.url })
  const { page } = watchedPage
  await page.goto(`${server.url}/#key=${firstKey}`)
  await page.getByRole('button', { name: 'Create demo project' }).click()
  await page.waitForURL(/\/p\/demo/)
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  await page.getByText('Support chat, version 5').waitFor()
  await closePage(watchedPage)
  await server.stop()
  removeDataDir(server)
})

deep('another project has no demo button, and names who can create a demo project', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  await page.getByText('assay demo').waitFor()
  expect(await page.getByRole('button', { name: 'Create demo project' }).count()).toBe(0)
  await closePage(watchedPage)
})

test('numbers on Home link to the traces behind them', async () => {
  const watchedPage = await openSignedIn('')
  const { page } = watchedPage
  await page.getByRole('link', { name: 'Slowest' }).click()
  await page.waitForURL(/traces\?.*sort=duration/)
  await row(page, 'support-agent').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Receipts and rejections' }).click()
  await page.waitForURL(/settings\/ingest/)
  await closePage(watchedPage)
})

test('a session reads as a transcript, and a turn opens its trace', async () => {
  const watchedPage = await openSignedIn('/sessions')
  const { page } = watchedPage
  await row(page, 'session-3').click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await transcript.getByText('user').first().waitFor()
  await transcript.getByRole('link').first().click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await page.goBack()
  await page.getByRole('link', { name: 'View traces' }).click()
  await page.waitForURL(/traces\?.*session_id/)
  await closePage(watchedPage)
})

deep('a session is opened by keys alone', async () => {
  const watchedPage = await openSignedIn('/sessions')
  const { page } = watchedPage
  await page.getByRole('grid', { name: 'Sessions' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Transcript' }).waitFor()
  await closePage(watchedPage)
})

deep('an unknown session shows a message', async () => {
  const watchedPage = await openSignedIn('/sessions/nobody')
  await watchedPage.page.getByText('Session not found').waitFor()
  await closePage(watchedPage)
})

test('a row of the list opens the page of a user, which links to their traces', async () => {
  const watchedPage = await openSignedIn('/users')
  await row(watchedPage.page, 'user-5').click()
  await watchedPage.page.waitForURL(/users\/user-5/)
  await watchedPage.page.getByRole('link', { name: 'View traces' }).click()
  await watchedPage.page.waitForURL(/traces\?.*user_id/)
  await row(watchedPage.page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

deep('empty lists explain their content', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/sessions')
  const { page } = watchedPage
  await page.getByText('No sessions in this time range').waitFor()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByText(/No users/).waitFor()
  await page.getByRole('link', { name: 'Analytics' }).click()
  await page.getByText('No data in this time range').waitFor()
  await page.getByRole('link', { name: 'Traces' }).click()
  await page.getByText('No traces in this time range').waitFor()
  await closePage(watchedPage)
})

test('analytics are split by an attribute, a value narrows them, and back widens them', async () => {
  const watchedPage = await openSignedIn('/analytics')
  const { page } = watchedPage
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('combobox', { name: 'Search fields' }).fill('attributes.ag.user.id')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'user-5', exact: true }).click()
  await page.waitForURL(/filter=.*user-5/)
  await expect.poll(() => page.getByRole('link', { name: 'user-4', exact: true }).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: 'user-4', exact: true }).waitFor()
  await closePage(watchedPage)
})

deep('a plot links to the traces behind it', async () => {
  const watchedPage = await openSignedIn('/analytics?range=7d')
  const { page } = watchedPage
  await page.getByRole('link', { name: 'With errors' }).click()
  await page.waitForURL(/traces\?.*range=7d/)
  await page.getByRole('row').filter({ hasText: 'error' }).first().waitFor()
  expect(page.url()).toContain('metrics.errors.cumulative')
  await closePage(watchedPage)
})

deep('dragging over a plot narrows the range', async () => {
  const watchedPage = await openSignedIn('/analytics')
  const { page } = watchedPage
  const plot = page.getByRole('figure', { name: 'Cost over time' }).locator('.u-over')
  await dragRight(plot, { from: { x: 150, y: 30 }, byPx: 150 })
  await page.waitForURL(/range=[^&]*(~|%7E)/)
  await page.goto(`${base()}/analytics`)
  await closePage(watchedPage)
})
