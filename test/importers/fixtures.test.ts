// The fixtures of each source on a server: fields that an importer could lose are imported into the right members, and a
// second import, in the deep tier, adds nothing. importers/accounting.test.ts checks the reports for the same files.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inventory, newWorkspace, type Workspace } from './workspace.ts'
import { isDeep } from '../support/tier.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await newWorkspace()
})
afterEach(() => workspace.close())

async function importFixture(source: string, files = source) {
  const path = join(import.meta.dirname, '../../importers/fixtures', files)
  const report = await workspace.runImport(source, path)
  if (isDeep) {
    const after = await inventory(workspace)
    await workspace.runImport(source, path)
    expect(await inventory(workspace)).toEqual(after)
  }
  return report
}

const spansNamed = async (name: string, type = 'invocation') => {
  const { body } = await workspace.api.post('/spans/query', {
    filter: `span_name = "${name}" and trace_type = ${type}`,
    windowing: { oldest: '2020-01-01T00:00:00Z', limit: 10 },
  })
  return body.spans
}
const spanNamed = async (name: string, type?: string) => (await spansNamed(name, type))[0]
const originOf = async (name: string) => (await spanNamed(name, 'annotation')).attributes.ag.flags.origin
const rowsOf = async (slug: string) =>
  (await workspace.api.post('/testsets/revisions/retrieve', { testset_ref: { slug } })).body.testset_revision
    .data.testcases

test('langfuse: nested observations, scores, messages, cached tokens, origins and archived items are kept', async () => {
  await importFixture('langfuse')
  const messages = [{ role: 'user', content: 'Where is my parcel?' }]
  const root = await spanNamed('support')
  expect(root).toMatchObject({
    session_id: 'chat-1',
    user_id: 'ada',
    start_time: '2026-03-01T10:00:00.123456Z',
    end_time: '2026-03-01T10:00:00.900004Z',
  })
  expect(root.attributes.ag.data.inputs).toEqual({ prompt: messages })
  expect(root.attributes.ag.meta.import).toMatchObject({ bookmarked: true, latency: 0.9, version: 'v7' })
  const answer = await spanNamed('answer')
  expect(answer.trace_id).toBe(root.trace_id)
  expect(answer.attributes.ag.data.inputs).toEqual({ prompt: messages })
  expect(answer.attributes.ag.metrics.tokens.incremental).toMatchObject({
    prompt: 100,
    cache_read: 90,
    completion: 5,
    total: 105,
  })
  expect(answer.attributes.ag.metrics.costs.incremental).toMatchObject({ total: 0.25 })
  expect((await spanNamed('from csv')).attributes.ag.data.inputs).toEqual({
    prompt: [{ role: 'user', content: 'Hi, you' }],
  })
  expect([await originOf('helpful'), await originOf('tone'), await originOf('right')]).toEqual([
    'human',
    'auto',
    'custom',
  ])
  expect(await rowsOf('Parcel-cases')).toMatchObject([
    {
      data: { q: 'Where?', correct_answer: 'Lima' },
      tags: { lang: 'en', status: 'ACTIVE' },
      meta: { import: { sourceTraceId: 'lf-t1' } },
    },
    { data: { day: 'Monday', hour: 9 }, tags: { status: 'ARCHIVED' } },
  ])
})

test('langsmith: a trace has the totals of its model calls, feedback is linked to its run, datasets have readable slugs', async () => {
  await importFixture('langsmith')
  const graph = await spanNamed('graph')
  expect(graph.attributes.ag.metrics.tokens.cumulative.total).toBe(30)
  expect(graph.attributes.ag.metrics.costs.cumulative.total).toBe(0.5)
  expect(graph.attributes.ag.meta.import).toMatchObject({ total_tokens: 30 })
  const model = await spanNamed('model')
  expect(model.attributes.ag.metrics.tokens.incremental.cache_read).toBe(7)
  const helpful = await spanNamed('helpful', 'annotation')
  expect(helpful.links).toMatchObject([{ trace_id: model.trace_id, span_id: model.span_id }])
  expect(helpful.attributes.ag.flags.origin).toBe('human')
  expect(helpful.attributes.ag.data.outputs).toMatchObject({ score: 1, correction: { a: 'There.' } })
  expect(await rowsOf('Exam-questions')).toMatchObject([
    { data: { q: '2+2', correct_answer: '4' }, tags: { split: 'train,hard', level: 3 } },
    { data: { q: '3+3', text: 'in', answer: '6', expected_text: 'out' }, tags: { split: 'test' } },
  ])
})

test('phoenix: microseconds, exceptions, annotations, CSV and the answer of /examples are imported', async () => {
  await importFixture('phoenix')
  const span = await spanNamed('ChatCompletion')
  expect(span).toMatchObject({
    start_time: '2026-03-01T10:00:00.123456Z',
    end_time: '2026-03-01T10:00:00.623457Z',
    events: [{ name: 'exception', attributes: { 'exception.message': 'no answer' } }],
  })
  const correct = await spanNamed('correct', 'annotation')
  expect(correct.links).toMatchObject([{ trace_id: span.trace_id, span_id: span.span_id }])
  expect(correct.attributes.ag).toMatchObject({
    flags: { origin: 'human' },
    data: { outputs: { score: 0.30000000000000004, label: 'yes', comment: 'it is' } },
  })
  expect(await rowsOf('golden')).toMatchObject([
    { data: { question: 'Where?', style: 'plain', correct_answer: 'Lima' }, tags: { level: 3 } },
    { data: { question: 'When?', correct_answer: 'Monday' } },
  ])
  expect(await rowsOf('capitals')).toMatchObject([
    { data: { country: 'Peru', capital: 'Lima', river: 'Rímac' }, tags: { level: 1 } },
  ])
})

test('mlflow: nanoseconds, session, user, tags, exceptions, expectations and version numbers are kept', async () => {
  await importFixture('mlflow')
  const root = await spanNamed('answer')
  expect(root).toMatchObject({
    session_id: 'chat-7',
    user_id: 'ada',
    start_time: expect.stringMatching(/^2026-11-18T03:19:14\.762026/),
  })
  expect(root.attributes.ag.tags).toMatchObject({ team: 'geography' })
  expect((await spanNamed('broken')).events).toMatchObject([
    { name: 'exception', attributes: { 'exception.type': 'ValueError' } },
  ])
  expect([await originOf('correct'), await originOf('tone')]).toEqual(['human', 'auto'])
  expect((await spanNamed('expected_response', 'annotation')).attributes.ag.data.outputs).toMatchObject({
    expected_output: 'Lima',
  })
  const { body } = await workspace.api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'capital' },
    environment_ref: { slug: 'production' },
  })
  expect(body.application_revision).toMatchObject({ version: '1', message: 'change 1' })
})

test('promptfoo: tests become rows, every assertion an evaluator, and results a run', async () => {
  const report = await importFixture('promptfoo')
  expect(report.records).toEqual({ read: 5, imported: 5, left_out: 0, unreadable: 0 })
  const rows = await rowsOf('Capital-quiz')
  expect(rows.map(({ data }: { readonly data: Record<string, unknown> }) => data['country'])).toEqual(
    expect.arrayContaining(['Peru', 'Italy', 'Japan', 'France', 'Egypt', 'Spain', 'Kenya', 'Chile']),
  )
  expect(report.delivered.runs).toMatchObject([
    { name: 'Capital quiz: prompt 1, openai:gpt-4o', status: 'made' },
  ])
  const [{ id }] = report.delivered.runs
  const { body } = await workspace.api.post(`/evaluations/runs/query`, { run: { ids: [id] } })
  expect(body.runs).toMatchObject([{ status: 'errors', flags: { is_closed: true } }])
  const results = (await workspace.api.post('/evaluations/results/query', { result: { run_id: id } })).body
    .results
  const ask = (await spanNamed('ask.txt')).trace_id
  expect(results).toEqual(expect.arrayContaining([expect.objectContaining({ trace_id: ask })]))
  expect(results.map(({ status }: { readonly status: string }) => status).toSorted()).toEqual([
    'failure',
    'success',
    'success',
    'success',
    'success',
    'success',
  ])
  const equals = await spanNamed('equals', 'annotation')
  expect(equals.attributes.ag.data.outputs).toMatchObject({ score: 1, success: true })
})

test('braintrust, helicone, weave, opik: spans, tokens, sessions, feedback and datasets are imported', async () => {
  await importFixture('braintrust')
  const answer = await spanNamed('answer')
  expect(answer).toMatchObject({ session_id: 'chat-3', start_time: '2026-03-01T10:00:00.123456Z' })
  expect(answer.attributes.ag.metrics.tokens.cumulative).toMatchObject({ total: 17 })
  expect((await spanNamed('Factuality', 'annotation')).links).toMatchObject([{ span_id: answer.span_id }])
  expect(await rowsOf('parcels')).toMatchObject([{ data: { q: 'Where?', correct_answer: 'Lima' } }, {}])

  await importFixture('helicone')
  const request = await spanNamed('/v1/chat/completions')
  expect(request).toMatchObject({ session_id: 'chat-4', user_id: 'ada' })
  expect(request.attributes.ag.metrics.costs.incremental.total).toBe(0.0025)
  expect((await spanNamed('feedback', 'annotation')).attributes.ag.flags.origin).toBe('human')
  expect((await spanNamed('/v1/embeddings')).status_message).toBe('Status 429')

  await importFixture('weave')
  const call = await spanNamed('openai.chat.completions.create')
  expect(call.attributes.ag.metrics.tokens.incremental).toMatchObject({ prompt: 12, total: 17 })
  const { body } = await workspace.api.post('/spans/query', {
    filter: 'session_id = "chat-5" and parent_id = null',
    windowing: { oldest: '2020-01-01T00:00:00Z' },
  })
  expect(body.spans[0].attributes.ag.metrics.tokens.cumulative.total).toBe(17)

  await importFixture('opik')
  const chat = await spanNamed('chat')
  expect(chat.status_message).toBe('took too long')
  expect((await spanNamed('helpful', 'annotation')).attributes.ag.flags.origin).toBe('human')
  expect(await rowsOf('Parcel-cases')).toMatchObject([
    { data: { q: 'Where?', correct_answer: 'Lima' } },
    { data: { question: 'When?', answer: 'Monday' } },
    { data: { question: 'Who?', answer: 'Ada' } },
  ])
})

test('openai-evals: results of both kinds are traces with annotations', async () => {
  await importFixture('openai-evals')
  const sample = await spanNamed('sample')
  expect(sample.attributes.ag.data.inputs).toEqual({ prompt: [{ role: 'user', content: 'Where?' }] })
  expect((await spanNamed('String check', 'annotation')).attributes.ag.data.outputs).toMatchObject({
    success: true,
  })
  // Newest first.
  const [grade, answer] = await spansNamed('sampling')
  expect(grade).toMatchObject({ trace_id: answer.trace_id, parent_id: answer.span_id })
  expect((await spanNamed('match', 'annotation')).links).toMatchObject([{ span_id: answer.span_id }])
})

test('phoenix, native export: pages of spans and annotations, CSV rows and prompt versions are imported', async () => {
  await importFixture('phoenix', 'exported/phoenix')
  const root = await spanNamed('answer')
  expect(root).toMatchObject({
    session_id: 'chat-1',
    user_id: 'ada',
    start_time: '2026-11-18T10:49:02.084044Z',
  })
  expect((await spanNamed('lookup')).events).toMatchObject([
    { name: 'exception', attributes: { 'exception.type': 'KeyError' } },
  ])
  expect(await originOf('helpful')).toBe('human')
  expect(await rowsOf('parcel-questions')).toMatchObject([
    { data: { question: 'Where is P-1?', correct_answer: 'At the door.' } },
    { data: { question: 'Where is P-2?', correct_answer: 'On its way.' } },
  ])
  const { body } = await workspace.api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'parcel-answer' },
  })
  expect(body.application_revision).toMatchObject({
    version: '3',
    data: {
      parameters: {
        prompt: {
          messages: [
            { role: 'system', content: 'Be kind.' },
            { role: 'user', content: '{{question}}' },
          ],
          template_format: 'mustache',
          llm_config: { model: 'gpt-4o' },
        },
      },
    },
  })
})

test('promptfoo, native export: each prompt with each provider is a run', async () => {
  const report = await importFixture('promptfoo', 'exported/promptfoo')
  expect(report.delivered.runs.map(({ name }: { readonly name: string }) => name).toSorted()).toEqual([
    'Parcels: prompt 1, echo',
    'Parcels: prompt 1, small-model',
    'Parcels: prompt 2, echo',
    'Parcels: prompt 2, small-model',
  ])
})
