// A real browser for tests of whole pages: the Chromium that npm brings. Every page that is opened watches itself: a request
// to another origin or an error in the console fails the test that caused it.
import chromium from '@sparticuz/chromium'
import { chromium as playwright, type Browser, type BrowserContext, type Page } from 'playwright-core'

export async function startBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // Not the package's own list: that is for machines without processes and pages without rules, and here the rules of
    // browsers are part of what is tried. The sandbox needs rights that a build machine seldom gives.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
    headless: true,
  })
}

export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What should not have happened, so far. */
  readonly faults: readonly string[]
}

export async function openPage(
  browser: Browser,
  url: string,
  options: {
    readonly width?: number
    readonly height?: number
    readonly theme?: 'light' | 'dark'
    /** Errors of the console that the test brings about. */
    readonly expected?: RegExp
  } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const faults: string[] = []
  await context.route(
    (target) => target.protocol.startsWith('http') && target.origin !== new URL(url).origin,
    async (route) => {
      faults.push(`asked another origin: ${route.request().url()}`)
      await route.abort()
    },
  )
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (options.expected?.test(message.text()) === true) return
    // A busy server says "later" and is asked again; what the page then shows is what is looked at.
    if (/status of (429|503)/.test(message.text())) return
    faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.stack ?? error.message}`))
  return { page, context, faults }
}
