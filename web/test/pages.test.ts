// Home, sessions, users and analytics.
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { firstKey, removeDataDir, startServer } from '../../test/support/process.ts'
import { base, closed, dragRight, opened, row, signedIn, signedInWith, url, withBrowser } from './pages.ts'

withBrowser()

test('an empty project shows how to send a span, and shows the first one without a reload', async () => {
  const { key } = await newProject(url())
  const watched = await signedInWith(key)
  const { page } = watched
  await page.getByText('Waiting for the first span…').waitFor()
  await page.getByRole('button', { name: 'curl' }).click()
  await page.getByText('/api/simple/traces/').waitFor()
  await fetch(`${url()}/api/simple/traces/`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ trace: { data: { outputs: 'It is on.' } } }),
  })
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  await closed(watched)
})

test('the demo button of a first start creates a full project and opens it', async () => {
  const server = await startServer()
  const watched = await opened({ at: server.url })
  const { page } = watched
  await page.goto(`${server.url}/#key=${firstKey}`)
  await page.getByRole('button', { name: 'Create demo project' }).click()
  await page.waitForURL(/\/p\/demo/)
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  await page.getByText('Support chat, version 5').waitFor()
  await closed(watched)
  await server.stop()
  removeDataDir(server)
})

test('another project has no demo button, and names who can create a demo project', async () => {
  const { key } = await newProject(url())
  const watched = await signedInWith(key)
  const { page } = watched
  await page.getByText('assay demo').waitFor()
  expect(await page.getByRole('button', { name: 'Create demo project' }).count()).toBe(0)
  await closed(watched)
})

test('home leads from a number to the traces behind it', async () => {
  const watched = await signedIn('')
  const { page } = watched
  await page.getByRole('link', { name: 'Slowest' }).click()
  await page.waitForURL(/traces\?.*sort=duration/)
  await row(page, 'support-agent').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Receipts and rejections' }).click()
  await page.waitForURL(/settings\/ingest/)
  await closed(watched)
})

test('a session reads as a transcript, and a turn opens its trace', async () => {
  const watched = await signedIn('/sessions')
  const { page } = watched
  await row(page, 'session-3').click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await transcript.getByText('user').first().waitFor()
  await transcript.getByRole('link').first().click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await page.goBack()
  await page.getByRole('link', { name: 'View traces' }).click()
  await page.waitForURL(/traces\?.*session_id/)
  await closed(watched)
})

test('sessions by keys alone', async () => {
  const watched = await signedIn('/sessions')
  const { page } = watched
  await page.getByRole('grid', { name: 'Sessions' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Transcript' }).waitFor()
  await closed(watched)
})

test('an unknown session shows a message', async () => {
  const watched = await signedIn('/sessions/nobody')
  await watched.page.getByText('There is no such session').waitFor()
  await closed(watched)
})

test('a user leads to their page, and from there to their traces', async () => {
  const watched = await signedIn('/users')
  await row(watched.page, 'user-5').click()
  await watched.page.waitForURL(/users\/user-5/)
  await watched.page.getByRole('link', { name: 'View traces' }).click()
  await watched.page.waitForURL(/traces\?.*user_id/)
  await row(watched.page, 'docs-rag').waitFor()
  await closed(watched)
})

test('empty lists explain their content', async () => {
  const { key } = await newProject(url())
  const watched = await signedInWith(key, '/sessions')
  const { page } = watched
  await page.getByText('No sessions in this time range').waitFor()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByText(/No users/).waitFor()
  await page.getByRole('link', { name: 'Analytics' }).click()
  await page.getByText('Nothing to count here').waitFor()
  await page.getByRole('link', { name: 'Traces' }).click()
  await page.getByText('No traces in this time range').waitFor()
  await closed(watched)
})

test('analytics are split by an attribute, a value narrows them, and back widens them', async () => {
  const watched = await signedIn('/analytics')
  const { page } = watched
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('combobox', { name: 'Search fields' }).fill('attributes.ag.user.id')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'user-5', exact: true }).click()
  await page.waitForURL(/filter=.*user-5/)
  await expect.poll(() => page.getByRole('link', { name: 'user-4', exact: true }).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: 'user-4', exact: true }).waitFor()
  await closed(watched)
})

test('a plot leads to the traces behind it', async () => {
  const watched = await signedIn('/analytics?range=7d')
  const { page } = watched
  await page.getByRole('link', { name: 'With errors' }).click()
  await page.waitForURL(/traces\?.*range=7d/)
  await page.getByRole('row').filter({ hasText: 'error' }).first().waitFor()
  expect(page.url()).toContain('metrics.errors.cumulative')
  await closed(watched)
})

test('dragging over a plot narrows the range', async () => {
  const watched = await signedIn('/analytics')
  const { page } = watched
  const plot = page.getByRole('figure', { name: 'Cost over time' }).locator('.u-over')
  await dragRight(plot, { from: { x: 150, y: 30 }, byPx: 150 })
  await page.waitForURL(/range=[^&]*(~|%7E)/)
  await page.goto(`${base()}/analytics`)
  await closed(watched)
})
