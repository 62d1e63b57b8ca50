import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ImportInput } from '../files.ts'
import { runImport } from '../run.ts'
import { langsmith } from './langsmith.ts'

const fixture = (name: string): ImportInput => {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/langsmith', name))
  return {
    kind: 'file',
    file: {
      path: name,
      sizeBytes: bytes.length,
      slice: async (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
      content: async function* () {
        yield new Uint8Array(bytes)
      },
      openRelative: () => undefined,
    },
  }
}

async function annotationsOf(inputs: readonly ImportInput[]) {
  const annotations: unknown[] = []
  for await (const item of langsmith.read(inputs))
    if (item.kind === 'annotation')
      annotations.push([item.span.name, item.span.attributes['ag.data.outputs']])
  return annotations
}

const feedback = { score: 1, value: undefined, comment: 'yes', correction: { a: 'There.' } }
const files = [fixture('runs.jsonl'), fixture('feedback.jsonl')]

test('feedback with its own record is one annotation, whichever file comes first', async () => {
  for (const input of [files, files.toReversed()]) {
    const helpfulAnnotations = (await annotationsOf(input)).filter((entry) =>
      JSON.stringify(entry).includes('helpful'),
    )
    expect(helpfulAnnotations).toEqual([['helpful', feedback]])
  }
})

test('statistics of feedback without a record are an annotation with the mean', async () => {
  expect(await annotationsOf([fixture('runs.jsonl')])).toContainEqual(['helpful', { score: 1, count: 1 }])
})

test('the report names the fields of the record and of the statistics', async () => {
  const { report } = await runImport({
    importer: langsmith,
    inputs: files,
    to: undefined,
    onProgress: () => undefined,
  })
  const fields = report.fields.filter(({ field }) => /^(comment|feedback_stats\.helpful.*)$/.test(field))
  expect(fields).toMatchObject([
    { field: 'feedback_stats.helpful', to: 'ag.meta.import.feedback_stats.helpful', count: 1 },
    { field: 'comment', to: 'ag.data.outputs.comment', count: 1 },
  ])
})
