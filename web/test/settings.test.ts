// The settings pages.
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { startModel, useModel } from '../../test/support/model.ts'
import { firstKey } from '../../test/support/process.ts'
import { deep } from './deep.ts'
import { closePage, goTo, row, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

/** Sends two spans, of which the second has an invalid id. Returns the receipt. */
async function exportSpans(key: string): Promise<string> {
  const span = (spanId: string, name: string) => ({
    traceId: 'ab'.repeat(16),
    spanId,
    name,
    startTimeUnixNano: String(Date.now() * 1_000_000),
    endTimeUnixNano: String((Date.now() + 5) * 1_000_000),
  })
  const answer = await fetch(`${url()}/v1/traces`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      resourceSpans: [
        { scopeSpans: [{ spans: [span('cd'.repeat(8), 'good'), span('00'.repeat(8), 'bad')] }] },
      ],
    }),
  })
  return answer.headers.get('x-assay-receipt') ?? ''
}

test('the ingest section shows stored and rejected spans live, and finds a receipt', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/settings/ingest')
  const { page } = watchedPage
  await page.getByText('None. All accepted spans are stored.').waitFor()
  const receipt = await exportSpans(key)
  const storedCount = page.locator('dl > div').filter({ hasText: 'Stored, last hour' }).locator('dd')
  await expect.poll(() => storedCount.innerText()).toBe('1')
  await page.getByLabel('Receipt id').fill(receipt)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('region', { name: 'Receipt' }).getByText(`"${receipt}"`).waitFor()
  await closePage(watchedPage)
})

deep('an unknown receipt shows a message', async () => {
  const watchedPage = await openSignedIn('/settings/ingest', { expected: /404/ })
  await watchedPage.page.getByLabel('Receipt id').fill('01a1dcb0-11f0-7c52-84b4-7d1196abb4aa')
  await watchedPage.page.getByRole('button', { name: 'Look up' }).click()
  await watchedPage.page
    .getByText(/no such receipt|not known|unknown/i)
    .first()
    .waitFor()
  await closePage(watchedPage)
})

test('a key is created with an expiry and shown once; revoking it asks first', async () => {
  const watchedPage = await openSignedIn('/settings/keys', { hasOwnClock: true })
  const { page } = watchedPage
  await page.clock.install()
  await page.getByLabel('Name of a person or program').fill('a reader')
  await page.getByLabel('Role').selectOption('viewer')
  await page.getByLabel('Expires').selectOption('Expires in 7 days')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await row(page, 'a reader')
    .getByText(/^in [67]d$/)
    .waitFor()
  await row(page, 'a reader').getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row(page, 'a reader').getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await row(page, 'a reader').getByRole('button', { name: 'Undo' }).waitFor()
  await page.clock.fastForward(60_000)
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'a reader' }).count()).toBe(0)
  await closePage(watchedPage)
})

test('an undo within the time limit keeps the key, which is then never revoked', async () => {
  const project = await newProject(url())
  const { body: other } = await project.post('/keys', { name: 'a program', role: 'editor' })
  const watchedPage = await openWithKey(project.key, '/settings/keys', { hasOwnClock: true })
  const { page } = watchedPage
  const key = row(page, 'a program')
  await key.waitFor()
  const revocations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') revocations.push(request.url())
  })
  // The test controls the clock in which the undo expires.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await key.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await key.getByRole('button', { name: 'Undo' }).click()
  await key.getByRole('button', { name: 'Revoke…' }).waitFor()
  await page.clock.runFor(60_000)
  expect(revocations).toEqual([])
  const answer = await fetch(`${url()}/api/session`, { headers: { authorization: `ApiKey ${other}` } })
  expect(answer.status).not.toBe(401)
  await closePage(watchedPage)
})

deep('sessions are listed and can be ended', async () => {
  const { key } = await newProject(url())
  const other = await openWithKey(key)
  const watchedPage = await openWithKey(key, '/settings/sessions')
  const { page } = watchedPage
  await page.getByText('this browser').waitFor()
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByText('Session ended.').waitFor()
  await closePage(watchedPage)
  await other.context.close()
})

test('a secret is sealed, listed without its value, and deleted', async () => {
  const watchedPage = await openSignedIn('/settings/secrets')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Add provider…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('our models')
  await dialog.getByLabel('Key', { exact: true }).fill('sk-very-secret')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Provider saved.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'our models').waitFor()
  expect(await page.content()).not.toContain('sk-very-secret')
  await row(page, 'our models').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Secret deleted.').waitFor()
  await closePage(watchedPage)
})

test('the secret of a provider is tested by one call, and an error is a sentence', async () => {
  const model = await startModel(() => 'ok')
  const project = await newProject(url())
  await useModel(project, model)
  const watchedPage = await openWithKey(project.key, '/settings/secrets')
  const { page } = watchedPage
  await page.getByRole('button', { name: /^Test local/ }).click()
  await page.getByText(/gpt-4o-mini at .* answered/).waitFor()
  await model.stop()
  await page.getByRole('button', { name: /^Test local/ }).click()
  await page.getByText(/cannot be reached/).waitFor()
  await closePage(watchedPage)
})

deep(
  'a server of models is added with its list of models, tested, saved, and edited without its key',
  async () => {
    const model = await startModel(() => 'ok')
    const project = await newProject(url())
    const watchedPage = await openWithKey(project.key, '/settings/secrets')
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Add provider…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider', { exact: true }).selectOption('OpenAI-compatible')
    await dialog.getByLabel('Name', { exact: true }).fill('house models')
    await dialog.getByLabel('Base URL').fill(model.url)
    await dialog.getByLabel('Key', { exact: true }).fill('sk-never-shown')
    await dialog.getByLabel('Extra headers').fill('x-team: a')
    await dialog.getByRole('button', { name: 'Fetch models' }).click()
    await expect
      .poll(() => dialog.getByLabel('Models', { exact: true }).inputValue())
      .toBe('gpt-4o\ngpt-4o-mini')
    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    await dialog.getByText(/gpt-4o at .* answered/).waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Provider saved.').waitFor()
    await dialog.getByRole('button', { name: /^Edit house-models/ }).click()
    await expect.poll(() => dialog.getByLabel('Base URL').inputValue()).toBe(model.url)
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe('')
    await dialog.getByLabel('Models', { exact: true }).fill('gpt-4o-mini')
    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    await dialog.getByText(/gpt-4o-mini at .* answered/).waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const storedSecret = async () => (await project.get('/secrets/')).body[0]?.data
    await expect.poll(async () => (await storedSecret())?.models).toEqual([{ slug: 'gpt-4o-mini' }])
    expect((await storedSecret()).provider).toEqual({
      url: model.url,
      key: 'sk-never-shown',
      extras: { headers: { 'x-team': 'a' } },
    })
    await model.stop()
    await closePage(watchedPage)
  },
)

deep('a price is set and removed', async () => {
  const watchedPage = await openSignedIn('/settings/prices')
  const { page } = watchedPage
  await page.getByLabel('Model', { exact: true }).fill('house-model')
  await page.getByLabel('Input price').fill('1.5')
  await page.getByLabel('Output price').fill('2')
  await page.getByRole('button', { name: 'Save price' }).click()
  await row(page, 'house-model').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'house-model' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a redaction rule is tried on a text before it is saved', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/settings/redaction')
  const { page } = watchedPage
  await page.getByLabel('Regular expression').fill(String.raw`[A-Z]-\d{4}`)
  await page.getByText('order [redacted]').waitFor()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText(String.raw`Pattern: [A-Z]-\d{4}`).waitFor()
  await page.getByRole('button', { name: 'email' }).click()
  await page.getByText('Built-in: email').waitFor()
  await closePage(watchedPage)
})

test('retention is set in days', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/settings/retention')
  const { page } = watchedPage
  await page.getByLabel('Traces (days)').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('30 days. Traces').waitFor()
  await page.getByLabel('Runs (days)').fill('90')
  await page.getByLabel('Audit log (days)').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('90 days. Counted from the last change').waitFor()
  await page.getByText('30 days. Traces').waitFor()
  await closePage(watchedPage)
})

test('the traces of a user are deleted after a confirmation, with a receipt', async () => {
  const api = await newProject(url())
  for (const [at, id] of ['ada', 'bob'].entries()) {
    const ids = { trace_id: String(at + 1).padStart(32, 'd'), span_id: String(at + 1).padStart(16, 'd') }
    const span = { ...ids, start_time: new Date().toISOString(), attributes: { ag: { user: { id } } } }
    expect((await api.post('/traces/', { trace: { spans: [span] } })).status).toBe(202)
  }
  const users = async (): Promise<ReadonlySet<string>> =>
    new Set((await api.post('/spans/users/query', {})).body.user_ids)
  await expect.poll(users).toEqual(new Set(['ada', 'bob']))
  const watchedPage = await openWithKey(api.key, '/settings/deletions')
  const { page } = watchedPage
  await page.getByText('No deletions yet.').waitFor()
  await page.getByLabel('User id').fill('ada')
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete traces?' })
  await dialog.getByText('All traces of the user ada are erased.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await api.get('/deletions/')).body.count).toBe(0)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete traces' }).click()
  const job = row(page, 'User ada')
  await job.getByRole('cell', { name: 'done' }).waitFor()
  expect((await job.getByRole('cell').allInnerTexts()).slice(-3)).toEqual(['1', '1', 'Receipt'])
  await job.getByRole('button', { name: 'Receipt' }).click()
  await page.getByRole('dialog', { name: 'Receipt' }).getByText('still have the data').waitFor()
  await expect.poll(users).toEqual(new Set(['bob']))
  await closePage(watchedPage)
})

deep('the usage section lists the amounts of today, with a total', async () => {
  const { key } = await newProject(url())
  await exportSpans(key)
  const watchedPage = await openWithKey(key, '/settings/usage')
  const { page } = watchedPage
  const today = page.getByRole('region', { name: 'Usage by day' }).getByRole('row').nth(1)
  // The page refetches once a minute; a reload is sooner.
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Usage, last 30 days' }).waitFor()
      return page.getByText('No usage yet.').isVisible()
    })
    .toBe(false)
  await today.getByRole('cell', { name: '1', exact: true }).waitFor()
  await page.locator('dl > div').filter({ hasText: 'Spans' }).first().getByText('1').waitFor()
  await closePage(watchedPage)
})

deep('an environment is guarded and unguarded', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/settings/environments')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Guard production', exact: true }).click()
  await page.getByText('guarded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Unguard production' }).click()
  await page.getByRole('button', { name: 'Guard production', exact: true }).waitFor()
  await closePage(watchedPage)
})

deep('the audit log shows changes with their author, and is filtered by method', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key, '/settings/retention')
  const { page } = watchedPage
  await page.getByLabel('Traces (days)').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('7 days. Traces').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await row(page, 'retention').waitFor()
  await page.getByLabel('Method').selectOption('DELETE')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'retention' }).count()).toBe(0)
  await closePage(watchedPage)
})

deep(
  'the About section shows the version, the sizes of the stores, the last backup, and the key',
  async () => {
    const watchedPage = await openSignedIn('/settings/about')
    await watchedPage.page.getByText('All stores are available.').waitFor()
    await watchedPage.page.getByText(/[kM]B · SQLite/).waitFor()
    await watchedPage.page.getByText(/B · chDB/).waitFor()
    await watchedPage.page.getByText('None · no schedule').waitFor()
    await watchedPage.page.getByText(/· admin/).waitFor()
    await closePage(watchedPage)
  },
)

deep('the project section shows its names and content, also to viewers', async () => {
  const watchedPage = await openSignedIn('/settings/project', { as: 'viewer' })
  const { page } = watchedPage
  await row(page, 'Environments').getByRole('cell', { name: '3' }).first().waitFor()
  await page.getByRole('main').getByText('default', { exact: true }).waitFor()
  await page.goto(page.url().replace(/project$/, 'about'))
  await page.getByText('All stores are available.').waitFor()
  expect(await page.getByText(/· SQLite/).count()).toBe(0)
  await closePage(watchedPage)
})

deep('a part of the settings is opened and changed by keys alone', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  await goTo(page, ',', 'settings/ingest')
  await page.getByRole('link', { name: 'Retention' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Traces (days)').focus()
  await page.keyboard.type('14')
  await page.keyboard.press('Enter')
  await page.getByText('14 days. Traces').waitFor()
  await closePage(watchedPage)
})

deep('the link that a start prints opens the settings of its project', async () => {
  const watchedPage = await openWithKey(firstKey, '/settings')
  await watchedPage.page.waitForURL(/settings\/ingest/)
  await closePage(watchedPage)
})
