// Bodies up to their size limit, for the routes whose work grows with the body. bench/large-bodies.ts measures each;
// test/server/main-thread.deep.test.ts requires at most 100 ms at a smaller size.
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Api } from '../../test/support/api.ts'

export interface LargeCase {
  readonly name: string
  /** Whether the test requires at most 100 ms. */
  readonly isEnforced?: boolean
  /** Prepares the project and returns the measured request, which resolves to the status of its answer. */
  readonly prepare: (api: Api, bytes: number) => Promise<(attempt: number) => Promise<number>>
}

/** As many texts as fit into this number of bytes, joined by commas. */
function joinTexts(bytes: number, textOf: (i: number) => string): string {
  const texts: string[] = []
  for (let i = 0, remainingBytes = bytes; remainingBytes > 0; i++) {
    const text = textOf(i)
    texts.push(text)
    remainingBytes -= text.length + 1
  }
  return texts.join(',')
}

const hex = (i: number, digits: number): string => (i + 1).toString(16).padStart(digits, '0')
const uuid = (i: number): string => `00000000-0000-4000-8000-${hex(i, 12)}`
const unique = (): string => crypto.randomUUID()
const sentence = 'The quick brown fox jumps over the lazy dog. '.repeat(8)

type Body = (bytes: number, attempt: number) => string

const postCase = (name: string, path: string, body: Body): LargeCase => ({
  name,
  prepare: async (api, bytes) => async (attempt) => (await api.post(path, body(bytes, attempt))).status,
})

const testset = (name: string, member: string, element: (i: number) => string): LargeCase =>
  postCase(
    `new testset: ${name}`,
    '/simple/testsets/',
    (bytes) => `{"testset":{"slug":"t-${unique()}","data":{"${member}":[${joinTexts(bytes, element)}]}}}`,
  )

const wideRow = (i: number): string => `{"data":{"question":"${i} ${sentence}","answer":"${sentence}"}}`
const smallRow = (i: number): string => `{"data":{"n":${i}}}`

const traceId = 'a'.repeat(32)
const spanText = (i: number, members = ''): string =>
  `{"trace_id":"${traceId}","span_id":"${hex(i, 16)}"${i === 0 ? '' : `,"parent_id":"${hex(0, 16)}"`}${members}}`
const spanOf = (i: number): string =>
  spanText(i, `,"start_time":"2026-11-15T09:00:00Z","attributes":{"text":"${sentence}"}`)

const upload = (name: string, file: (bytes: number) => Blob): LargeCase => ({
  name: `upload: ${name}`,
  prepare: async (api, bytes) => {
    const blob = file(bytes)
    return async () => {
      const form = new FormData()
      form.set('file', blob, `rows.${name.toLowerCase()}`)
      form.set('file_type', name.toLowerCase())
      form.set('testset_name', unique())
      const response = await fetch(`${api.url}/api/simple/testsets/upload`, {
        method: 'POST',
        headers: { authorization: `ApiKey ${api.key}` },
        body: form,
      })
      await response.arrayBuffer()
      return response.status
    }
  },
})

const rowsFor = (bytes: number): number => Math.ceil(bytes / (2 * sentence.length))

async function newTestset(
  api: Api,
  rows: string,
): Promise<{ readonly variantId: string; readonly testsetId: string }> {
  const { body } = await api.post(
    '/simple/testsets/',
    `{"testset":{"slug":"t-${unique()}","data":{"testcases":[${rows}]}}}`,
  )
  return { variantId: body.testset.variant_id as string, testsetId: body.testset.id as string }
}

const deltaCommit = (name: string, operations: (bytes: number, attempt: number) => string): LargeCase => ({
  name: `delta of a testset: ${name}`,
  prepare: async (api, bytes) => {
    const { variantId, testsetId } = await newTestset(api, smallRow(0))
    return async (attempt) =>
      (
        await api.post(
          '/testsets/revisions/commit',
          `{"testset_revision":{"slug":"r-${unique()}","testset_id":"${testsetId}","testset_variant_id":"${variantId}","delta":{"rows":{${operations(bytes, attempt)}}}}}`,
        )
      ).status
  },
})

const application = (name: string, parameters: (bytes: number) => string): LargeCase =>
  postCase(
    `new application: ${name}`,
    '/simple/applications/',
    (bytes) => `{"application":{"slug":"a-${unique()}","data":{"parameters":${parameters(bytes)}}}}`,
  )

/** A revision whose data embeds another one as often as allowed. */
const embeds: LargeCase = {
  name: 'resolve: 100 embeds of together 4 MB',
  prepare: async (api, bytes) => {
    const slug = `s-${unique()}`
    const text = 'x'.repeat(Math.floor(Math.min(bytes, 3_990_000) / 100))
    await api.post('/simple/workflows/', { workflow: { slug, data: { parameters: { text } } } })
    const embed = {
      '@ag.embed': {
        '@ag.references': { workflow: { slug } },
        '@ag.selector': { path: 'parameters.text' },
      },
    }
    const body = JSON.stringify({
      workflow_revision: { data: { parameters: { list: Array.from({ length: 100 }, () => embed) } } },
    })
    return async () => (await api.post('/workflows/revisions/resolve', body)).status
  },
}

/** Two variants with a different text in each row. */
const conflicts: LargeCase = {
  name: 'merge: a conflict in each of 100,000 rows',
  prepare: async (api, bytes) => {
    const count = Math.min(100_000, Math.ceil(bytes / 60))
    const rows = (text: string): readonly object[] =>
      Array.from({ length: count }, (_, i) => ({ data: { text, testcase_dedup_id: `row ${i}` } }))
    const slug = `t-${unique()}`
    const { body: createAnswer } = await api.post('/simple/testsets/', {
      testset: { slug, data: { testcases: rows('base') } },
    })
    const { id: testsetId, variant_id: variantId, revision_id: revisionId } = createAnswer.testset
    const { body: forkAnswer } = await api.post('/testsets/variants/fork', {
      testset_variant: { slug: `other-${slug}` },
      testset_variant_ref: { id: variantId },
      testset_revision_ref: { id: revisionId },
    })
    const commit = (variant: string, text: string): Promise<unknown> =>
      api.post('/testsets/revisions/commit', {
        testset_revision: {
          slug: `r-${unique()}`,
          testset_id: testsetId,
          testset_variant_id: variant,
          data: { testcases: rows(text) },
        },
      })
    const otherId = forkAnswer.testset_variant?.id as string
    await commit(variantId, 'ours')
    await commit(otherId, 'theirs')
    const resolutions = Array.from({ length: count }, (_, i) => ({
      testcase_dedup_id: `row ${i}`,
      path: ['text'],
      choice: i % 2 === 0 ? 'ours' : 'theirs',
    }))
    const body = JSON.stringify({
      testset_variant_ref: { id: variantId },
      source_testset_variant_ref: { id: otherId },
      resolutions,
      dry_run: true,
    })
    return async () => (await api.post('/testsets/variants/merge', body)).status
  },
}

/** The costliest requests with a margin to 100 ms, by the start of their names. */
const enforcedPrefixes = [
  'flags',
  'new testset',
  'new application',
  'delta',
  'written trace: 5',
  'resolve',
  'merge',
  'analytics: 20',
]

const allCases: readonly LargeCase[] = [
  postCase(
    'flags (refused)',
    '/queries/',
    (bytes) => `{"query":{"slug":"q","flags":{${joinTexts(bytes, (i) => `"m${hex(i, 7)}":true`)}}}}`,
  ),
  postCase(
    'flags: 1,000',
    '/queries/',
    (bytes, attempt) =>
      `{"query":{"slug":"q-${unique()}-${attempt}","flags":{${joinTexts(Math.min(bytes, 14_000), (i) => `"m${hex(i, 7)}":true`)}}}}`,
  ),
  testset('rows of two texts', 'testcases', wideRow),
  testset('rows of one number', 'testcases', smallRow),
  testset('ids of testcases', 'testcase_ids', (i) => `"${uuid(i)}"`),
  testset('one text', 'testcases', () => `{"data":{"text":"${'x'.repeat(1024 * 1024)}"}}`),
  application('a list of 2,000,000 numbers', () => `{"list":[${joinTexts(3_999_000, () => '1')}]}`),
  application(
    'a list of numbers (refused)',
    (bytes) => `{"list":[${joinTexts(Math.min(bytes, 9_000_000), () => '1')}]}`,
  ),
  application(
    'a list of objects',
    (bytes) => `{"list":[${joinTexts(bytes, (i) => `{"name":"${i}","text":"${sentence}"}`)}]}`,
  ),
  application('one text', (bytes) => `{"text":"${'x'.repeat(bytes)}"}`),
  postCase(
    'written trace: spans by name (refused)',
    '/traces/',
    (bytes) => `{"trace":{"spans":{${joinTexts(bytes, (i) => `"s${i}":${spanText(i)}`)}}}}`,
  ),
  postCase(
    'written trace: wrong spans',
    '/traces/',
    (bytes) => `{"trace":{"spans":{${joinTexts(bytes, (i) => `"s${i}":1`)}}}}`,
  ),
  postCase(
    'written trace: 5,000 spans',
    '/traces/',
    (bytes) => `{"trace":{"spans":[${joinTexts(Math.min(bytes, 2_640_000), spanOf)}]}}`,
  ),
  postCase(
    'span records by ids',
    '/tracing/spans/ingest',
    (bytes) => `{"spans":[${joinTexts(Math.min(bytes, 9_500_000), spanOf)}]}`,
  ),
  upload(
    'CSV',
    (bytes) => new Blob([`question,answer\n${`${sentence},${sentence}\n`.repeat(rowsFor(bytes))}`]),
  ),
  upload(
    'JSONL',
    (bytes) => new Blob([`{"question":"${sentence}","answer":"${sentence}"}\n`.repeat(rowsFor(bytes))]),
  ),
  upload(
    'JSON',
    (bytes) => new Blob([`[${joinTexts(bytes, () => `{"question":"${sentence}","answer":"${sentence}"}`)}]`]),
  ),
  upload('Parquet', (bytes) => {
    const rows = rowsFor(bytes)
    const columnData = ['question', 'answer'].map((name) => ({
      name,
      type: 'STRING' as const,
      data: Array.from({ length: rows }, (_, i) => `${i} ${sentence}`),
    }))
    return new Blob([parquetWriteBuffer({ columnData })])
  }),
  deltaCommit('rows to add', (bytes) => `"add":[${joinTexts(bytes, wideRow)}]`),
  deltaCommit('ids to remove', (bytes) => `"remove":[${joinTexts(bytes, (i) => `"${uuid(i)}"`)}]`),
  embeds,
  conflicts,
  postCase(
    'analytics: 20 specs of 4,000 characters',
    '/spans/analytics/query',
    () =>
      `{"specs":[${Array.from({ length: 20 }, (_, i) => `{"type":"numeric/continuous","path":"attributes.${`a${i}.`.repeat(20)}${'b'.repeat(3000)}"}`).join(',')}]}`,
  ),
  postCase(
    'analytics: 1 MiB of specs (refused)',
    '/spans/analytics/query',
    (bytes) =>
      `{"specs":[${joinTexts(Math.min(bytes, 1024 * 1024), (i) => `{"type":"numeric/continuous","path":"attributes.a${i}"}`)}]}`,
  ),
]

export const largeCases = allCases.map((largeCase): LargeCase => ({
  ...largeCase,
  isEnforced: enforcedPrefixes.some((start) => largeCase.name.startsWith(start)),
}))
