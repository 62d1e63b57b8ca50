// The server behind a real nginx, with the configuration of docs/operations.md: with its own host, and below a
// path.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from '../support/api.ts'
import { freePort } from '../support/postgres.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { openPage, startBrowser } from '../../web/test/browser.ts'
import { documentedServers, startNginx, type Nginx } from './nginx.ts'

interface Layout {
  readonly server: RunningServer
  readonly nginx: Nginx
  /** The address for clients. */
  readonly url: string
}

async function startLayout(serverBlock: string, path: string): Promise<Layout> {
  const listen = await freePort()
  const url = `http://127.0.0.1:${listen}${path}`
  const env = {
    ASSAY_PUBLIC_URL: url,
    ASSAY_TRUST_PROXY: '1',
    ASSAY_WRONG_KEYS_PER_MINUTE_MAX: '10',
  }
  const server = await startServer({ env })
  return { server, url, nginx: await startNginx(serverBlock, { listen, serverUrls: [server.url] }) }
}

async function stopLayout({ nginx, server }: Layout): Promise<void> {
  await nginx.stop()
  expect(await server.stop()).toBe(0)
  removeDataDir(server)
}

describe('a host of its own', () => {
  let layout: Layout
  beforeAll(async () => {
    layout = await startLayout(documentedServers().ownHost, '')
  })
  afterAll(() => stopLayout(layout))

  test('forged forwarding headers do not raise the limit on wrong keys', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) {
      const headers = { Authorization: `ApiKey wrong-${i}`, 'X-Forwarded-For': `198.51.100.${i}` }
      statuses.push((await request(`${layout.url}/api/projects/current`, { method: 'GET', headers })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(10).fill(429)])
  })

  test('metrics are not exposed', async () => {
    expect((await request(`${layout.url}/metrics`, { method: 'GET' })).status).toBe(404)
  })
})

describe('below a path', () => {
  let layout: Layout
  let browser: Browser
  beforeAll(async () => {
    layout = await startLayout(documentedServers().belowPath, '/assay')
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await stopLayout(layout)
  })

  test('pages sign in, link to each other, and open at their address', async () => {
    const { page, context, faults } = await openPage(browser, layout.url)
    await page.goto(`${layout.url}/#key=${firstKey}`)
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Testsets', exact: true }).click()
    await page.waitForURL(`${layout.url}/p/default/testsets`)
    await page.reload()
    await page.getByRole('heading', { name: 'Testsets', exact: true }).waitFor()
    await page.goto(layout.url)
    await page.waitForURL(`${layout.url}/p/default`)
    expect(faults).toEqual([])
    await context.close()
  })

  test('after an expired session signing in returns to the page', async () => {
    const { page, context } = await openPage(browser, layout.url)
    await page.goto(`${layout.url}/p/default/testsets`)
    await page.getByLabel('Project key').fill(firstKey)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${layout.url}/p/default/testsets`)
    await page.getByRole('heading', { name: 'Testsets', exact: true }).waitFor()
    await context.close()
  })

  test('the page of the interface loads its document', async () => {
    const { page, context, faults } = await openPage(browser, layout.url)
    await page.goto(`${layout.url}/docs`)
    await page.getByRole('heading', { name: /Assay/ }).first().waitFor()
    const document = (await (await fetch(`${layout.url}/openapi.json`)).json()) as object
    expect(document).toMatchObject({ servers: [{ url: '/assay/' }] })
    expect(faults).toEqual([])
    await context.close()
  })
})
