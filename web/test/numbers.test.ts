// Every number that links to a list of traces or spans equals the number of rows of that list.
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admin, newProject } from '../../test/support/api.ts'
import { amount } from '../../test/support/tier.ts'
import { deep } from './deep.ts'
import { closePage, openWithKey, url, withBrowser } from './pages.ts'
import { ingest } from './seed.ts'

withBrowser()

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

interface SpanSeed {
  readonly trace: string
  readonly name: string
  readonly parent?: string
  readonly user?: string
  readonly hasFailed?: true
  readonly links?: readonly object[]
}

const startMs = Date.now() - 3_600_000

const create = ({ trace, name, parent, user, hasFailed, links }: SpanSeed) => ({
  trace_id: hex(trace, 32),
  span_id: hex(`${trace} ${name}`, 16),
  ...(parent === undefined ? {} : { parent_id: hex(`${trace} ${parent}`, 16) }),
  span_name: name,
  start_time: new Date(startMs).toISOString(),
  end_time: new Date(startMs + 900).toISOString(),
  status_code: hasFailed === true ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
  attributes: {
    ag: {
      type: { span: parent === undefined ? 'workflow' : 'chat' },
      metrics: hasFailed === true ? { errors: { incremental: 1 } } : {},
      ...(user === undefined ? {} : { user: { id: user }, session: { id: `of-${user}` } }),
    },
  },
  ...(links === undefined ? {} : { links }),
})

/**
 * Data that once made numbers differ: errors below roots, names of roots and of spans below, no root, two roots, two
 * users, an annotation.
 */
const spans = [
  create({ trace: 'fine', name: 'support', user: 'ann' }),
  create({ trace: 'fine', name: 'answer', parent: 'support' }),
  create({ trace: 'failed-below', name: 'support', user: 'ann' }),
  create({ trace: 'failed-below', name: 'answer', parent: 'support', hasFailed: true }),
  create({ trace: 'failed', name: 'answer', user: 'bob', hasFailed: true }),
  create({ trace: 'no-root', name: 'answer', parent: 'support', user: 'bob', hasFailed: true }),
  create({ trace: 'no-root', name: 'support again', parent: 'support' }),
  create({ trace: 'two-roots', name: 'answer' }),
  create({ trace: 'two-roots', name: 'support', hasFailed: true }),
  create({ trace: 'two-users', name: 'support', user: 'ann' }),
  create({ trace: 'two-users', name: 'answer', parent: 'support', user: 'bob' }),
  create({
    trace: 'annotation',
    name: 'judged',
    links: [
      { trace_id: hex('fine', 32), span_id: hex('fine support', 16), attributes: { key: 'invocation' } },
    ],
  }),
]

interface LinkedNumber {
  /** The name in the message of a failed test. */
  readonly label: string
  readonly count: number
  readonly href: string
}

/** Runs in the page: numbers that lead to a list, in tables under a header that counts, and links that are a number. */
const findNumbers = String.raw`(() => {
  const isCount = (header) => /^(Count|Traces|Turns|Spans|Errors|With errors)\b/.test(header.trim())
  const numberOf = (text) => (/^[\d,.\s]+$/.test(text.trim()) ? Number(text.replaceAll(/[,\s]/g, '')) : undefined)
  const numberInTable = (link, cell) => {
    const header = cell.closest('table').querySelectorAll('thead th')[cell.cellIndex].textContent
    const label = cell.parentElement.firstElementChild.textContent + ': ' + header
    return { label, count: isCount(header) ? numberOf(link.textContent) : undefined }
  }
  // A link on a number leads to the counted traces; any other link to the traces of its row.
  const numberInGrid = (link, row) => {
    const names = [...row.closest('[role="grid"]').querySelectorAll('[role="columnheader"]')].map(
      ({ textContent }) => textContent.trim(),
    )
    const cells = [...row.querySelectorAll('[role="gridcell"]')]
    const linkNumber = numberOf(link.textContent)
    const at = linkNumber === undefined ? names.findIndex((name) => name.startsWith('Traces')) : cells.indexOf(link.closest('[role="gridcell"]'))
    const count = isCount(names[at] ?? '') ? (linkNumber ?? numberOf(cells[at]?.textContent ?? '')) : undefined
    return { label: cells[0].textContent + ': ' + names[at], count }
  }
  const numberOfLink = (link) => {
    const errorCount = /([\d,]+) with errors/.exec(link.closest('section')?.textContent ?? '')?.[1]
    const isErrors = link.textContent.startsWith('With errors')
    return { label: link.textContent, count: numberOf((isErrors ? errorCount : link.textContent) ?? '') }
  }
  return [...document.querySelectorAll('a[href*="/traces?"]')]
    .map((link) => {
      const [cell, row] = [link.closest('td'), link.closest('[role="row"]')]
      const number = cell !== null ? numberInTable(link, cell) : row !== null ? numberInGrid(link, row) : numberOfLink(link)
      return { ...number, href: link.href }
    })
    .filter(({ count }) => count !== undefined)
})()`

const numbersOn = (page: Page): Promise<readonly LinkedNumber[]> =>
  page.evaluate(findNumbers) as Promise<readonly LinkedNumber[]>

const pages = [
  { path: '?range=24h', numbersMin: 1 },
  { path: '/analytics?range=24h', numbersMin: 4 },
  { path: '/analytics?range=24h&focus=spans', numbersMin: 4 },
  { path: '/analytics?range=24h&by=user', numbersMin: 4 },
  { path: '/users?range=24h', numbersMin: 2 },
  { path: '/sessions?range=24h', numbersMin: 2 },
] as const

/** A number, and the number of rows of its list if it differs. */
async function disagreements(key: string, numbersMax: number): Promise<readonly string[]> {
  const watchedPage = await openWithKey(key)
  const { page } = watchedPage
  const home = page.url().replace(/\/$/, '')
  const mismatches: string[] = []
  for (const { path, numbersMin } of pages) {
    await page.goto(`${home}${path}`)
    await expect
      .poll(async () => (await numbersOn(page)).length, { message: path })
      .toBeGreaterThanOrEqual(numbersMin)
    const linkedNumbers = new Map((await numbersOn(page)).map((one) => [`${one.count} ${one.href}`, one]))
    for (const { label, count, href } of [...linkedNumbers.values()].slice(0, numbersMax)) {
      await page.goto(href)
      const total = page.getByRole('status').filter({ hasText: /^[\d,]+ (trace|span)s?$/ })
      await total.waitFor()
      const rows = Number.parseInt((await total.innerText()).replaceAll(',', ''), 10)
      if (rows !== count) mismatches.push(`${path} ${label}: ${count}, the list has ${rows} (${href})`)
    }
  }
  await closePage(watchedPage)
  return mismatches
}

test('a number that leads to a list is the number of its rows', async () => {
  const { key } = await newProject(url())
  await ingest(url(), key, spans)
  expect(await disagreements(key, amount(1, Number.POSITIVE_INFINITY))).toEqual([])
})

/** The limit per page: the demo has hundreds of numbers, and a list takes about a second to open. */
const demoNumbersMax = 8

deep('a number of the demo project that leads to a list is the number of its rows', async () => {
  const { key } = (await admin(url(), 'POST', '/projects/demo')).body
  expect(await disagreements(key, demoNumbersMax)).toEqual([])
})
