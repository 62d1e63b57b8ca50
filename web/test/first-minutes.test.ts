// The first minutes of a project: Home, and its settings.
import { expect, test } from 'vitest'
import { admin, newProject, request } from '../../test/support/api.ts'
import { firstKey } from '../../test/support/process.ts'
import { violations } from './axe.ts'
import { deep } from './deep.ts'
import { closePage, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

test('a new key appears in the code to copy, and its first trace is announced', async () => {
  const { key } = await newProject(url())
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  await page.getByText('Waiting for the first span…').waitFor()
  await page.getByRole('button', { name: 'curl' }).click()
  await page.getByRole('button', { name: 'Create and insert key' }).click()
  await page.getByText('It is displayed only once').waitFor()
  const lines = await page.locator('pre').innerText()
  const keyText = /ApiKey (\S+)'/.exec(lines)?.[1] ?? ''
  const { status } = await request(`${url()}/api/simple/traces/`, {
    method: 'POST',
    authorization: `ApiKey ${keyText}`,
    body: { trace: { name: 'hello world', data: { outputs: 'It is on.' } } },
  })
  expect(status).toBe(202)
  await page.getByText('Your first trace arrived').waitFor()
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  const requests = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Requests' }) })
    .locator('p')
  await expect.poll(() => requests.first().innerText()).toMatch(/^1 /)
  await page.getByRole('status').getByRole('link').click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await closePage(watchedPage)
})

deep('a project that already has traces does not announce a first one', async () => {
  const watchedPage = await openSignedIn('')
  await watchedPage.page.getByRole('heading', { name: 'Requests' }).waitFor()
  expect(await watchedPage.page.getByText('Your first trace arrived').count()).toBe(0)
  await closePage(watchedPage)
})

deep('the code, the import and the demo project stay in the settings and in the palette', async () => {
  const watchedPage = await openSignedIn('/settings/send')
  const { page } = watchedPage
  await page.getByText('OTLPSpanExporter').first().waitFor()
  await page.getByRole('button', { name: 'Create demo project' }).waitFor()
  await page.getByRole('link', { name: 'Import…' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('demo')
  await page.getByRole('option', { name: /Create demo project/ }).waitFor()
  await page.getByRole('combobox').fill('send traces')
  await page.getByRole('option', { name: /Send traces/ }).waitFor()
  await closePage(watchedPage)
})

deep('home lists failing, slow and expensive traces by name and by model', async () => {
  const demo = await admin(url(), 'POST', '/projects/demo')
  const watchedPage = await openWithKey(demo.body.key, '/?range=7d')
  const { page } = watchedPage
  const leaders = page.getByRole('region', { name: 'Leaders' })
  const board = (name: string) =>
    leaders.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await board('Most errors').getByRole('link', { name: 'order-agent' }).waitFor()
  expect(await board('Most errors').locator('li').first().innerText()).toMatch(/order-agent\s+27 · /)
  expect(await board('Slowest, p95').locator('li').first().innerText()).toContain('order-agent')
  await leaders.getByRole('button', { name: 'By model' }).click()
  await board('Most expensive').getByRole('link', { name: 'gpt-4o', exact: true }).waitFor()
  expect(await board('Most expensive').locator('li').first().innerText()).toMatch(/gpt-4o\s+\$0\.098/)
  await page
    .getByRole('link', { name: /support-chat \S.*@\d/ })
    .first()
    .waitFor()
  await board('Most expensive').getByRole('link', { name: 'gpt-4o', exact: true }).click()
  await page.waitForURL(/focus=spans/)
  await closePage(watchedPage)
})

deep('home compares with the previous period', async () => {
  const project = await newProject(url())
  const sendAt = (hoursAgo: number, n: number) =>
    request(`${url()}/api/tracing/spans/ingest`, {
      method: 'POST',
      authorization: `ApiKey ${project.key}`,
      body: {
        spans: [
          {
            trace_id: String(n).padStart(32, '0'),
            span_id: String(n).padStart(16, '0'),
            span_name: 'work',
            start_time: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
            end_time: new Date(Date.now() - hoursAgo * 3_600_000 + 500).toISOString(),
          },
        ],
      },
    })
  await Promise.all([sendAt(30, 1), sendAt(2, 2), sendAt(3, 3)])
  await expect.poll(async () => (await project.post('/spans/query', {})).body.count).toBe(3)
  const watchedPage = await openWithKey(project.key)
  await watchedPage.page.getByText('+100% vs. previous').first().waitFor()
  await closePage(watchedPage)
})

deep('built-in prices are searched, and a model without a price gets one', async () => {
  const api = await newProject(url())
  const now = Date.now()
  await api.post('/tracing/spans/ingest', {
    spans: ['house-model', 'silent-model'].map((model, n) => ({
      trace_id: String(n + 1).padStart(32, 'c'),
      span_id: String(n + 1).padStart(16, 'c'),
      span_name: 'call',
      start_time: new Date(now - 5000).toISOString(),
      end_time: new Date(now - 4000).toISOString(),
      attributes: {
        ag: {
          type: { span: 'chat' },
          meta: { request: { model } },
          ...(n === 0 ? { metrics: { tokens: { incremental: { prompt: 10, completion: 5 } } } } : {}),
        },
      },
    })),
  })
  const watchedPage = await openWithKey(api.key, '/settings/prices')
  const { page } = watchedPage
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Missing costs' }).waitFor()
      return page.getByRole('row').filter({ hasText: 'house-model' }).count()
    })
    .toBe(1)
  await page.getByRole('row').filter({ hasText: 'silent-model' }).getByText('have no token counts').waitFor()
  await page.getByLabel('Search built-in prices').fill('gpt-4o-mini')
  const table = page.getByRole('region', { name: 'Built-in prices' })
  await expect.poll(() => table.getByRole('row').filter({ hasText: 'claude' }).count()).toBe(0)
  await table.getByRole('cell', { name: '0.075' }).first().waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'house-model' })
    .getByRole('button', { name: 'Set a price' })
    .click()
  expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('house-model')
  await page.getByLabel('Input price').fill('1')
  await page.getByLabel('Output price').fill('2')
  await page.getByLabel('Price of reasoning').fill('3')
  await page.getByRole('button', { name: 'Save price' }).click()
  await page
    .getByRole('region', { name: 'Prices of this project' })
    .getByRole('row')
    .filter({ hasText: 'house-model' })
    .waitFor()
  expect((await api.get('/prices/')).body.prices).toMatchObject([
    { model: 'house-model', input: 1, output: 2, reasoning: 3 },
  ])
  await closePage(watchedPage)
})

deep('a project is created and renamed in the settings with permission', async () => {
  const watchedPage = await openWithKey(firstKey, '/settings/project')
  const { page } = watchedPage
  await page.getByLabel('Name of the new project').fill('Second shop')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/p\/second-shop/)
  await page.getByText('Waiting for the first span…').waitFor()
  await page.goto(`${url()}/p/second-shop/settings/project`)
  await page.getByLabel('Project name').fill('Third shop')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByText('Project renamed.').waitFor()
  await page.getByRole('button', { name: /Third shop/ }).waitFor()
  expect(await page.getByLabel('Name of the new project').count()).toBe(0)
  await closePage(watchedPage)
})

test('axe finds targets that are too small', async () => {
  const watchedPage = await openSignedIn('/settings/about')
  const { page } = watchedPage
  await page.getByRole('heading', { name: 'Settings: About' }).waitFor()
  await page.evaluate(`for (const name of ['a', 'b']) {
      const small = document.createElement('button')
      small.textContent = name
      Object.assign(small.style, { width: '8px', height: '8px', padding: '0', border: '0', fontSize: '6px' })
      document.querySelector('main').append(small)
    }`)
  expect((await violations(page)).filter((one) => one.startsWith('target-size'))).toHaveLength(1)
  await closePage(watchedPage)
})
