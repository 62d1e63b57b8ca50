// One trace: its tree, its spans, and actions on them.
import { expect, test } from 'vitest'
import { firstKey } from '../../test/support/process.ts'
import { deep } from './deep.ts'
import { base, closePage, filteredPath, row, openSignedIn, url, withBrowser } from './pages.ts'
import { ingest, traceIdOf } from './seed.ts'

withBrowser()
const failingPath = `/traces/${traceIdOf(112)}`

test('the URL of a trace opens the span that was selected', async () => {
  const watchedPage = await openSignedIn(failingPath)
  const { page } = watchedPage
  await page.getByRole('treeitem', { name: /lookup_order/ }).click()
  await page.getByText('OrderNotFound').first().waitFor()
  const link = page.url()
  await page.goto(base())
  await page.goto(link)
  await page.getByText('OrderNotFound').first().waitFor()
  await closePage(watchedPage)
})

deep('a trace is requested before the script of its page, and the session only once', async () => {
  const watchedPage = await openSignedIn('')
  const { page } = watchedPage
  // Requests that the previous page prefetches are not counted.
  await page.goto('about:blank')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(base() + failingPath)
  await page.getByRole('treeitem', { name: /lookup_order/ }).waitFor()
  const firstIndexOf = (path: RegExp): number => requests.findIndex((one) => path.test(one))
  expect(firstIndexOf(/\/outline$/)).toBeGreaterThan(firstIndexOf(/^\/api\/session$/))
  expect(firstIndexOf(/\/trace-page-.*\.js$/)).toBeGreaterThan(firstIndexOf(/\/outline$/))
  expect(requests.filter((path) => path === '/api/session')).toHaveLength(1)
  await closePage(watchedPage)
})

test('messages are shown as messages, tool calls with their arguments', async () => {
  const watchedPage = await openSignedIn(failingPath)
  const { page } = watchedPage
  await page.getByRole('treeitem', { name: /answer/ }).click()
  const span = page.getByRole('article')
  await span.getByText('Your order left our house on').waitFor()
  await span.locator('strong', { hasText: 'Monday' }).waitFor()
  await span.getByText('lookup_order').first().waitFor()
  await page.getByRole('tab', { name: 'Attributes' }).click()
  await span.getByText('ag.meta.request.model').waitFor()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await span.getByRole('region', { name: 'Span JSON' }).waitFor()
  await closePage(watchedPage)
})

deep('reasoning, images, audio, documents and results of tools each have their own display', async () => {
  const traceId = 'c0ffee'.padEnd(32, '0')
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await ingest(url(), firstKey, [
    {
      trace_id: traceId,
      span_id: 'c0ffee0000000001',
      span_name: 'all-parts',
      span_type: 'chat',
      start_time: new Date(Date.now() - 60_000).toISOString(),
      end_time: new Date(Date.now() - 59_000).toISOString(),
      attributes: {
        ag: {
          data: {
            inputs: {
              messages: [
                {
                  role: 'user',
                  content: [
                    { type: 'text', text: 'What is this?' },
                    { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
                    { type: 'input_audio', audio: { url: 'https://example.com/a.mp3', transcript: 'hello' } },
                    { type: 'document', title: 'Manual', text: 'Press the button.' },
                  ],
                },
                { role: 'tool', tool_call_id: 'call_9', content: '{"pressed": true}' },
              ],
            },
            outputs: {
              completion: [
                { role: 'assistant', reasoning_content: 'A button, surely.', content: 'A *button*.' },
              ],
            },
          },
        },
      },
    },
  ])
  const watchedPage = await openSignedIn(`/traces/${traceId}`)
  const span = watchedPage.page.getByRole('article')
  await span.getByRole('img', { name: 'Part of the message' }).waitFor()
  await span.getByRole('link', { name: 'https://example.com/a.mp3' }).waitFor()
  await span.getByText('Manual').waitFor()
  await span.getByText('call_9').waitFor()
  await span.getByText('A button, surely.').waitFor()
  await span.locator('em', { hasText: 'button' }).waitFor()
  await closePage(watchedPage)
})

deep('a value of megabytes is parsed by a worker, shown by rows, and copied completely', async () => {
  const traceId = 'b16'.padEnd(32, '0')
  const documents = Array.from({ length: 8000 }, (_, at) => ({ at, words: `document ${at} `.repeat(12) }))
  await ingest(url(), firstKey, [
    {
      trace_id: traceId,
      span_id: 'b160000000000001',
      span_name: 'large',
      span_type: 'task',
      start_time: new Date(Date.now() - 60_000).toISOString(),
      end_time: new Date(Date.now() - 59_000).toISOString(),
      attributes: { ag: { data: { inputs: { question: 'all of it?' }, outputs: documents } } },
    },
  ])
  const watchedPage = await openSignedIn(`/traces/${traceId}`)
  const { page } = watchedPage
  const outputs = page.getByRole('region', { name: 'Outputs' })
  await page.getByText('8,000 items').waitFor()
  await outputs.getByRole('button', { name: 'Expand 1', exact: true }).click()
  await outputs.getByText('"document 1 document 1').waitFor()
  await outputs.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await outputs.getByText('7999', { exact: true }).waitFor()
  expect(await outputs.locator('[data-path]').count()).toBeLessThan(200)
  await page.getByRole('button', { name: 'Copy all of outputs' }).click()
  await page.getByText('Copied.').first().waitFor()
  const clipboardText = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(JSON.parse(clipboardText)).toHaveLength(8000)
  await closePage(watchedPage)
})

deep('the critical path is marked, a search finds a span, and the tree folds', async () => {
  const watchedPage = await openSignedIn(failingPath)
  const { page } = watchedPage
  await page.getByRole('button', { name: 'Critical path' }).click()
  await page.getByLabel('Find in this trace').fill('SELECT')
  await page.waitForURL(/span=/)
  await page.getByRole('article', { name: 'Span SELECT orders' }).waitFor()
  await page.getByRole('treeitem', { name: /support-agent/ }).click()
  await page.getByRole('button', { name: 'Collapse all', exact: true }).click()
  await expect.poll(() => page.getByRole('treeitem', { name: /SELECT/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await page.getByRole('treeitem', { name: /SELECT/ }).waitFor()
  await closePage(watchedPage)
})

test('an annotation is created, shown and deleted', async () => {
  // The first annotation creates the evaluator; another test may be the first.
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(107)}?tab=annotations`, { expected: /409/ })
  const { page } = watchedPage
  await page.getByText('No annotations yet.').waitFor()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await page.getByLabel('Comment').fill('It should have asked back.')
  await page.getByRole('button', { name: 'Annotate' }).click()
  await page.getByText('"It should have asked back."').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No annotations yet.').waitFor()
  await closePage(watchedPage)
})

test('two traces are compared by duration, cost and changed words', async () => {
  const watchedPage = await openSignedIn(`/traces/${traceIdOf(102)}?tab=compare`)
  const { page } = watchedPage
  await page.getByLabel('Id of another trace').fill(traceIdOf(107))
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL(/with=/)
  await page.getByRole('row', { name: /Duration/ }).waitFor()
  const differences = page.getByRole('region', { name: 'Differences of outputs' })
  await differences.locator('ins').first().waitFor()
  await differences.locator('del').first().waitFor()
  await page.reload()
  await differences.locator('ins').first().waitFor()
  await closePage(watchedPage)
})

deep('next and previous follow the list from which the trace was opened', async () => {
  const watchedPage = await openSignedIn(filteredPath('span_name = lookup_order'))
  const { page } = watchedPage
  await row(page, 'support-agent').click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  const first = page.url()
  await page.getByRole('button', { name: 'Next trace of the list' }).click()
  await expect.poll(() => page.url()).not.toBe(first)
  await page.getByRole('tree').waitFor()
  await page.getByRole('button', { name: 'Previous trace of the list' }).click()
  await expect.poll(() => page.url()).toBe(first)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL(/filter=/)
  await closePage(watchedPage)
})

deep('ids and links are copied', async () => {
  const watchedPage = await openSignedIn(failingPath)
  const { page } = watchedPage
  await page.getByRole('tree').waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
  await page.locator(`button[title^="${traceIdOf(112)}"]`).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(traceIdOf(112))
  await closePage(watchedPage)
})

deep('an unknown id shows a message', async () => {
  const watchedPage = await openSignedIn(`/traces/${'ab'.repeat(16)}`)
  await watchedPage.page.getByText('Trace not found').waitFor()
  await closePage(watchedPage)
})
