// What axe finds on each page, in both themes and on a telephone: nothing.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WatchedPage } from './browser.ts'
import { base, closed, opened, signedIn, url, withBrowser } from './pages.ts'
import { traceIdOf } from './seed.ts'

withBrowser()

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const run = `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => JSON.stringify(
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' '))))`

/** Puts axe beside the page: as a script of the browser's own, which the policy of the page does not bind. */
async function violations(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  const { result } = await session.send('Runtime.evaluate', { expression: run, awaitPromise: true })
  await session.detach()
  return JSON.parse(String(result.value)) as readonly string[]
}

const trace = `/traces/${traceIdOf(112)}`
const paths = [
  '',
  '/traces',
  '/traces?filter=span_name%20%3D%20nowhere',
  trace,
  ...['attributes', 'events', 'annotations', 'compare', 'raw'].map((tab) => `${trace}?tab=${tab}`),
  `${trace}?tab=compare&with=${traceIdOf(107)}`,
  '/sessions',
  '/sessions/session-3',
  '/users',
  '/analytics',
  '/apps',
  '/apps?search=nobody',
  '/apps/seeded-bot',
  '/apps/seeded-bot@1',
  '/apps/seeded-bot@99',
  '/apps/seeded-bot?tab=diff',
  '/apps/seeded-bot?tab=uses',
  '/workflows',
  '/workflows/seeded-tone',
  '/evaluators',
  '/queries',
  '/environments',
  '/environments?view=history&of=production',
  '/environments?view=compare&of=production&with=development',
  ...[
    'ingest',
    'project',
    'keys',
    'sessions',
    'secrets',
    'prices',
    'redaction',
    'retention',
    'environments',
    'audit',
    'about',
  ].map((part) => `/settings/${part}`),
]

describe.each([
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['narrow', { theme: 'light', width: 390, height: 844 }],
] as const)('%s: axe finds nothing', (_, options) => {
  let watched: WatchedPage
  beforeAll(async () => {
    watched = await signedIn('', options)
  })
  afterAll(() => closed(watched))

  test.each(paths)('on %s', async (path) => {
    const { page } = watched
    await page.goto(`${base()}${path}`)
    await page.getByRole('main').locator('h1').waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    expect(await violations(page)).toEqual([])
  })

  test('on what opens over a page', async () => {
    const { page } = watched
    await page.goto(`${base()}/traces`)
    await page.getByRole('grid').waitFor()
    const found: string[] = []
    for (const key of ['Control+k', '?']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      found.push(...(await violations(page)))
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
  })

  test('on signing in', async () => {
    const stranger = await opened(options)
    await stranger.page.goto(`${url()}/sign-in`)
    await stranger.page.getByLabel('Project key').waitFor()
    expect(await violations(stranger.page)).toEqual([])
    await closed(stranger)
  })
})
