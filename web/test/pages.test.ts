// Whole pages in a real browser, against a started server: what people see and do. Each page watches itself for requests to
// other origins and errors in the console.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { admin, newProject } from '../../test/support/api.ts'
import { firstKey } from '../../test/support/process.ts'
import { openPage, startBrowser, type WatchedPage } from './browser.ts'
import { traceIdOf } from './seed.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
const url = (): string => inject('pagesServer')

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  await browser.close()
})

type Options = Parameters<typeof openPage>[2]

/** A page of the seeded project, signed in by the link that a server prints. */
async function signedIn(
  path: string,
  options: Options = {},
  key = firstKey,
): Promise<WatchedPage & { readonly base: string }> {
  const watched = await openPage(browser, url(), options)
  const { page } = watched
  await page.goto(`${url()}/#key=${key}`)
  await page.waitForURL(/\/p\/[^/]+\/?$/)
  // The address changes a moment before the page does.
  await page
    .getByRole('main')
    .filter({ has: page.getByRole('heading', { name: 'Home' }) })
    .waitFor()
  const base = page.url().replace(/\/$/, '')
  if (path !== '') await page.goto(`${base}${path}`)
  return { ...watched, base }
}

async function closed({ context, faults }: WatchedPage): Promise<void> {
  await context.close()
  expect(faults).toEqual([])
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()

describe('what is served', () => {
  test('the page is not cached and admits nothing from elsewhere; its files are kept for good', async () => {
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

  test('what is no page and no route is still told as JSON', async () => {
    const unknown = await fetch(`${url()}/nowhere`)
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
      404,
      'route_not_found',
    ])
  })
})

describe('signing in', () => {
  test('the printed link signs in, and takes the key out of the address at once', async () => {
    const opened = await signedIn('')
    expect(opened.page.url()).not.toContain('key')
    expect(await opened.page.evaluate('document.cookie')).toBe('')
    await opened.page.getByRole('heading', { name: 'Home' }).waitFor()
    await closed(opened)
  })

  test('a page that needs a session leads to signing in, and back to where one wanted to go', async () => {
    const opened = await openPage(browser, url())
    const { page } = opened
    await page.goto(`${url()}/p/default/traces?range=7d`)
    await page.getByLabel('Project key').fill(firstKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/p\/default\/traces\?range=7d/)
    await closed(opened)
  })

  test('a key that is not known is refused in one sentence', async () => {
    const opened = await openPage(browser, url(), { expected: /401/ })
    await opened.page.goto(`${url()}/sign-in`)
    await opened.page.getByLabel('Project key').fill('nobodyXX.0000')
    await opened.page.keyboard.press('Enter')
    await opened.page.getByText('This key is not known here.').waitFor()
    await closed(opened)
  })

  test('signing out ends the session', async () => {
    const opened = await signedIn('')
    await opened.page.getByRole('button', { name: 'Default' }).click()
    await opened.page.getByRole('menuitem', { name: /Sign out/ }).click()
    await opened.page.getByLabel('Project key').waitFor()
    await opened.page.goto(opened.base)
    await opened.page.getByLabel('Project key').waitFor()
    await closed(opened)
  })
})

describe('traces', () => {
  test('the list shows what ran, and a row opens its trace', async () => {
    const opened = await signedIn('/traces')
    const { page } = opened
    await row(page, 'support-agent').click()
    await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
    await page.getByRole('tree', { name: 'Spans' }).waitFor()
    await page.getByRole('treeitem', { name: /lookup_order/ }).waitFor()
    await closed(opened)
  })

  test('a filter is completed while it is typed, and narrows the list; back takes it away again', async () => {
    const opened = await signedIn('/traces')
    const { page } = opened
    await row(page, 'docs-rag').waitFor()
    const filter = page.getByLabel('Filter', { exact: true })
    await filter.click()
    await filter.pressSequentially('span_na')
    await page.getByRole('option', { name: /span_name/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await filter.pressSequentially('= chat')
    await page.keyboard.press('Enter')
    await page.waitForURL(/filter=/)
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'docs-rag' }).count()).toBe(0)
    await row(page, 'chat').waitFor()
    await page.goBack()
    await row(page, 'docs-rag').waitFor()
    expect(await filter.inputValue()).toBe('')
    await closed(opened)
  })

  test('what is wrong with a filter is said under it, with its column in the typed text', async () => {
    const opened = await signedIn('/traces', { expected: /400/ })
    const { page } = opened
    await page.getByLabel('Filter', { exact: true }).fill('span_name = a span_id = b')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '(column 15)' }).waitFor()
    await closed(opened)
  })

  test('a link with a filter that finds nothing says what to do next', async () => {
    const opened = await signedIn(`/traces?filter=${encodeURIComponent('span_name = nowhere')}`)
    await opened.page.getByText('Nothing satisfies this filter').waitFor()
    await opened.page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await row(opened.page, 'docs-rag').waitFor()
    await closed(opened)
  })

  test('by keys alone: go to traces, move in the list, open one, move in its tree, go back', async () => {
    const opened = await signedIn('')
    const { page } = opened
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL(/\/traces/)
    await row(page, 'docs-rag').waitFor()
    await page.getByRole('grid', { name: 'Traces' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
    const tree = page.getByRole('tree', { name: 'Spans' })
    await tree.focus()
    const before = page.url()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(
        () =>
          page.url() !== before ||
          page
            .getByRole('treeitem')
            .count()
            .then((count) => count === 1),
      )
      .toBe(true)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goBack()
    await closed(opened)
  })

  test('chosen spans are added to a new testset', async () => {
    const opened = await signedIn(`/traces?filter=${encodeURIComponent('span_name = chat')}`)
    const { page } = opened
    await row(page, 'chat').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Add to testset' }).click()
    await page.getByLabel('Name of a new testset').fill('From the list')
    await page.getByRole('button', { name: 'Make and add' }).click()
    await page.getByText('1 row was committed to From the list.').waitFor()
    await closed(opened)
  })
})

describe('a trace', () => {
  const failing = `/traces/${traceIdOf(112)}`

  test('a link opens exactly the span that its sender saw', async () => {
    const first = await signedIn(failing)
    await first.page.getByRole('treeitem', { name: /lookup_order/ }).click()
    await first.page.getByText('OrderNotFound').first().waitFor()
    const path = first.page.url().replace(first.base, '')
    await closed(first)
    const second = await signedIn(path)
    await second.page.getByText('OrderNotFound').first().waitFor()
    await closed(second)
  })

  test('messages are read as messages, tool calls with their arguments', async () => {
    const opened = await signedIn(failing)
    const { page } = opened
    await page.getByRole('treeitem', { name: /answer/ }).click()
    const span = page.getByRole('article')
    await span.getByText('Your order left our house on').waitFor()
    await span.locator('strong', { hasText: 'Monday' }).waitFor()
    await span.getByText('lookup_order').first().waitFor()
    await page.getByRole('tab', { name: 'Attributes' }).click()
    await span.getByText('ag.meta.request.model').waitFor()
    await closed(opened)
  })

  test('what was waited for is marked, and a search finds a span', async () => {
    const opened = await signedIn(failing)
    const { page } = opened
    await page.getByRole('button', { name: 'Critical path' }).click()
    await page.getByLabel('Find a span').fill('SELECT')
    await page.waitForURL(/span=/)
    await page.getByRole('article', { name: 'Span SELECT orders' }).waitFor()
    await closed(opened)
  })

  test('a judgment is written and read', async () => {
    const opened = await signedIn(`/traces/${traceIdOf(107)}?tab=annotations`)
    const { page } = opened
    await page.getByText('Nobody has judged this span yet.').waitFor()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByLabel('Comment').fill('It should have asked back.')
    await page.getByRole('button', { name: 'Annotate' }).click()
    await page.getByText('"It should have asked back."').waitFor()
    await closed(opened)
  })

  test('an id that names nothing says so', async () => {
    const opened = await signedIn(`/traces/${'ab'.repeat(16)}`)
    await opened.page.getByText('There is no such trace').waitFor()
    await closed(opened)
  })
})

describe('other pages', () => {
  test('an empty project shows how to send a span, and notices the first one by itself', async () => {
    const { key } = await newProject(url())
    const opened = await signedIn('', {}, key)
    await opened.page.getByText('Waiting for the first span…').waitFor()
    await fetch(`${url()}/api/simple/traces/`, {
      method: 'POST',
      headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ trace: { data: { outputs: 'It is on.' } } }),
    })
    await opened.page.getByRole('heading', { name: 'Requests' }).waitFor()
    await closed(opened)
  })

  test('a session reads as a transcript', async () => {
    const opened = await signedIn('/sessions')
    await row(opened.page, 'session-3').click()
    await opened.page.getByRole('region', { name: 'Transcript' }).getByText('user').first().waitFor()
    await closed(opened)
  })

  test('a user leads to their traces', async () => {
    const opened = await signedIn('/users')
    await row(opened.page, 'user-5').click()
    await opened.page.waitForURL(/traces\?.*user_id/)
    await closed(opened)
  })

  test('analytics are split by an attribute, and a value narrows them', async () => {
    const opened = await signedIn('/analytics')
    await opened.page.getByRole('link', { name: 'agent', exact: true }).click()
    await opened.page.waitForURL(/filter=/)
    await opened.page.getByRole('heading', { name: 'Latency' }).waitFor()
    await closed(opened)
  })

  test('a key is made, shown once and revoked', async () => {
    const opened = await signedIn('/settings/keys')
    const { page } = opened
    await page.getByLabel('Name of a person or program').fill('a reader')
    await page.getByLabel('Role').selectOption('viewer')
    await page.getByRole('button', { name: 'Make' }).click()
    await page.getByText('Copy it now').waitFor()
    await row(page, 'a reader').getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'a reader' }).count()).toBe(0)
    await closed(opened)
  })

  test('a viewer sees no button that would be refused', async () => {
    const { body: projects } = await admin(url(), 'GET', '/projects/')
    const [first] = (
      projects as { projects: readonly { id: string; is_default: boolean }[] }
    ).projects.filter((one) => one.is_default)
    const { body: made } = await admin(url(), 'POST', `/projects/${first?.id}/keys/`, {
      key: { name: 'eyes', role: 'viewer' },
    })
    const opened = await signedIn(
      `/traces/${traceIdOf(107)}?tab=annotations`,
      {},
      (made as { key: { secret: string } }).key.secret,
    )
    const { page } = opened
    await page.getByRole('tree').waitFor()
    expect(await page.getByRole('button', { name: /Delete|Annotate|Add to testset/ }).count()).toBe(0)
    await page.goto(`${opened.base}/settings`)
    await page.getByRole('link', { name: 'Retention' }).waitFor()
    expect(await page.getByRole('link', { name: /^(Keys|Secrets|Audit log)$/ }).count()).toBe(0)
    await closed(opened)
  })

  test('the palette opens a trace by its id', async () => {
    const opened = await signedIn('')
    await opened.page.getByRole('heading', { name: 'Home' }).waitFor()
    await opened.page.keyboard.press('Control+k')
    await opened.page.getByRole('combobox', { name: 'Search or go to' }).fill(traceIdOf(107))
    await opened.page.keyboard.press('Enter')
    await opened.page.waitForURL(new RegExp(traceIdOf(107)))
    await closed(opened)
  })

  test('while the server is away the page says so, and goes on by itself', async () => {
    const opened = await signedIn('/traces', { expected: /ERR_|Failed to load/ })
    const { page, context } = opened
    await row(page, 'docs-rag').waitFor()
    await context.route('**/{api,ready}**', (route) => route.abort())
    await context.route('**/ready', (route) => route.abort())
    await page.getByRole('button', { name: 'Look for newer ones' }).click()
    await page.getByText('The server does not answer; it may be restarting.').waitFor()
    expect(await row(page, 'docs-rag').count()).toBe(1)
    await context.unroute('**/{api,ready}**')
    await context.unroute('**/ready')
    await page.getByText('The server does not answer; it may be restarting.').waitFor({ state: 'detached' })
    await closed(opened)
  })
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each([
    '',
    '/traces',
    `/traces/${traceIdOf(112)}`,
    '/sessions',
    '/sessions/session-3',
    '/users',
    '/analytics',
    '/settings/ingest',
    '/settings/keys',
    '/settings/secrets',
    '/settings/prices',
    '/settings/redaction',
    '/settings/retention',
    '/settings/audit',
    '/settings/about',
    '/settings/sessions',
  ])('axe finds nothing on %s', async (path) => {
    const opened = await signedIn(path, { theme })
    const { page } = opened
    await page.waitForLoadState('networkidle')
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    const { violations: found } = await axe(page)
    expect(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await closed(opened)
  })
})

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Puts axe beside the page: as a script of the browser's own, which the policy of the page does not bind. */
async function axe(page: Page): Promise<AxeResult> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((found) => JSON.stringify({ violations: found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html: html.slice(0, 160) })) })) }))`,
    awaitPromise: true,
  })
  return JSON.parse(String(result.value)) as AxeResult
}
