// Opens and closes pages of the seeded project in the shared browser.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, type TestContext } from 'vitest'
import { connectBrowser, openPage, type PageOptions, type WatchedPage } from './browser.ts'

// The files of a worker share this module, and so the browser and its pages.
let browser: Browser | undefined
/** Pages that the current test has not closed. */
const openPages = new Set<WatchedPage>()
/** Pages that earlier tests have closed. */
const idlePages: WatchedPage[] = []
/** Pages that no other test can use, because a clock that was replaced stays. */
const ownClocks = new WeakSet<WatchedPage>()

export const url = (): string => inject('pagesServer')
export const base = (): string => `${url()}/p/default`

/** The URL of a page and the start of its text, for the message of a failed test. */
async function describePage({ page, faults }: WatchedPage): Promise<string> {
  const text = await page.locator('body, main').last().innerText({ timeout: 1000 }).catch(String)
  return `${page.url()} ${faults.join(' ')} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`
}

/** Adds the open pages of a failed test to its first error, and closes them. */
async function closeAfterFailure({ task }: TestContext): Promise<void> {
  const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined
  if (error === undefined) return
  for (const watchedPage of openPages) {
    error.message += `\n${await describePage(watchedPage)}`
    await watchedPage.context.close()
  }
  openPages.clear()
}

/** Connects the tests of a file to the browser. Call it once, at the top of the file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser ??= await connectBrowser(inject('pagesBrowser'))
  })
  afterEach(closeAfterFailure)
}

/** Messages and undo buttons wait long enough for a busy machine. */
const reactionFactor = 1000

export type Options = PageOptions & {
  /** The test controls the clock, so messages end as they do for people. */
  readonly hasOwnClock?: boolean
}

/** Opens a page of a browser without a session. */
export async function openSignedOut({
  origin = url(),
  hasOwnClock = false,
  ...options
}: Options & {
  /** Another server. */
  readonly origin?: string
} = {}): Promise<WatchedPage> {
  if (browser === undefined) throw new Error('call withBrowser() at the top of the test file')
  const idlePage = hasOwnClock ? undefined : idlePages.pop()
  const watchedPage = await (idlePage?.reopen(origin, options) ??
    openPage(browser, origin, { ...options, ...(hasOwnClock ? {} : { reactionFactor }) }))
  openPages.add(watchedPage)
  if (hasOwnClock) ownClocks.add(watchedPage)
  return watchedPage
}

/** Opens a page of the seeded project. */
export async function openSignedIn(
  path: string,
  options: Options & { readonly as?: 'admin' | 'viewer' } = {},
): Promise<WatchedPage> {
  const { as = 'admin', ...rest } = options
  const watchedPage = await openSignedOut({ ...rest, state: inject('pagesStates')[as] })
  await watchedPage.page.goto(`${base()}${path}`)
  return watchedPage
}

/** Signs a browser in by a key. Returns the URL of the project. */
export async function signIn({ context }: WatchedPage, key: string, origin = url()): Promise<string> {
  const response = await context.request.post(`${origin}/api/session`, {
    headers: { Authorization: `ApiKey ${key}` },
  })
  const { session } = (await response.json()) as { session: { project: { slug: string } } }
  return `${origin}/p/${session.project.slug}`
}

/** Opens a page of another project by a key. */
export async function openWithKey(key: string, path = '', options: Options = {}): Promise<WatchedPage> {
  const watchedPage = await openSignedOut(options)
  const { page } = watchedPage
  await page.goto(`${await signIn(watchedPage, key)}${path}`)
  if (path === '') await page.getByRole('heading', { name: 'Home' }).waitFor()
  return watchedPage
}

/** Closes a page. Fails after a request to another origin or an error in the console. */
export async function closePage(watchedPage: WatchedPage): Promise<void> {
  if (ownClocks.has(watchedPage)) await watchedPage.context.close()
  else {
    await watchedPage.page.goto('about:blank')
    idlePages.push(watchedPage)
  }
  openPages.delete(watchedPage)
  expect(watchedPage.faults).toEqual([])
}

/** Navigates by `g` and a letter. */
export async function goTo(page: Page, letter: string, path: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
  await page.waitForURL(({ href }) => href.includes(path))
}

export const row = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text }).first()

export const filteredPath = (filter: string): string => `/traces?filter=${encodeURIComponent(filter)}`

/** Drags to the right, once the element has stopped moving and nothing covers it. */
export async function dragRight(
  handle: Locator,
  { from, byPx }: { readonly from: { readonly x: number; readonly y: number }; readonly byPx: number },
): Promise<void> {
  const { mouse } = handle.page()
  await handle.hover({ position: from })
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the element is not on the screen')
  await mouse.down()
  await mouse.move(box.x + from.x + byPx, box.y + from.y, { steps: 4 })
  await mouse.up()
}
