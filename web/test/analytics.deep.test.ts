// Analytics on the demo project: displayed numbers equal sums over the spans.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { admin, request, type Body } from '../../test/support/api.ts'
import { decimal, money } from '../ui/format.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let key: string
/** All spans of the demo project, from the list of spans. */
let spans: readonly Body[]

beforeAll(async () => {
  key = (await admin(url(), 'POST', '/projects/demo')).body.key
  const allSpans: Body[] = []
  let windowing: object | undefined = { limit: 1000 }
  while (windowing !== undefined) {
    const { body }: { body: Body } = await request(`${url()}/api/spans/query`, {
      method: 'POST',
      authorization: `ApiKey ${key}`,
      body: { windowing },
    })
    allSpans.push(...body.spans)
    windowing = body.windowing
  }
  spans = allSpans
})

const ownCost = ({ attributes }: Body): number => attributes.ag.metrics.costs.incremental?.total ?? 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The number at the top of a plot. */
const headline = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('p')
    .first()

test('traces and spans have the same cost: that of the model calls', async () => {
  const watchedPage = await openWithKey(key, '/analytics?range=30d')
  const { page } = watchedPage
  const totalCost = money(sum(spans.map(ownCost)))
  await expect.poll(() => headline(page, 'Cost').innerText()).toContain(`${totalCost} `)
  await page.getByRole('button', { name: 'Spans', exact: true }).click()
  await page.getByRole('heading', { name: 'Spans', exact: true }).waitFor()
  await expect.poll(() => headline(page, 'Cost').innerText()).toContain(`${totalCost} `)
  const failedSpans = spans.filter(({ attributes }) => (attributes.ag.metrics.errors?.incremental ?? 0) > 0)
  await expect.poll(() => headline(page, 'Spans').innerText()).toContain(`${failedSpans.length} with errors`)
  await closePage(watchedPage)
})

/** Whether a span is of a program, and not of an annotation. */
const isProgram = (span: Body): boolean => span.trace_type !== 'annotation'
const rootsByTrace = (): ReadonlyMap<string, Body> =>
  new Map(spans.filter(({ parent_id }) => parent_id === null).map((root) => [root.trace_id, root]))

test('the cost of each model per day is split by application, and each number links to its list', async () => {
  const watchedPage = await openWithKey(key, '/analytics?range=30d&bucket=day')
  const { page } = watchedPage
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('combobox', { name: 'Search fields' }).fill('mod')
  await page.keyboard.press('Enter')
  await page.waitForURL(/by=model/)
  expect(page.url()).toContain('focus=spans')
  await page.getByRole('button', { name: /^Then by/ }).click()
  await page.getByRole('option', { name: /^Application/ }).click()
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await page.waitForURL(/sort=cost/)

  const roots = rootsByTrace()
  const groups = Map.groupBy(spans, (span) =>
    JSON.stringify([
      span.attributes.ag.meta?.request?.model ?? '(none)',
      roots.get(span.trace_id)?.attributes.ag.references?.application?.slug ?? '(none)',
    ]),
  )
  const table = page.getByRole('region', { name: 'Groups' })
  const rows = table.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(groups.size)
  const cellTexts = await Promise.all((await rows.all()).map((row) => row.locator('td').allInnerTexts()))
  const numbers = new Map(
    cellTexts.map(([model, application, , total, , , , , cost]) => [
      JSON.stringify([model?.trim(), application?.trim()]),
      { total: Number(total?.replaceAll(',', '')), cost },
    ]),
  )
  expect(numbers).toEqual(
    new Map(
      [...groups].map(([group, members]) => [
        group,
        { total: members.length, cost: money(sum(members.map(ownCost))) },
      ]),
    ),
  )

  const expensiveSpans = spans.filter(
    (span) =>
      span.attributes.ag.meta?.request?.model === 'gpt-4o' &&
      roots.get(span.trace_id)?.attributes.ag.references?.application?.slug === 'book-search',
  )
  await rows
    .first()
    .getByRole('link', { name: String(expensiveSpans.length), exact: true })
    .click()
  await page.waitForURL(/\/traces\?/)
  const filter = new URL(page.url()).searchParams.get('filter') ?? ''
  const { body } = await request(`${url()}/api/spans/query`, {
    method: 'POST',
    authorization: `ApiKey ${key}`,
    body: { filter, fields: ['span_name'], windowing: { limit: 1000 } },
  })
  expect(body.count).toBe(expensiveSpans.length)
  await closePage(watchedPage)
})

test('groups beyond the first eight are drawn as one, and the table is downloaded as CSV', async () => {
  const watchedPage = await openWithKey(key, '/analytics?range=30d&by=user')
  const { page } = watchedPage
  const users = new Set(
    [...rootsByTrace().values()]
      .filter(isProgram)
      .map(({ attributes }) => attributes.ag.user?.id ?? '(none)'),
  )
  const rows = page.getByRole('region', { name: 'Groups' }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(users.size)
  expect(users.size).toBeGreaterThan(8)
  const legend = page.getByRole('figure', { name: 'Requests over time' }).locator('.u-legend .u-series')
  // The legend has the time, eight groups and the others.
  await expect.poll(() => legend.count()).toBe(10)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('analytics by User.csv')
  const lines = await file.createReadStream().then(async (stream) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString().trim().split('\r\n')
  })
  expect(lines[0]).toBe('User,count,share,errors,p50_ms,p95_ms,tokens,cost_usd')
  expect(lines).toHaveLength(users.size + 1)
  await closePage(watchedPage)
})

test('scores of annotations are plotted and listed like other numbers, also by group', async () => {
  const programTraceIds = new Set(spans.filter(isProgram).map(({ trace_id }) => trace_id))
  const scores = spans
    .filter(
      (span) => !isProgram(span) && span.links?.some(({ trace_id }: Body) => programTraceIds.has(trace_id)),
    )
    .flatMap(({ attributes, references = [] }) =>
      Object.entries(attributes.ag.data?.outputs ?? {}).flatMap(([output, value]) => {
        const slug = references.find((one: Body) => one.attributes?.key === 'evaluator')?.slug
        return typeof value === 'number' ? [{ name: `${slug}.${output}`, value }] : []
      }),
    )
  const [[name, values] = ['', []]] = [...Map.groupBy(scores, (score) => score.name)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  expect(values.length).toBeGreaterThan(1)
  const watchedPage = await openWithKey(key, '/analytics?range=30d')
  const { page } = watchedPage
  await page.getByRole('button', { name: /^Plot a number/ }).click()
  await page.getByRole('combobox', { name: 'Search fields' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.waitForURL(/measure=annotation/)
  const mean = decimal(sum(values.map(({ value }) => value)) / values.length)
  await expect.poll(() => headline(page, name).innerText()).toBe(`${mean} mean`)
  await page.getByRole('group', { name: 'Statistic' }).getByRole('button', { name: 'Count' }).click()
  await expect.poll(() => headline(page, name).innerText()).toBe(`${values.length} annotations`)
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('option', { name: /^Status/ }).click()
  const header = page.getByRole('columnheader', { name: `${name} count` })
  await header.waitFor()
  const cells = await page
    .getByRole('region', { name: 'Groups' })
    .locator('tbody tr td:last-child')
    .allInnerTexts()
  expect(sum(cells.map((cell) => (cell === '–' ? 0 : Number(cell))))).toBe(values.length)
  await closePage(watchedPage)
})
