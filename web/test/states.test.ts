// Loading, error and offline states of pages, and the pages of a viewer.
import { describe, expect, test } from 'vitest'
import { newProject, type Api } from '../../test/support/api.ts'
import { promptOf } from '../../test/support/model.ts'
import { removeDataDir, startServer } from '../../test/support/process.ts'
import { amount } from '../../test/support/tier.ts'
import { deep } from './deep.ts'
import { closePage, openSignedOut, openWithKey, row, openSignedIn, url, withBrowser } from './pages.ts'
import { traceIdOf } from './seed.ts'

withBrowser()

const refusal = (code: string, status: number) => ({
  status,
  contentType: 'application/json',
  headers: { 'x-request-id': 'request-of-the-test' },
  body: JSON.stringify({ code, detail: 'It was made to fail.' }),
})

describe('a failed request shows its error with the request id and a retry', () => {
  const pages = [
    ['/traces', '**/api/spans/query', 'Traces'],
    ['/settings/keys', '**/api/keys', 'Keys'],
    [`/traces/${traceIdOf(112)}`, '**/outline', 'Spans'],
    ['/sessions', '**/api/**/sessions/query', 'Sessions'],
    ['/users', '**/api/**/users/query', 'Users'],
    ['/analytics', '**/analytics/query', 'Requests'],
  ] as const
  test.each(pages.slice(0, amount(2, pages.length)))('%s', async (path, requestPattern, label) => {
    const watchedPage = await openSignedIn('', { expected: /500/ })
    const { page, context } = watchedPage
    await context.route(requestPattern, (route) => route.fulfill(refusal('internal_error', 500)))
    await page.goto(`${page.url().replace(/\/$/, '')}${path}`)
    await page.getByRole('alert').filter({ hasText: 'It was made to fail.' }).first().waitFor()
    await page.getByText('request-of-the-test').first().waitFor()
    await context.unroute(requestPattern)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
    await page
      .getByLabel(label)
      .or(page.getByRole('heading', { name: label }))
      .first()
      .waitFor()
    await closePage(watchedPage)
  })
})

/** A project with the application `bot`, which has this number of commits after its creation. */
async function projectWithCommits(count: number): Promise<Api> {
  const api = await newProject(url())
  const { body } = await api.post('/simple/applications/', {
    application: { slug: 'bot', data: promptOf('Answer.') },
  })
  for (let at = 1; at <= count; at++) {
    await api.post('/applications/revisions/commit', {
      application_revision_commit: {
        application_variant_id: body.application.variant_id,
        data: promptOf(`Answer ${at}.`),
        message: `change ${at}`,
      },
    })
  }
  return api
}

deep(
  'a long history whose older part fails shows the error below the newest versions, and a retry',
  async () => {
    const { key } = await projectWithCommits(205)
    const watchedPage = await openWithKey(key, '', { expected: /500/ })
    const { page, context } = watchedPage
    const pattern = '**/api/revisions/graph*'
    await context.route(pattern, (route) =>
      route.request().postData()?.includes('"limit":10000') === true
        ? route.fulfill(refusal('internal_error', 500))
        : route.continue(),
    )
    await page.goto(`${page.url().replace(/\/$/, '')}/apps/bot`)
    const history = page.getByRole('listbox', { name: 'History' })
    await history.getByText('change 205', { exact: true }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'It was made to fail.' }).waitFor()
    await context.unroute(pattern)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    // The last row is that of the loaded versions.
    const pressEnd = async (): Promise<number> => {
      await history.press('End')
      return history.getByText('change 1', { exact: true }).count()
    }
    await expect.poll(pressEnd).toBe(1)
    await closePage(watchedPage)
  },
)

deep('a file for a prompt that cannot be read shows the reason', async () => {
  const { key } = await projectWithCommits(0)
  const watchedPage = await openWithKey(key, '/apps/bot')
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Add image to message 1' }).click()
  // A file that was removed after its selection fails like this.
  await page.evaluate(
    "FileReader.prototype.readAsDataURL = function () { this.dispatchEvent(new ProgressEvent('error')) }",
  )
  const image = { name: 'gone.png', mimeType: 'image/png', buffer: Buffer.from('gone') }
  await page.getByLabel('Message 1, part 2: file').setInputFiles(image)
  await page.getByRole('alert').filter({ hasText: 'gone.png cannot be read.' }).waitFor()
  await closePage(watchedPage)
})

test('a loading page shows a status and placeholders', async () => {
  const watchedPage = await openSignedIn('')
  const { page, context } = watchedPage
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/api/spans/query', async (route) => {
    await gate
    await route.continue()
  })
  await page.getByRole('link', { name: 'Traces' }).click()
  await page.locator('[aria-busy="true"]').getByText('Loading…').first().waitFor({ state: 'attached' })
  release()
  await row(page, 'docs-rag').waitFor()
  await closePage(watchedPage)
})

deep('the rankings of Home are not shown as empty before they are loaded', async () => {
  const watchedPage = await openSignedIn('/settings/keys')
  const { page, context } = watchedPage
  const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/analytics/query', async (route) => {
    if (route.request().postData()?.includes('group_by') === true) await releasePromise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Home' }).click()
  const rankings = page.getByRole('region', { name: 'Leaders' })
  await rankings.getByText('Loading…').first().waitFor()
  expect(await rankings.getByText(/^No /).count()).toBe(0)
  release()
  await rankings.getByText('Loading…').first().waitFor({ state: 'detached' })
  await closePage(watchedPage)
})

deep('a page that breaks while it is drawn is replaced by a notice, the rest stays', async () => {
  const watchedPage = await openSignedIn('', { expected: /./ })
  const { page, context } = watchedPage
  await context.route('**/api/**/sessions/query', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"count": 1, "sessions": [null]}' }),
  )
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('This page failed').waitFor()
  await context.unroute('**/api/**/sessions/query')
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'session-3').waitFor()
  await watchedPage.context.close()
})

test('an offline browser shows a notice, and the page recovers without action', async () => {
  const watchedPage = await openSignedIn('/traces', { expected: /ERR_|Failed to load/ })
  const { page, context } = watchedPage
  await row(page, 'docs-rag').waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  expect(await row(page, 'docs-rag').count()).toBe(1)
  await context.setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await closePage(watchedPage)
})

test('the page waits for a server that does not respond, and continues', async () => {
  const watchedPage = await openSignedIn('/traces', { expected: /ERR_|Failed to load/ })
  const { page, context } = watchedPage
  await row(page, 'docs-rag').waitFor()
  await context.route(`${url()}/**`, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('The server is not responding; it may be restarting.').waitFor()
  await context.unroute(`${url()}/**`)
  await page.getByText('The server is not responding; it may be restarting.').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Sessions' }).click()
  await row(page, 'session-3').waitFor()
  await closePage(watchedPage)
})

deep('the page waits for a server that restarts, and continues', async () => {
  const key = 'restarting-key-0123456789-0123456789'
  const first = await startServer({ env: { ASSAY_API_KEY: key } })
  const { port } = new URL(first.url)
  const watchedPage = await openSignedOut({ expected: /./, origin: first.url })
  const { page } = watchedPage
  await page.goto(`${first.url}/#key=${key}`)
  await page.getByText('Waiting for the first span…').waitFor()
  await first.stop()
  await page.getByText('The server is not responding; it may be restarting.').waitFor()
  const second = await startServer({ dataDir: first.dataDir, env: { ASSAY_API_KEY: key, ASSAY_PORT: port } })
  await page.getByText('The server is not responding; it may be restarting.').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Traces' }).click()
  await page.getByText('No traces in this time range').waitFor()
  await watchedPage.context.close()
  await second.stop()
  removeDataDir(second)
})

describe('a viewer', () => {
  test('sees no action on a trace without permission', async () => {
    const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}?tab=annotations`, { as: 'viewer' })
    const { page } = watchedPage
    await page.getByRole('tree').waitFor()
    await page.getByText('No annotations yet.').waitFor()
    expect(await page.getByRole('button', { name: /Delete|Annotate|Add to testset/ }).count()).toBe(0)
    await closePage(watchedPage)
  })

  deep('chooses rows and saved views, and may change neither', async () => {
    const watchedPage = await openSignedIn('/traces', { as: 'viewer' })
    const { page } = watchedPage
    await row(page, 'docs-rag').getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    expect(await page.getByRole('button', { name: /Delete|Annotate|Add to testset/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByText('Saved views').waitFor()
    expect(await page.getByRole('menuitem', { name: /Save/ }).count()).toBe(0)
    await closePage(watchedPage)
  })

  deep('sees the permitted parts of the settings without their actions', async () => {
    const watchedPage = await openSignedIn('/settings/retention', { as: 'viewer' })
    const { page } = watchedPage
    await page.getByText('Server default.').first().waitFor()
    expect(await page.getByRole('link', { name: /^(Keys|Secrets|Audit log|Signed in)$/ }).count()).toBe(0)
    const parts = page.getByRole('navigation', { name: 'Settings sections' })
    for (const part of ['Prices', 'Redaction', 'Retention', 'Environments', 'Ingest']) {
      await parts.getByRole('link', { name: part }).click()
      await page.getByRole('region', { name: part, exact: true }).waitFor()
      expect(
        await page.getByRole('button', { name: /Set|Add|Remove|Guard|Retry all|Save/ }).count(),
        part,
      ).toBe(0)
    }
    await closePage(watchedPage)
  })

  deep('opens a link to a forbidden part, which shows a message', async () => {
    const watchedPage = await openSignedIn('/settings/keys', { as: 'viewer' })
    await watchedPage.page.getByText('This section does not exist, or your key has no access').waitFor()
    await closePage(watchedPage)
  })
})
