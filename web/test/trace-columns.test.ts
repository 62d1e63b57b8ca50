// The columns of the list of traces, its keys, and its rows on a phone.
import type { Page } from 'playwright-core'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { feedback } from '../../test/support/simple-traces.ts'
import { deep } from './deep.ts'
import { closePage, dragRight, row, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'
import { ingest, seedTraces, traceIdOf } from './seed.ts'

withBrowser()

const heads = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('grid').getByRole('columnheader').allInnerTexts()).map((text) =>
    text.replace(/[↑↓]/, '').trim(),
  )

async function addColumn(page: Page, words: string, name: string): Promise<void> {
  const picker = page.getByRole('dialog', { name: 'Columns' })
  await picker.getByRole('searchbox').fill(words)
  await picker.getByRole('button', { name, exact: true }).click()
}

test('model, tags and any attribute become columns, found by typing, in an order that a link keeps', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 3, 1)
  await ingest(url(), project.key, [
    {
      trace_id: 'c'.repeat(32),
      span_id: 'c'.repeat(16),
      span_name: 'tagged',
      span_type: 'task',
      start_time: new Date(Date.now() - 5000).toISOString(),
      end_time: new Date().toISOString(),
      attributes: { ag: { tags: { team: 'care' } }, deploy: { region: 'eu-west, 1' } },
    },
  ])
  const watchedPage = await openWithKey(project.key, '/traces')
  const { page } = watchedPage
  await row(page, 'support-agent').waitFor()
  // Without annotations there is no column of scores.
  expect(await heads(page)).not.toContain('Scores')
  await page.getByRole('button', { name: 'Columns' }).click()
  await addColumn(page, 'model', 'Model')
  await addColumn(page, 'tags', 'Tags')
  await addColumn(page, 'deploy', 'deploy.region')
  const picker = page.getByRole('dialog', { name: 'Columns' })
  await picker.getByRole('button', { name: 'Move deploy.region left' }).click()
  await picker.getByRole('button', { name: 'Remove Tokens' }).click()
  await page.keyboard.press('Escape')
  // The model of a trace is that of its calls, whose root has none.
  await row(page, 'support-agent').getByText('gpt-4o').waitFor()
  await row(page, 'tagged').getByText('team: care').waitFor()
  await row(page, 'tagged').getByText('eu-west, 1').waitFor()
  const headings = await heads(page)
  expect(headings.slice(-5)).toEqual(['Cost', 'Model', 'deploy.region', 'Tags', 'Started'])
  expect(headings).not.toContain('Tokens')
  const link = page.url()
  await page.goto('about:blank')
  await page.goto(link)
  await row(page, 'tagged').getByText('eu-west, 1').waitFor()
  expect(await heads(page)).toEqual(headings)
  await closePage(watchedPage)
})

deep('the width of a column is part of the link', async () => {
  // A separate project: the column of scores would appear with the first annotation and move the others.
  const project = await newProject(url())
  await seedTraces(url(), project.key, 3, 1)
  const watchedPage = await openWithKey(project.key, '/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  const head = page.getByRole('columnheader', { name: 'Status' })
  const boxBefore = await head.boundingBox()
  await dragRight(head.locator('i'), { from: { x: 3, y: 10 }, byPx: 60 })
  await page.waitForURL(/status(~|%7E)1[45]\d/)
  await page.reload()
  await row(page, 'docs-rag').waitFor()
  const boxAfter = await head.boundingBox()
  expect(boxAfter?.width).toBeGreaterThan((boxBefore?.width ?? NaN) + 50)
  await closePage(watchedPage)
})

deep('inputs and outputs are shown as text, never as the JSON of messages', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 6, 1)
  const watchedPage = await openWithKey(project.key, '/traces?focus=spans')
  const { page } = watchedPage
  await row(page, 'plan').getByText('lookup_order({"order": 17})').waitFor()
  await row(page, 'generate').waitFor()
  for (const rowText of await page.getByRole('row').allInnerTexts())
    expect(rowText).not.toMatch(/"role"|\[\{/)
  await closePage(watchedPage)
})

deep('annotations are on the row of their trace, and each output may be a column', async () => {
  const project = await newProject(url())
  await seedTraces(url(), project.key, 3, 1)
  for (const score of [0.2, 0.4]) {
    await project.post('/annotations/', {
      annotation: feedback({
        data: { outputs: { score, label: 'weak' } },
        references: { evaluator: { slug: 'helpful' } },
        // The annotation of a span below the root is in the row of its trace.
        links: { invocation: { trace_id: traceIdOf(2), span_id: 'f'.repeat(16) } },
      }),
    })
  }
  const watchedPage = await openWithKey(project.key, '/traces')
  const { page } = watchedPage
  await row(page, 'support-agent').getByText('helpful.score 0.3').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await addColumn(page, 'helpful', 'helpful.label')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'helpful.label' }).waitFor()
  await row(page, 'support-agent').getByRole('gridcell', { name: 'weak', exact: true }).waitFor()
  expect(await row(page, 'docs-rag').getByText('helpful').count()).toBe(0)
  await closePage(watchedPage)
})

deep('a list that was just opened takes j, k, x and Enter, and ? lists them', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  await row(page, 'docs-rag').waitFor()
  // No row is under the cursor yet, so nothing opens.
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  expect(await page.locator('[role=row][data-cursor=true]').getAttribute('aria-rowindex')).toBe('2')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Shortcuts' })
  for (const label of ['Next trace', 'Previous trace', 'Open the trace', 'Select the trace']) {
    await help.getByText(label, { exact: true }).waitFor()
  }
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  // Keys of the list work anywhere on the page, except Enter on a button.
  await page.getByRole('button', { name: 'Columns' }).focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Columns' })
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await closePage(watchedPage)
})

deep('a menu that was opened while the list was loading stays open', async () => {
  const watchedPage = await openSignedIn('/users')
  const { page } = watchedPage
  await row(page, 'user-3').waitFor()
  const menuOpened = Promise.withResolvers<void>()
  await page.route('**/api/spans/query', async (route) => {
    await menuOpened.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Traces', exact: true }).click()
  await page.getByRole('button', { name: 'Last 24 hours' }).click()
  const choice = page.getByRole('button', { name: 'Last 7 days' })
  await choice.waitFor()
  menuOpened.resolve()
  await row(page, 'docs-rag').waitFor()
  await choice.click()
  await page.waitForURL(/range=7d/)
  await closePage(watchedPage)
})

deep('two selected traces are compared', async () => {
  const watchedPage = await openSignedIn('/traces')
  const { page } = watchedPage
  const boxes = page.getByRole('checkbox', { name: 'Select row' })
  await boxes.nth(0).check()
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0)
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.waitForURL(/with=/)
  await closePage(watchedPage)
})

deep('on a phone a row shows inputs and outputs', async () => {
  const watchedPage = await openSignedIn('/traces', { width: 390, height: 844 })
  const { page } = watchedPage
  const first = row(page, 'support-agent')
  await first.getByText(/Where is order 17|Cancel my|Hello|How do I|Which models/).waitFor()
  await first.getByText(/Order 17 left our house|I could not look/).waitFor()
  const box = await first.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(390)
  await first.getByText('support-agent').click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await closePage(watchedPage)
})

deep('the list is exported as CSV with the columns that it shows', async () => {
  const watchedPage = await openSignedIn(
    '/traces?filter=span_name%20%3D%20chat&columns=name,model,cost,output',
  )
  const { page } = watchedPage
  await row(page, 'chat').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV with these columns' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('default-traces.csv')
  const [head, first] = (await text(await download.createReadStream())).split('\r\n')
  expect(head).toBe('trace_id,span_id,name,model,cost_usd,output')
  expect(first).toMatch(/^[0-9a-f]{32},[0-9a-f]{16},chat,gpt-4o-mini,0\.\d+,.+$/)
  await closePage(watchedPage)
})
