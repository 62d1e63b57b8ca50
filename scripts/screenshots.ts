// Writes screenshots of every page and state of the demo project to screenshots/: light, dark and narrow, for review.
// `npm run screenshots -- --docs` also writes the images of README.md and docs/tour.md to docs/images/.
// `-- --only <pattern>` selects by name and variant.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { removeDataDir, startServer } from '../test/support/process.ts'
import { openPage, startBrowser } from '../web/test/browser.ts'
import { paths, scenes } from './screenshot-scenes.ts'

const folder = new URL('../screenshots/', import.meta.url).pathname
const images = new URL('../docs/images/', import.meta.url).pathname
const key = 'screenshots-key-0123456789-abcdefgh'
const onlyIndex = process.argv.indexOf('--only')
const selection = new RegExp(onlyIndex === -1 ? '' : (process.argv[onlyIndex + 1] ?? ''))
const documentImages = [
  'home-light',
  'traces-slowest-light',
  'trace-light',
  'application-diff-light',
  'environments-light',
  'run-cell-light',
  'runs-compare-row-light',
  'session-light',
  'analytics-dark',
]

const variants = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  narrow: { theme: 'light', width: 390, height: 844 },
} as const

/** Takes a screenshot after all requests have ended. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(300)
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${folder}${name}.png` })
  console.log(name)
}

interface Keys {
  readonly demo: string
  readonly viewer: string
}

async function createKeys(url: string): Promise<Keys> {
  const call = async (authorization: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const { key: demo } = (await call(`ApiKey ${key}`, '/projects/demo')) as { readonly key: string }
  const viewer = String(await call(`ApiKey ${demo}`, '/keys', { name: 'eyes', role: 'viewer' }))
  return { demo, viewer }
}

async function takeScreenshots(
  browser: Browser,
  url: string,
  variant: keyof typeof variants,
  keys: Keys,
): Promise<void> {
  const { page, faults, context } = await openPage(browser, url, {
    ...variants[variant],
    expected: /400|424|500/,
  })
  const isSelected = ([name]: readonly [string, unknown]): boolean => selection.test(`${name}-${variant}`)
  await page.goto(`${url}/sign-in`)
  await takeScreenshot(page, `sign-in-${variant}`)
  const signIn = async (secret: string): Promise<string> => {
    await context.clearCookies()
    await page.goto(`${url}/#key=${secret}`)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    return page.url().replace(/\/$/, '')
  }
  await signIn(key)
  await takeScreenshot(page, `home-empty-${variant}`)
  const base = await signIn(keys.demo)
  for (const [name, path] of Object.entries(paths).filter(isSelected)) {
    await page.goto(`${base}${path}`)
    await takeScreenshot(page, `${name}-${variant}`)
  }
  for (const [name, scene] of Object.entries(scenes).filter(isSelected)) {
    await scene(page, base)
    await takeScreenshot(page, `${name}-${variant}`)
  }
  await signIn(keys.viewer)
  await page.goto(`${base}/settings/retention`)
  await takeScreenshot(page, `viewer-${variant}`)
  if (faults.length > 0) console.error(faults.join('\n'))
  await context.close()
}

/** Writes the images as WebP, which the browser can encode: a third of the size of PNG. */
async function writeImages(browser: Browser): Promise<void> {
  const page = await browser.newPage()
  mkdirSync(images, { recursive: true })
  for (const name of documentImages.filter((name) => selection.test(name))) {
    const png = readFileSync(`${folder}${name}.png`).toString('base64')
    const webpBase64 = await page.evaluate(`new Promise((resolve) => {
      const image = new Image()
      image.onload = () => {
        const canvas = document.createElement('canvas')
        canvas.width = image.width
        canvas.height = image.height
        canvas.getContext('2d').drawImage(image, 0, 0)
        resolve(canvas.toDataURL('image/webp', 0.8))
      }
      image.src = 'data:image/png;base64,${png}'
    })`)
    writeFileSync(`${images}${name}.webp`, Buffer.from(String(webpBase64).split(',')[1] ?? '', 'base64'))
  }
  await page.close()
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const server = await startServer({ env: { ASSAY_API_KEY: key } })
const browser = await startBrowser()
try {
  const keys = await createKeys(server.url)
  for (const variant of ['light', 'dark', 'narrow'] as const)
    await takeScreenshots(browser, server.url, variant, keys)
  if (process.argv.includes('--docs')) await writeImages(browser)
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(server)
}
