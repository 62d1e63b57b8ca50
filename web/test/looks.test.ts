// Axe finds no violations on any page, in both themes and on a phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import type { WatchedPage } from './browser.ts'
import { base, closePage, openSignedOut, openSignedIn, url, withBrowser } from './pages.ts'
import { traceIdOf } from './seed.ts'

withBrowser()

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
  '/users/user-3',
  '/testsets',
  '/testsets/capitals',
  '/testsets/capitals?row=2&open=true&find=paris',
  '/testsets/capitals?view=history',
  '/testsets/capitals/diff/1..2',
  '/testsets/capitals/merge?into=capitals-anna&from=capitals-bert',
  '/testsets/nowhere',
  '/analytics',
  '/analytics?by=model&second=user&focus=spans&sort=cost',
  '/runs',
  '/queues',
  '/queues?new=true',
  '/runs/compare',
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
  '/evaluators/says-please?tab=quality',
  '/queries',
  '/environments',
  '/environments?view=history&of=production',
  '/environments?view=compare&of=production&with=development',
  '/catalog?template=auto_ai_critique',
  '/apps/seeded-bot/playground',
  '/import',
  '/import?source=langfuse',
  '/import?source=agenta',
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

const desktopSize = { width: 1440, height: 900 }
const looks = [
  { name: 'light', colorScheme: 'light', size: desktopSize },
  { name: 'dark', colorScheme: 'dark', size: desktopSize },
  { name: 'narrow', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const

/** The violations in each theme and width. The page is loaded once and then switched. */
async function violationsInAllLooks(page: Page): Promise<readonly string[]> {
  const allViolations: string[] = []
  for (const { name, colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    // Colours in the middle of a transition belong to no theme.
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
    allViolations.push(...(await violations(page)).map((one) => `${name}: ${one}`))
  }
  return allViolations
}

describe('axe finds no violations in light, dark and on a phone', () => {
  let watchedPage: WatchedPage
  beforeAll(async () => {
    watchedPage = await openSignedIn('')
  })
  afterAll(() => closePage(watchedPage))

  test.each(paths)('on %s', async (path) => {
    const { page } = watchedPage
    await page.setViewportSize(desktopSize)
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
