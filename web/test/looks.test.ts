// Axe finds no violations on any page, in both themes and on a phone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeep } from '../../test/support/tier.ts'
import { violationsInAllLooks } from './axe.ts'
import type { WatchedPage } from './browser.ts'
import { base, closePage, openSignedOut, openSignedIn, url, withBrowser } from './pages.ts'
import { traceIdOf } from './seed.ts'

withBrowser()

const trace = `/traces/${traceIdOf(112)}`
/** Every page once. */
const pages = [
  '',
  '/traces',
  trace,
  `${trace}?tab=compare&with=${traceIdOf(107)}`,
  '/sessions',
  '/sessions/session-3',
  '/users',
  '/users/user-3',
  '/testsets',
  '/testsets/capitals',
  '/testsets/capitals?view=history',
  '/testsets/capitals/diff/1..2',
  '/testsets/capitals/merge?into=capitals-anna&from=capitals-bert',
  '/analytics',
  '/runs',
  '/queues',
  '/runs/compare',
  '/apps',
  '/apps/seeded-bot',
  '/apps/seeded-bot?tab=diff',
  '/workflows',
  '/workflows/seeded-tone',
  '/evaluators',
  '/evaluators/says-please?tab=quality',
  '/queries',
  '/environments',
  '/catalog?template=auto_ai_critique',
  '/apps/seeded-bot/playground',
  '/import?source=langfuse',
  ...[
    'send',
    'ingest',
    'project',
    'keys',
    'sessions',
    'secrets',
    'prices',
    'redaction',
    'retention',
    'deletions',
    'usage',
    'environments',
    'audit',
    'about',
  ].map((part) => `/settings/${part}`),
]

/** Tabs, panes, empty states and errors of these pages. */
const states = [
  '/traces?filter=span_name%20%3D%20nowhere',
  ...['attributes', 'events', 'annotations', 'compare', 'raw'].map((tab) => `${trace}?tab=${tab}`),
  '/testsets/capitals?row=2&open=true&find=paris',
  '/testsets/nowhere',
  '/analytics?by=model&second=user&focus=spans&sort=cost',
  '/queues?new=true',
  '/apps?search=nobody',
  '/apps/seeded-bot@1',
  '/apps/seeded-bot@99',
  '/apps/seeded-bot?tab=uses',
  '/environments?view=history&of=production',
  '/environments?view=compare&of=production&with=development',
  '/import',
  '/import?source=agenta',
]

describe('axe finds no violations in light, dark and on a phone', () => {
  let watchedPage: WatchedPage
  beforeAll(async () => {
    watchedPage = await openSignedIn('')
  })
  afterAll(() => closePage(watchedPage))

  test.each(isDeep ? [...pages, ...states] : pages)('on %s', async (path) => {
    const { page } = watchedPage
    await page.goto(`${base()}${path}`)
    await page.locator('main h1').waitFor()
    expect(await violationsInAllLooks(page)).toEqual([])
  })

  test.each(['Control+k', '?'])('on the dialog that %s opens', async (key) => {
    const { page } = watchedPage
    await page.goto(`${base()}/traces`)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    expect(await violationsInAllLooks(page)).toEqual([])
  })

  test('on the sign-in page', async () => {
    const signedOutPage = await openSignedOut()
    await signedOutPage.page.goto(`${url()}/sign-in`)
    await signedOutPage.page.getByLabel('Project key').waitFor()
    expect(await violationsInAllLooks(signedOutPage.page)).toEqual([])
    await closePage(signedOutPage)
  })
})
