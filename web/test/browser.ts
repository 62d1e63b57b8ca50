// A real browser for tests of whole pages: the Chromium of an npm package. Every open page is monitored: a request to
// another origin or an error in the console fails its test.
import chromium from '@sparticuz/chromium'
import {
  chromium as playwright,
  type Browser,
  type BrowserContext,
  type BrowserServer,
  type Page,
} from 'playwright-core'

const launchOptions = async () => ({
  executablePath: await chromium.executablePath(),
  // The default arguments of the package disable browser security that these tests need. The sandbox of Chromium needs
  // privileges that build machines seldom grant.
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--font-render-hinting=none',
    // No request leaves this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
  headless: true,
})

export const startBrowser = async (): Promise<Browser> => playwright.launch(await launchOptions())

/** One browser for all test files, which connect to it. */
export const serveBrowser = async (): Promise<BrowserServer> => playwright.launchServer(await launchOptions())
export const connectBrowser = (endpoint: string): Promise<Browser> => playwright.connect(endpoint)

export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A limit that ends a hang, not a limit of speed. */
const hangMs = 240_000

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** The errors of the page so far. */
  readonly faults: readonly string[]
  /** Empties the page, and opens it for another test. A new context costs half a second of processor time. */
  readonly reopen: (url: string, options: PageOptions) => Promise<WatchedPage>
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** Console errors that the test expects. */
  readonly expected?: RegExp
  /** The state of a browser that is signed in. */
  readonly state?: BrowserState
}

export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions & {
    /** How much longer than people a test may take to react. */
    readonly reactionFactor?: number
  } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })
  context.setDefaultTimeout(hangMs)
  if (options.reactionFactor !== undefined)
    await context.addInitScript(
      `try { localStorage.setItem('assay.reaction-factor', '${options.reactionFactor}') } catch {}`,
    )
  const page = await context.newPage()
  /** What is allowed now, and what was not. */
  let watch: { readonly origin: string; readonly expected: RegExp | undefined; readonly faults: string[] }
  // Listens without interception, which would disable the HTTP cache and send each request through this process.
  context.on('request', (request) => {
    const target = new URL(request.url())
    if (target.protocol.startsWith('http') && target.origin !== watch.origin)
      watch.faults.push(`request to another origin: ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (watch.expected?.test(message.text()) === true) return
    // A busy server rejects requests, which the page retries. The tests check the final state.
    if (/status of (429|503)/.test(message.text())) return
    watch.faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => watch.faults.push(`page: ${error.stack ?? error.message}`))
  const open = async (
    nextUrl: string,
    { width = 1440, height = 900, theme = 'light', expected, state }: PageOptions,
  ): Promise<WatchedPage> => {
    const { origin } = new URL(nextUrl)
    const faults: string[] = []
    watch = { origin, expected, faults }
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    if (state !== undefined) await context.addCookies(state.cookies)
    return { page, context, faults, reopen }
  }
  const reopen: WatchedPage['reopen'] = async (nextUrl, nextOptions) => {
    await context.setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.clearCookies()
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: watch.origin, storageTypes: 'all' })
    await session.detach()
    return open(nextUrl, nextOptions)
  }
  return open(url, options)
}
