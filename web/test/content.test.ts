// Messages and span content, as stored: in a trace, in a session, in every mode; and for each recorded instrumentation.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject } from '../../test/support/api.ts'
import { firstKey } from '../../test/support/process.ts'
import { storeAllRecordings } from '../../test/support/recorded-traces.ts'
import { deep } from './deep.ts'
import { closePage, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'
import { ingest } from './seed.ts'

withBrowser()

const system = [
  '<instructions>',
  '  Answer  in one   line. Call __init__ with a*b*c or vector<int>.',
  '\t<document index="1">&lt;b&gt;</document>',
  '</instructions>',
  '<!-- hidden injection -->',
].join('\n')
const question = 'Open invoice\u202Efdp.exe\u202C, please\u200B.'
const answer = [
  '<answer>',
  '**Yes**, see [the page](https://example.com/?leak=1).',
  '</answer>',
  '<!-- hidden comment -->',
  '',
  '![pixel](https://example.com/pixel.png)',
  '<img src="https://example.com/x.png" onerror="alert(1)">',
].join('\n')

const traceId = 'c0de'.padEnd(32, '0')
const ingestHostile = (): Promise<void> =>
  ingest(url(), firstKey, [
    {
      trace_id: traceId,
      span_id: 'c0de000000000001',
      span_name: 'hostile',
      span_type: 'chat',
      start_time: new Date(Date.now() - 60_000).toISOString(),
      end_time: new Date(Date.now() - 59_000).toISOString(),
      attributes: {
        ag: {
          session: { id: 'hostile-session' },
          data: {
            inputs: {
              messages: [
                { role: 'system', content: system },
                { role: 'user', content: question },
              ],
              customer_id: 'customer-9',
              cart: [{ sku: 'A-1', note: 'fragile' }],
            },
            outputs: { completion: [{ role: 'assistant', content: answer, thinking: 'The page knows.' }] },
          },
        },
      },
    },
  ])

const message = (page: Page, role: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(role, { exact: true }) })
    .first()

test('a message is shown as it was sent, and a key switches the mode', async () => {
  await ingestHostile()
  const watchedPage = await openSignedIn(`/traces/${traceId}`)
  const { page } = watchedPage
  const panel = page.getByRole('article')
  expect(await message(page, 'system').locator('pre').textContent()).toBe(system)
  const questionText = message(page, 'user').locator('pre')
  expect(await questionText.textContent()).toBe(question)
  expect(
    await questionText
      .locator('[data-mark]')
      .evaluateAll((marks) => marks.map((mark) => mark.dataset['mark'])),
  ).toEqual(['U+202E', 'U+202C', 'U+200B'])
  await message(page, 'user').getByRole('button', { name: 'Copy message' }).click()
  await page.getByText('Copied.').first().waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(question)
  // Selected text is the stored text: the style sheet draws the marks.
  await questionText.selectText()
  const selectedText = await page.evaluate('getSelection().toString()')
  expect(selectedText).toBe(question)
  await panel.getByText('customer-9').waitFor()
  await panel.getByText('fragile').waitFor()
  await panel.getByText('The page knows.').waitFor()
  const answerMessage = message(page, 'assistant')
  await answerMessage.locator('strong', { hasText: 'Yes' }).waitFor()
  for (const text of [
    '<answer>',
    '<!-- hidden comment -->',
    'https://example.com/?leak=1',
    'onerror="alert(1)"',
  ]) {
    await answerMessage.getByText(text).first().waitFor()
  }
  expect(await answerMessage.locator('img, script').count()).toBe(0)
  await answerMessage.getByRole('radio', { name: 'Markdown' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => answerMessage.locator('pre').last().textContent()).toBe(answer)
  await closePage(watchedPage)
})

deep('the mode of the panel is stored and used on every page', async () => {
  await ingestHostile()
  const watchedPage = await openSignedIn(`/traces/${traceId}`)
  const { page } = watchedPage
  const modes = page.getByRole('group', { name: 'Show content as' })
  await modes.getByRole('radio', { name: 'Text' }).check()
  await expect.poll(() => message(page, 'assistant').locator('pre').last().textContent()).toBe(answer)
  await page.goto(`${new URL(page.url()).origin}/p/default/sessions/hostile-session`)
  await page.getByRole('region', { name: 'Transcript' }).waitFor()
  expect(await modes.getByRole('radio', { name: 'Text' }).isChecked()).toBe(true)
  await expect.poll(() => message(page, 'assistant').locator('pre').last().textContent()).toBe(answer)
  await modes.getByRole('radio', { name: 'JSON' }).check()
  await page.getByRole('region', { name: 'Message of assistant' }).waitFor()
  await closePage(watchedPage)
})

/**
 * The strings of a value with the paths of their members. The type of a part, call or tool is left out: the page shows
 * it in another form.
 */
function textsOf(value: unknown, path = ''): readonly { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return value === '' || path.endsWith('.type') ? [] : [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    textsOf(member, Array.isArray(value) ? `${path}[]` : `${path}.${key}`),
  )
}

/** The visible words of the panel with everything unfolded, and the texts of its images. */
const visibleText = (panel: Locator): Promise<string> =>
  panel.evaluate((element) => {
    for (const details of element.querySelectorAll('details')) details.open = true
    // A long text is truncated until it is expanded; the caller repeats the check.
    for (const button of element.querySelectorAll('button')) {
      if (button.textContent.startsWith('Show all ')) button.click()
    }
    // JSON text in a tree is parsed as JSON.
    const tree = [...element.querySelectorAll('[data-path]')].map((row) => row.textContent)
    const texts = [...element.querySelectorAll('pre')].map((pre) => pre.textContent)
    const images = [...element.querySelectorAll('img')].map((image) => image.src)
    return [element.innerText, ...texts, ...images, ...tree].join('\n')
  })

interface StoredSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly span_name: string
  readonly span_type: string
  readonly attributes: {
    readonly ag: { readonly data?: { readonly inputs?: unknown; readonly outputs?: unknown } }
  }
}

/** Navigates without a reload: there are more than a hundred spans. */
const openSpan = async (page: Page, home: string, { trace_id, span_id }: StoredSpan): Promise<void> => {
  const address = JSON.stringify(`${home}/traces/${trace_id}?span=${span_id}`)
  await page.evaluate(
    `history.pushState(undefined, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.getByRole('article').getByText(span_id.slice(-4)).first().waitFor()
}

deep('every string that a recorded instrumentation stores is visible in Text mode', async () => {
  const api = await newProject(url())
  const recordings = await storeAllRecordings(api)
  const watchedPage = await openWithKey(api.key)
  const { page } = watchedPage
  const home = page.url().replace(/\/$/, '')
  await page.evaluate(`localStorage.setItem('assay.content-mode', '"text"')`)
  await page.reload()
  for (const { name, traceIds } of recordings) {
    const seenPaths = new Set<string>()
    for (const traceId of traceIds) {
      const { body } = await api.post('/spans/query', {
        filter: `trace_id = ${JSON.stringify(traceId)}`,
        windowing: { limit: 200 },
      })
      for (const span of body.spans as readonly StoredSpan[]) {
        const { inputs, outputs } = span.attributes.ag.data ?? {}
        const texts = [...textsOf(inputs, span.span_type), ...textsOf(outputs, span.span_type)]
        // One span for each shape: a recording has many of the same.
        if (texts.every(({ path }) => seenPaths.has(path))) continue
        for (const { path } of texts) seenPaths.add(path)
        await openSpan(page, home, span)
        const panel = page.getByRole('article', { name: `Span ${span.span_name}`, exact: true })
        const hiddenTexts = async (): Promise<readonly object[]> => {
          const panelText = await visibleText(panel)
          return texts.filter(
            ({ text }) => !panelText.includes(text) && !panelText.includes(JSON.stringify(text)),
          )
        }
        await expect.poll(hiddenTexts, { message: `${name}, ${span.span_name}` }).toEqual([])
      }
    }
  }
  await closePage(watchedPage)
})
