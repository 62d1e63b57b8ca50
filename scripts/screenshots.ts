// Every page in light, dark and narrow, from the demo project, into screenshots/: to be looked at before a page is said to
// be done.
import { mkdirSync, rmSync } from 'node:fs'
import { removeDataDir, startServer } from '../test/support/process.ts'
import { openPage, startBrowser } from '../web/test/browser.ts'

const folder = new URL('../screenshots/', import.meta.url).pathname
const key = 'screenshots-key-0123456789-abcdefgh'
const paths = {
  home: '',
  traces: '/traces?range=7d',
  'traces-failed': `/traces?range=7d&filter=${encodeURIComponent('status_code = STATUS_CODE_ERROR')}`,
  sessions: '/sessions?range=30d',
  users: '/users?range=30d',
  analytics: '/analytics?range=7d',
  'settings-ingest': '/settings/ingest',
  'settings-keys': '/settings/keys',
  'settings-redaction': '/settings/redaction',
  'settings-audit': '/settings/audit',
} as const
const forms = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  narrow: { theme: 'light', width: 390, height: 844 },
} as const

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const server = await startServer({ env: { ASSAY_API_KEY: key } })
const browser = await startBrowser()
try {
  const made = await fetch(`${server.url}/api/projects/demo`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}` },
  })
  const { key: demoKey } = (await made.json()) as { readonly key: string }
  for (const [form, options] of Object.entries(forms)) {
    const { page, faults, context } = await openPage(browser, server.url, options)
    await page.goto(`${server.url}/sign-in`)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${folder}sign-in-${form}.png` })
    await page.goto(`${server.url}/#key=${demoKey}`)
    await page.waitForURL(/\/p\//)
    const base = page.url().replace(/\/$/, '')
    const shoot = async (name: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${folder}${name}-${form}.png` })
      console.log(`${name}-${form}`)
    }
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${base}${path}`)
      await shoot(name)
    }
    await page.goto(`${base}${paths['traces-failed']}`)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByRole('tree').waitFor()
    await shoot('trace')
    await page.goto(`${base}/sessions?range=30d`)
    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByRole('region', { name: 'Transcript' }).waitFor()
    await shoot('session')
    if (faults.length > 0) console.error(faults.join('\n'))
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(server)
}
