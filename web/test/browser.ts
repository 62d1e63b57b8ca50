// A real browser for tests of whole pages: the Chromium of an npm package. Every open page is monitored: a request to
// another origin or an error in the console fails its test.
import chromium from '@sparticuz/chromium'
import {
  chromium as playwright,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
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

export type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** The errors of the page so far. */
  readonly faults: readonly string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  options: {
    readonly width?: number
    readonly height?: number
    readonly theme?: 'light' | 'dark'
    /** Console errors that the test expects. */
    readonly expected?: RegExp
    /** The state of a browser that is signed in. */
    readonly state?: BrowserState
  } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...(options.state === undefined ? {} : { storageState: options.state }),
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  // A long timeout: the machine may be busy.
  context.setDefaultTimeout(100_000)
  const faults: string[] = []
  // Listens without interception, which would disable the HTTP cache and send each request through this process.
  const { origin } = new URL(url)
  context.on('request', (request) => {
    const target = new URL(request.url())
    if (target.protocol.startsWith('http') && target.origin !== origin)
      faults.push(`request to another origin: ${request.url()}`)
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (options.expected?.test(message.text()) === true) return
    // A busy server rejects requests, which the page retries. The tests check the final state.
    if (/status of (429|503)/.test(message.text())) return
    faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.stack ?? error.message}`))
  return { page, context, faults }
}
