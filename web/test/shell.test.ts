// Static files, sign-in, and the shell around every page.
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { currentProject, newProject } from '../../test/support/api.ts'
import { firstKey } from '../../test/support/process.ts'
import { deep } from './deep.ts'
import { base, closePage, openSignedOut, row, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'
import { traceIdOf } from './seed.ts'

withBrowser()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Default' }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
}

describe('static files', () => {
  test('the page is not cached and allows no other origin; its files are immutable', async () => {
    const page = await fetch(`${url()}/p/default/traces`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/)
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    const html = await page.text()
    expect(html).toContain(`nonce="${nonce}"`)
    const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(html) ?? []
    const file = await fetch(`${url()}${script}`, { headers: { 'Accept-Encoding': 'br' } })
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
  })

  test('an unknown route answers with JSON', async () => {
    const unknown = await fetch(`${url()}/nowhere`)
    const { code } = (await unknown.json()) as { code: string }
    expect([unknown.status, code]).toEqual([404, 'route_not_found'])
  })
})

describe('signing in', () => {
  test('the printed link signs in, takes the key out of the URL at once, and signing out ends it', async () => {
    const watchedPage = await openSignedOut()
    const { page } = watchedPage
    await page.goto(`${url()}/#key=${firstKey}`)
    await page.waitForURL(/\/p\/[^/]+\/?$/)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(page.url()).not.toContain('key')
    expect(await page.evaluate('document.cookie')).toBe('')
    await signOut(page)
    await page.getByLabel('Project key').waitFor()
    await page.goto(base())
    await page.getByLabel('Project key').waitFor()
    await closePage(watchedPage)
  })

  test('pending requests of a page are aborted before its session ends', async () => {
    const watchedPage = await openSignedOut()
    const { page } = watchedPage
    const sessionEnd = Promise.withResolvers<undefined>()
    const isHealth = (request: Request): boolean => request.url().endsWith('/api/otlp/health')
    const healthEnd = Promise.race([
      page.waitForEvent('requestfailed', isHealth),
      page.waitForEvent('requestfinished', isHealth),
    ])
    await page.route('**/api/otlp/health', async (route) => {
      await sessionEnd.promise
      await route.continue()
    })
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const answer = await route.fetch()
      sessionEnd.resolve(undefined)
      // An answer to the pending request would arrive before the answer of the sign-out.
      await healthEnd
      return route.fulfill({ response: answer })
    })
    const healthRequest = page.waitForRequest('**/api/otlp/health')
    await page.goto(`${url()}/#key=${firstKey}`)
    await healthRequest
    await signOut(page)
    await page.getByLabel('Project key').waitFor()
    await closePage(watchedPage)
  })

  test('after a failed sign-out the session continues, and the page repeats its aborted requests', async () => {
    const watchedPage = await openWithKey(firstKey, '', { expected: /500/ })
    const { page } = watchedPage
    await page.route('**/api/session', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { code: 'internal', detail: 'Something went wrong.' } })
        : route.continue(),
    )
    await page.waitForLoadState('networkidle')
    const repeatedRequest = page.waitForRequest('**/api/keys/names')
    await signOut(page)
    await page.getByText('Something went wrong.').waitFor()
    await repeatedRequest
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await closePage(watchedPage)
  })

  test('a page without a session leads to signing in, and then back to the requested address', async () => {
    const watchedPage = await openSignedOut()
    const { page } = watchedPage
    await page.goto(`${base()}/traces?range=7d`)
    await page.getByLabel('Project key').fill(firstKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/p\/default\/traces\?range=7d/)
    await closePage(watchedPage)
  })

  test('an unknown key is refused with a sentence', async () => {
    const watchedPage = await openSignedOut({ expected: /401/ })
    await watchedPage.page.goto(`${url()}/sign-in`)
    await watchedPage.page.getByLabel('Project key').fill('nobodyXX.0000')
    await watchedPage.page.keyboard.press('Enter')
    await watchedPage.page.getByText('Unknown key.').waitFor()
    await closePage(watchedPage)
  })

  test('a session that was ended elsewhere leads back to signing in', async () => {
    const project = await newProject(url())
    const watchedPage = await openWithKey(project.key, '/traces', { expected: /401/ })
    const { page } = watchedPage
    await page.getByText('No traces in this time range').waitFor()
    const { body } = await project.get('/keys/sessions')
    await project.call(
      'DELETE',
      `/keys/sessions/${(body as { sessions: readonly { id: string }[] }).sessions[0]?.id}`,
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByText('You are signed out').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Project key').waitFor()
    await closePage(watchedPage)
  })

  test('a browser has sessions of several projects, and switches between them', async () => {
    const { key } = await newProject(url())
    const watchedPage = await openWithKey(key)
    const { page } = watchedPage
    const other = page.url()
    await page.goto(`${url()}/#key=${firstKey}`)
    await page.waitForURL(/\/p\/default/)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'Default' }).click()
    await page.getByRole('menuitem', { name: /^test / }).click()
    await page.waitForURL(other)
    await page.getByText('Waiting for the first span…').waitFor()
    await closePage(watchedPage)
  })
})

describe('the shell', () => {
  test('the palette opens a trace by its id, goes to a page by its name, and searches', async () => {
    const watchedPage = await openSignedIn('')
    const { page } = watchedPage
    const palette = page.getByRole('combobox', { name: 'Search or go to' })
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('input[aria-label="Search or go to"]:focus').waitFor()
    await page.keyboard.type(traceIdOf(107))
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(traceIdOf(107)))
    await page.keyboard.press('Control+k')
    await palette.fill('analy')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/analytics/)
    await page.keyboard.press('Control+k')
    await palette.fill('carrier DHL')
    await page.keyboard.press('Enter')
    await page.waitForURL(/traces\?.*carrier/)
    await closePage(watchedPage)
  })

  deep('a shortcut can be changed, at once and after a reload', async () => {
    const watchedPage = await openSignedIn('')
    const { page } = watchedPage
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: /^Go to Users/ }).click()
    await page.keyboard.press('U')
    await page.keyboard.press('Escape')
    await page.keyboard.press('U')
    await page.waitForURL(/\/users/)
    await page.goto(base())
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('U')
    await page.waitForURL(/\/users/)
    await closePage(watchedPage)
  })

  deep('the theme follows the system until somebody chooses one, and the choice stays', async () => {
    const watchedPage = await openSignedIn('', { theme: 'dark' })
    const { page } = watchedPage
    const backgroundColour = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const darkColour = await backgroundColour()
    await page.getByRole('button', { name: 'Default' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
    expect(await backgroundColour()).not.toBe(darkColour)
    const lightColour = await backgroundColour()
    await page.reload()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await backgroundColour()).toBe(lightColour)
    await closePage(watchedPage)
  })

  deep('an unknown address shows a message, and the navigation stays usable', async () => {
    const watchedPage = await openSignedIn('/nowhere')
    await watchedPage.page.getByText('Page not found').waitFor()
    await closePage(watchedPage)
  })

  deep('the width of panes stays as it was set', async () => {
    const watchedPage = await openSignedIn(`/traces/${traceIdOf(112)}`)
    const { page } = watchedPage
    const bar = page.getByRole('separator', { name: 'Resize panes' })
    await bar.focus()
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
    const share = await bar.getAttribute('aria-valuenow')
    expect(share).toBe('42')
    await page.reload()
    await bar.waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe(share)
    await closePage(watchedPage)
  })

  test('on a phone the navigation opens and closes, and a list shows the status of each row', async () => {
    const watchedPage = await openSignedIn('/users', { width: 390, height: 844 })
    const { page } = watchedPage
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name: 'Traces' }).click()
    await page.waitForURL(/\/traces/)
    const card = row(page, 'docs-rag')
    await card
      .getByText(/^[\d.,]+ (ms|s)$/)
      .first()
      .waitFor()
    const box = await card.boundingBox()
    expect((box?.x ?? 1000) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await closePage(watchedPage)
  })
})

test('the link to a run that clients print opens its page, after signing in', async () => {
  const { body } = await currentProject(url(), firstKey)
  const id = body.project_id as string
  const run = '01a1edb5-733e-797c-886c-d1c5122a9f73'
  const watchedPage = await openSignedOut({ expected: /404/ })
  const { page } = watchedPage
  await page.goto(`${url()}/w/${id}/p/${id}/evaluations/results/${run}`)
  await page.getByLabel('Project key').fill(firstKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${base()}/runs/${run}`)
  await closePage(watchedPage)
})
