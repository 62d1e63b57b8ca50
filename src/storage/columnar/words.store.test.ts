// A page of spans with a word is answered from the index of words, without reading the texts.
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { newDataDirectory } from '../../../test/support/data-directory.ts'
import { someSpan, testProject, writeSpans } from '../../../test/support/span-stores.ts'
import { stallSeconds } from '../../../test/support/patience.ts'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'
import { createReader } from './reader.ts'

const budget = { secondsMax: stallSeconds, memoryBytesMax: 1024 ** 3, resultBytesMax: 1024 ** 2 }

test('a page of the spans with a word reads the index instead of the texts', async () => {
  const directory = newDataDirectory('assay-words-')
  const store = await openEmbedded(directory, budget)
  const client = await (await loadEngine(directory)).connect({ max_threads: 1 })
  onTestFinished(async () => {
    await client.close()
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })
  await writeSpans(store, [
    { ...someSpan, attributes: { ag: { data: { inputs: { question: 'zebrafinch' } } } } },
  ])
  const parts = {
    connect: () => client,
    statementsMax: 2,
    statementSettings: {},
    control: client,
    onCluster: '',
  }
  const run = createReader({ ...parts, budget }).within({ projectId: testProject })
  const plan = await run<{ readonly explain: string }>(
    `EXPLAIN actions = 1 SELECT span_id FROM spans
     WHERE project_id = {project:UUID} AND hasAllTokens(content_words, ['zebrafinch']) ORDER BY start_time DESC LIMIT 10`,
    {},
    'former',
  )
  expect(plan.map(({ explain }) => explain).join('\n')).toContain('__text_index_words_of_texts')
})
