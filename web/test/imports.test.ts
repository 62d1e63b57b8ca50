// The import page: each kind of file, a dry run that writes nothing, an import, a second import that adds nothing,
// broken files, and a cancelled import.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parquetOf } from '../../test/importers/workspace.ts'
import { newProject, type Api } from '../../test/support/api.ts'
import { violations } from './axe.ts'
import type { WatchedPage } from './browser.ts'
import { deep } from './deep.ts'
import { closePage, openSignedIn, openWithKey, url, withBrowser } from './pages.ts'

withBrowser()

let api: Api
let watchedPage: WatchedPage
let base = ''
beforeAll(async () => {
  api = await newProject(url())
  watchedPage = await openWithKey(api.key)
  base = watchedPage.page.url().replace(/\/$/, '')
})
afterAll(() => closePage(watchedPage))

const start = '2026-03-01T10:00:00.000Z'
const lines = (records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')
const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

async function selectFiles(source: string, ...files: readonly ReturnType<typeof file>[]): Promise<Page> {
  const { page } = watchedPage
  await page.goto(`${base}/import?source=${source}`)
  await page.getByLabel(/Select files, or drop/).setInputFiles([...files])
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
  return page
}

const plannedText = (page: Page) => page.getByRole('region', { name: 'To be created' }).innerText()
const spanCount = async (): Promise<number> =>
  (await api.post('/spans/query', { windowing: { oldest: '2020-01-01T00:00:00Z', limit: 1000 } })).body.count
const rowsOf = async (slug: string) =>
  (await api.post('/testsets/revisions/retrieve', { testset_ref: { slug } })).body.testset_revision.data
    .testcases

async function runImport(page: Page, isRepeated = false): Promise<void> {
  await page.getByRole('button', { name: isRepeated ? 'Import again' : 'Import', exact: true }).click()
  await page.getByRole('region', { name: 'Imported' }).waitFor()
}

const observation = (i: number) => ({
  id: `o${i}`,
  trace_id: 't1',
  type: 'SPAN',
  name: 'step',
  start_time: start,
})
const trace = { id: 't1', timestamp: start, name: 'support', input: { q: 'Where?' } }
const score = {
  id: 's1',
  timestamp: start,
  trace_id: 't1',
  name: 'helpful',
  value: 0.8,
  data_type: 'NUMERIC',
}

test('plain and compressed JSON lines: the dry run writes nothing, the import does, a second one adds nothing', async () => {
  const page = await selectFiles(
    'langfuse',
    file(
      'traces.jsonl',
      lines([trace, { session_id: 'x', name: 'mood', value: 1, id: 's9', timestamp: start }]),
    ),
    file('observations.jsonl.gz', gzipSync(lines([observation(1), observation(2)]))),
    file('scores.jsonl', lines([score])),
  )
  expect(await plannedText(page)).toMatch(/Traces\s*1\s*Spans\s*3\s*Annotations\s*1/)
  expect(await page.getByRole('region', { name: 'Left out' }).innerText()).toMatch(
    /scores of sessions.*\s*first at traces\.jsonl:2\s*1/,
  )
  expect(await page.getByRole('region', { name: 'Left out' }).innerText()).not.toContain(
    'Nothing is left out',
  )
  expect(await spanCount()).toBe(0)
  await runImport(page)
  expect(await page.getByRole('region', { name: 'Imported' }).innerText()).toContain(
    '4 spans stored, 4 of them new',
  )
  expect(await spanCount()).toBe(4)
  await page.getByRole('region', { name: 'Receipts' }).getByText('1 receipt').waitFor()
  await runImport(page, true)
  await page.getByText('Nothing new: all records were imported before.').waitFor()
  expect(await spanCount()).toBe(4)
  await page.getByRole('link', { name: 'Traces', exact: true }).last().click()
  await page.getByRole('row').filter({ hasText: 'support' }).first().waitFor()
})

deep('Parquet of another project’s spans keeps its ids', async () => {
  const row = {
    name: 'ChatCompletion',
    span_kind: 'LLM',
    start_time: start,
    end_time: start,
    'context.trace_id': 'a'.repeat(32),
    'context.span_id': 'b'.repeat(16),
  }
  const page = await selectFiles('phoenix', file('spans.parquet', parquetOf([row])))
  await page.getByText('1 record read, 1 with data to import. Nothing is left out.').waitFor()
  await page.getByText('6 fields and their targets').click()
  await page.getByRole('row', { name: 'context.trace_id trace_id 1' }).waitFor()
  expect(await violations(page)).toEqual([])
  await runImport(page)
  await page.getByText('Nothing is left out.').waitFor()
  const { body } = await api.post('/spans/query', {
    filter: 'span_name = "ChatCompletion"',
    windowing: { oldest: '2020-01-01T00:00:00Z' },
  })
  expect(body.spans).toMatchObject([{ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) }])
})

deep('CSV becomes a testset that a link opens; errors are named by file and line', async () => {
  const page = await selectFiles(
    'huggingface',
    file('quiz.csv', 'id,q\n1,a\n2\n3,"b, c"\n'),
    file('broken.parquet', 'PAR1 nonsense'),
  )
  const errors = await page.getByRole('alert', { name: 'Unreadable records' }).innerText()
  expect(errors).toContain('2 records cannot be read')
  expect(errors).toContain('quiz.csv:3 it has 1 fields where the header has 2')
  expect(errors).toMatch(/broken\.parquet:1 the rest of the file cannot be read/)
  expect(await violations(page)).toEqual([])
  await runImport(page)
  expect(await violations(page)).toEqual([])
  expect((await rowsOf('quiz')).map(({ data }: { readonly data: object }) => data)).toMatchObject([
    { q: 'a' },
    { q: 'b, c' },
  ])
  await runImport(page, true)
  await page.getByText('Nothing new').waitFor()
  await page.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('gridcell', { name: 'b, c' }).waitFor()
})

deep(
  'a folder with YAML and the file that it names becomes an application, a testset and an evaluator',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'assay-page-import-'))
    mkdirSync(join(dir, 'quiz/prompts'), { recursive: true })
    writeFileSync(join(dir, 'quiz/prompts/ask.txt'), 'Name the capital of {{country}}.')
    writeFileSync(
      join(dir, 'quiz/config.yaml'),
      'description: Capitals\nprompts: [file://prompts/ask.txt, file://prompts/none.txt]\ntests:\n  - vars: {country: Peru}\n    assert: [{type: equals, value: Lima}, {type: g-eval, value: x}]\n',
    )
    const { page } = watchedPage
    await page.goto(`${base}/import?source=promptfoo`)
    await page.getByLabel('Select a folder').setInputFiles(join(dir, 'quiz'))
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
    rmSync(dir, { recursive: true })
    expect(await plannedText(page)).toMatch(/Capitals\s*1 row[\s\S]*Capitals-1[\s\S]*Capitals-equals/)
    expect(await page.getByRole('alert', { name: 'Unreadable records' }).innerText()).toContain(
      'quiz/config.yaml:2 the file prompts/none.txt is not in the input folder',
    )
    await page.getByText('assertions of type g-eval').waitFor()
  },
)

deep('files are dropped on the page, also to replace others', async () => {
  const { page } = watchedPage
  await page.goto(`${base}/import?source=openai-evals`)
  await page.getByText('Select files, or drop').waitFor()
  const drop = async (name: string) => {
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['{"input": 1}\\n'], ${JSON.stringify(name)}))
      for (const type of ['dragover', 'drop'])
        document.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    })()`)
    await page.getByRole('region', { name: 'To be created' }).getByText(name.replace('.jsonl', '')).waitFor()
  }
  await drop('first.jsonl')
  await drop('second.jsonl')
  expect(await plannedText(page)).toMatch(/Testsets\s*1\s*second\s*1 row/)
})

deep('a cancelled import is completed by a second import', async () => {
  const page = await selectFiles('openai-evals', file('many.jsonl', lines([{ input: '2+2', ideal: '4' }])))
  // The server does not respond, so there is time to cancel.
  await page.route('**/api/simple/testsets/upload', () => undefined)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('waiting until the server has stored it').waitFor()
  expect(await page.getByRole('radio', { name: /^Langfuse/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled. Uploaded records stay').waitFor()
  await page.unroute('**/api/simple/testsets/upload')
  await runImport(page, true)
  expect(await rowsOf('many')).toHaveLength(1)
})

deep('an import from a server refers to the command line; menu and palette lead to the page', async () => {
  const { page } = watchedPage
  await page.goto(base)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or go to' }).fill('import')
  await page
    .getByRole('option', { name: /^Import/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^Agenta/ }).waitFor()
  await page.goto(base)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Import' }).click()
  await page.getByRole('radio', { name: /^Agenta/ }).check()
  await page.getByText(/assay import agenta .* --dry-run/).waitFor()
  expect(page.url()).toContain('/import?source=agenta')
})

deep('a viewer sees that an editor’s key is needed', async () => {
  const viewer = await openSignedIn('/import', { as: 'viewer' })
  await viewer.page.getByText('Importing requires an editor key').waitFor()
  expect(await viewer.page.getByRole('radio').count()).toBe(0)
  await closePage(viewer)
})
