// Analytics on the demo project: what is shown against sums of the spans themselves.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { admin, request, type Body } from '../../test/support/api.ts'
import { money } from '../ui/format.ts'
import { closed, signedInWith, url, withBrowser } from './pages.ts'

withBrowser()

let key: string
/** All spans of the demo's programs, as the list of spans answers them. */
let spans: readonly Body[]

beforeAll(async () => {
  key = (await admin(url(), 'POST', '/projects/demo')).body.key
  const all: Body[] = []
  let windowing: object | undefined = { limit: 1000 }
  while (windowing !== undefined) {
    const { body }: { body: Body } = await request(`${url()}/api/spans/query`, {
      method: 'POST',
      authorization: `ApiKey ${key}`,
      body: { windowing },
    })
    all.push(...body.spans)
    windowing = body.windowing
  }
  spans = all
}, 240_000)

const ownCost = ({ attributes }: Body): number => attributes.ag.metrics.costs.incremental?.total ?? 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The number at the top of a plot. */
const headline = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('p')
    .first()

test('traces and spans have cost the same: what the model calls have cost', async () => {
  const watched = await signedInWith(key, '/analytics?range=30d')
  const { page } = watched
  const spent = money(sum(spans.map(ownCost)))
  await expect.poll(() => headline(page, 'Cost').innerText()).toContain(`${spent} `)
  await page.getByRole('button', { name: 'Spans', exact: true }).click()
  await page.getByRole('heading', { name: 'Spans', exact: true }).waitFor()
  await expect.poll(() => headline(page, 'Cost').innerText()).toContain(`${spent} `)
  const failed = spans.filter(({ attributes }) => (attributes.ag.metrics.errors?.incremental ?? 0) > 0)
  await expect.poll(() => headline(page, 'Spans').innerText()).toContain(`${failed.length} with errors`)
  await closed(watched)
})
