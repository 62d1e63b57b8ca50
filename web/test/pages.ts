// Opens and closes pages of the seeded project in the shared browser.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, type TestContext } from 'vitest'
import { connectBrowser, openPage, type WatchedPage } from './browser.ts'

let browser: Browser | undefined
/** Pages that the current test has not closed. */
const openPages = new Set<WatchedPage>()

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
    browser = await connectBrowser(inject('pagesBrowser'))
  })
  afterEach(closeAfterFailure)
  afterAll(async () => {
    await browser?.close()
  })
}

export type Options = Parameters<typeof openPage>[2]

/** Opens a page of a browser without a session. */
export async function openSignedOut({
  origin = url(),
  ...options
}: Options & {
  /** Another server. */
  readonly origin?: string
} = {}): Promise<WatchedPage> {
  if (browser === undefined) throw new Error('call withBrowser() at the top of the test file')
  const watchedPage = await openPage(browser, origin, options)
  openPages.add(watchedPage)
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

/** Opens a page of another project by a key, like the link that the server prints. */
export async function openWithKey(key: string, path = '', options: Options = {}): Promise<WatchedPage> {
  const watchedPage = await openSignedOut(options)
  const { page } = watchedPage
  await page.goto(`${url()}/#key=${key}`)
  await page.waitForURL(/\/p\/[^/]+\/?$/)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  if (path !== '') await page.goto(`${page.url().replace(/\/$/, '')}${path}`)
  return watchedPage
}

/** Closes a page. Fails after a request to another origin or an error in the console. */
export async function closePage(watchedPage: WatchedPage): Promise<void> {
  await watchedPage.context.close()
  openPages.delete(watchedPage)
  expect(watchedPage.faults).toEqual([])
}

/** Navigates by `g` and a letter. Retries: the second key must follow within about a second, which a busy machine may miss. */
export async function goTo(page: Page, letter: string, path: string): Promise<void> {
  const pressKeys = async (): Promise<string> => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    return page.url()
  }
  await expect.poll(pressKeys).toContain(path)
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
