// Each source: a dry run that writes nothing, an import that creates records, a second import that adds nothing, and
// broken files whose errors name file and line. Long because all sources share these four tests and their helpers.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandLineProgram, run } from '../support/children.ts'
import { inventory, newWorkspace, type Workspace } from './workspace.ts'
import { inDeep, isDeep } from '../support/tier.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await newWorkspace()
})
afterEach(() => workspace.close())

const start = '2026-03-01T10:00:00.000Z'
const timeAfter = (ms: number): string => new Date(Date.parse(start) + ms).toISOString()

/** A dry run, an import and a second import, which changes nothing. */
async function importThreeTimes(source: string, ...paths: readonly string[]) {
  const before = await inventory(workspace)
  const dryRun = await workspace.runImport(source, ...paths, '--dry-run')
  expect(await inventory(workspace)).toEqual(before)
  const firstRun = await workspace.runImport(source, ...paths)
  const { delivered: _, dry_run: __, ...counts } = firstRun
  expect({ ...counts, dry_run: true }).toEqual(dryRun)
  const after = await inventory(workspace)
  const secondRun = await workspace.runImport(source, ...paths)
  expect(await inventory(workspace)).toEqual(after)
  expect(secondRun.delivered).toMatchObject({ revisions: 0, deployments: 0, evaluators: [] })
  expect(firstRun.delivered.receipts.known).toBe(0)
  expect(secondRun.delivered.receipts.known).toBe(secondRun.delivered.receipts.stored)
  for (const { status } of secondRun.delivered.testsets) expect(status).toBe('unchanged')
  return { report: firstRun, after }
}

const spansOf = async (filter: string) =>
  (
    await workspace.api.post('/spans/query', {
      filter,
      windowing: { oldest: '2020-01-01T00:00:00Z', limit: 100 },
    })
  ).body.spans
const rowsOf = async (slug: string) =>
  (await workspace.api.post('/testsets/revisions/retrieve', { testset_ref: { slug } })).body.testset_revision
    .data.testcases

describe('langfuse', () => {
  const trace = {
    id: 'lf-trace-1',
    timestamp: start,
    name: 'support',
    user_id: 'ada',
    session_id: 's-1',
    tags: ['beta'],
    input: { q: 'Where?' },
    output: 'Here.',
  }
  const observations = [
    {
      id: 'lf-o1',
      trace_id: 'lf-trace-1',
      type: 'SPAN',
      name: 'retrieve',
      start_time: timeAfter(100),
      end_time: timeAfter(300),
      level: 'ERROR',
      status_message: 'no index',
    },
    {
      id: 'lf-o2',
      trace_id: 'lf-trace-1',
      parent_observation_id: 'lf-o1',
      type: 'GENERATION',
      name: 'answer',
      start_time: timeAfter(300),
      end_time: timeAfter(900),
      provided_model_name: 'gpt-4o-mini',
      usage_details: { input: 10, output: 5, total: 15 },
      cost_details: { total: 0.25 },
      prompt_name: 'Support prompt',
      prompt_version: 2,
      input: [{ role: 'user', content: 'Where?' }],
      output: 'Here.',
    },
    {
      id: 'lf-o3',
      trace_id: 'lf-trace-2',
      type: 'SPAN',
      name: 'alone',
      start_time: timeAfter(0),
      end_time: timeAfter(50),
    },
  ]
  const scores = [
    {
      id: 'sc-1',
      timestamp: timeAfter(1000),
      trace_id: 'lf-trace-1',
      name: 'helpful',
      value: 0.8,
      data_type: 'NUMERIC',
      comment: 'good',
    },
    {
      id: 'sc-2',
      timestamp: timeAfter(1000),
      trace_id: 'lf-trace-1',
      observation_id: 'lf-o2',
      name: 'right',
      value: 1,
      data_type: 'BOOLEAN',
    },
    {
      id: 'sc-3',
      timestamp: timeAfter(1000),
      session_id: 's-1',
      name: 'mood',
      value: 1,
      data_type: 'NUMERIC',
    },
  ]

  test.each(isDeep ? ['jsonl', 'jsonl.gz', 'parquet', 'json'] : ['parquet'])(
    'traces, observations and scores are imported from %s',
    async (kind) => {
      const folder = join(workspace.dir, 'export')
      workspace.writeSource(`export/traces.${kind}`, [trace])
      workspace.writeSource(`export/observations.${kind}`, observations)
      workspace.writeSource(`export/scores.${kind}`, scores)
      const { report } = await importThreeTimes('langfuse', folder)
      expect(report).toMatchObject({
        code: 0,
        spans: 5,
        annotations: 2,
        unmapped: [{ reason: 'scores of sessions: annotations belong to traces', count: 1, line: 3 }],
        delivered: { receipts: { stored: 7, rejected: 0 } },
      })
      const [root] = await spansOf('span_name = "support"')
      expect(root).toMatchObject({
        parent_id: null,
        session_id: 's-1',
        user_id: 'ada',
        end_time: timeAfter(900).replace('Z', '000Z'),
      })
      expect(root.attributes.ag.data).toMatchObject({ inputs: { q: 'Where?' } })
      const [answer] = await spansOf('span_name = "answer"')
      expect(answer).toMatchObject({ trace_id: root.trace_id, span_type: 'chat' })
      expect(answer.attributes.ag.metrics).toMatchObject({
        tokens: { incremental: { total: 15 } },
        costs: { incremental: { total: 0.25 } },
      })
      expect(answer.attributes.ag.references.application).toMatchObject({ slug: 'Support-prompt' })
      const [failed] = await spansOf('status_code = STATUS_CODE_ERROR')
      expect(failed).toMatchObject({
        span_name: 'retrieve',
        status_message: 'no index',
        parent_id: root.span_id,
      })
      const annotationSpans = await spansOf('trace_type = annotation and span_name = "right"')
      expect(annotationSpans[0].links).toMatchObject([{ trace_id: answer.trace_id, span_id: answer.span_id }])
      expect(annotationSpans[0].attributes.ag.data.outputs).toEqual({ success: true })
    },
  )

  test('prompts become revisions, labels environments, datasets testsets', async () => {
    const version = (n: number, labels: readonly string[], prompt: unknown) => ({
      name: 'Greeter',
      version: n,
      type: 'chat',
      prompt,
      labels,
      config: { model: 'gpt-4o', temperature: 0.2 },
      commitMessage: `m${n}`,
    })
    workspace.writeSource('x/prompts.jsonl', [
      version(2, ['production', 'latest'], [{ role: 'system', content: 'Hi {{name}}' }]),
      version(1, ['staging'], 'Hello {{name}}'),
    ])
    workspace.writeSource('x/dataset.json', [
      {
        name: 'Cases',
        items: [{ id: 'i1', input: { q: 'a' }, expectedOutput: 'b', metadata: { lang: 'en' } }],
      },
    ])
    const { report, after } = await importThreeTimes('langfuse', join(workspace.dir, 'x'))
    expect(report.delivered).toMatchObject({
      revisions: 2,
      deployments: 2,
      testsets: [{ slug: 'Cases', rows: 1, status: 'made' }],
    })
    // Two versions, after an empty revision: version 1 is revision 1.
    expect(after.applications).toBe(3)
    const { body } = await workspace.api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'Greeter' },
      environment_ref: { slug: 'production' },
    })
    expect(body.application_revision).toMatchObject({
      message: 'm2',
      data: { parameters: { prompt: { messages: [{ role: 'system', content: 'Hi {{name}}' }] } } },
    })
    expect(await rowsOf('Cases')).toMatchObject([
      { data: { q: 'a', correct_answer: 'b', testcase_dedup_id: 'i1' }, tags: { lang: 'en' } },
    ])
  })

  test('invalid records are reported, and the others are imported', async () => {
    const file = workspace.writeSource(
      'o.jsonl',
      `${JSON.stringify(observations[0])}\n{nonsense\n[1]\n{"id":"x","trace_id":"y","start_time":"someday"}\n`,
    )
    const truncatedFile = workspace.writeSource('cut.jsonl.gz', [trace])
    writeFileSync(truncatedFile, readFileSync(truncatedFile).subarray(0, 40))
    const report = await workspace.runImport('langfuse', file, truncatedFile)
    expect(report).toMatchObject({ code: 1, spans: 2 })
    const faults = report.faults.map(
      ({ file: f, line, fault }: Record<string, unknown>) =>
        `${String(f).split('/').at(-1)}:${line} ${fault}`,
    )
    expect(faults.toSorted()).toEqual([
      expect.stringMatching(/^cut\.jsonl\.gz:1 the rest of the file cannot be read: /),
      expect.stringMatching(/^o\.jsonl:2 it is not JSON: /),
      'o.jsonl:3 it is not a JSON object',
      'o.jsonl:4 its start_time is not a time',
    ])
  })

  inDeep(() => {
    test('traces are imported from CSV with quoted line ends', async () => {
      const file = workspace.writeSource(
        't.csv',
        `id,timestamp,name,input\r\nt1,${start},"a ""quoted""\nname","{""q"": 1}"\r\n`,
      )
      await importThreeTimes('langfuse', file)
      const [root] = await spansOf('parent_id = null')
      expect([root.span_name, root.attributes.ag.data.inputs]).toEqual(['a "quoted"\nname', { q: 1 }])
    })
  })
})

test('agenta: applications, testsets and traces of a server are imported by its address and key', async () => {
  const other = await newWorkspace()
  other.writeSource('o.jsonl', [])
  await other.line.run(
    'testset',
    'push',
    'capitals',
    other.line.file('c.csv', 'country,capital\nPeru,Lima\n'),
  )
  await other.line.run('app', 'commit', 'greeter', other.line.file('a.json', '{"parameters":{"tone":"dry"}}'))
  await other.line.run('app', 'commit', 'greeter', '--set', 'parameters.tone=warm', '--message', 'warmer')
  await other.runImport(
    'langfuse',
    other.writeSource('t.jsonl', [{ id: 't1', timestamp: start, name: 'there', input: { q: 1 } }]),
  )
  const args = [other.api.url, '--from-key', other.api.key]
  const firstRun = await workspace.runImport('agenta', ...args)
  expect(firstRun).toMatchObject({
    code: 0,
    spans: 1,
    rows: 1,
    prompts: 2,
    applications: ['greeter'],
    testsets: ['capitals'],
  })
  const after = await inventory(workspace)
  await workspace.runImport('agenta', ...args)
  expect(await inventory(workspace)).toEqual(after)
  expect((await spansOf('span_name = "there"'))[0].attributes.ag.data.inputs).toEqual({ q: 1 })
  const { body } = await workspace.api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'greeter' },
  })
  expect(body.application_revision).toMatchObject({
    message: 'warmer',
    data: { parameters: { tone: 'warm' } },
  })
  other.close()
})

test('an unknown source and a missing path are refused with a message', async () => {
  expect(await workspace.line.run('import', 'nonsense', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('langfuse, langsmith, phoenix'),
  })
  expect(await workspace.line.run('import', 'langfuse', '/nowhere')).toMatchObject({
    code: 2,
    err: 'assay: /nowhere cannot be used: there is no such file.\n',
  })
})

inDeep(() => {
  describe('langsmith', () => {
    const [parent, child] = ['0190c2e0-0000-7000-8000-000000000001', '0190c2e0-0000-7000-8000-000000000002']
    const stamp = '20260301T100000000000Z'
    const runs = [
      {
        id: parent,
        trace_id: parent,
        dotted_order: `${stamp}${parent}`,
        name: 'graph',
        run_type: 'chain',
        start_time: start,
        end_time: timeAfter(800),
        status: 'success',
        inputs: { q: 1 },
        outputs: { a: 2 },
        tags: ['x'],
        feedback_stats: { quality: { n: 2, avg: 0.5 }, note: { n: 1 } },
      },
      {
        id: child,
        trace_id: parent,
        dotted_order: `${stamp}${parent}.${stamp}${child}`,
        name: 'model',
        run_type: 'llm',
        start_time: timeAfter(10),
        end_time: timeAfter(700),
        status: 'error',
        error: 'too long',
        total_tokens: 30,
        prompt_tokens: 20,
        completion_tokens: 10,
        extra: { metadata: { ls_model_name: 'gpt-4o', thread_id: 't-9' } },
      },
    ]

    test.each(['parquet', 'jsonl'])('runs with feedback are imported from %s', async (kind) => {
      const { report } = await importThreeTimes('langsmith', workspace.writeSource(`runs.${kind}`, runs))
      expect(report).toMatchObject({
        spans: 2,
        annotations: 1,
        unmapped: [{ reason: 'feedback without a number', count: 1 }],
      })
      const [model] = await spansOf('span_name = "model"')
      const [root] = await spansOf('span_name = "graph"')
      expect(root.trace_id).toBe(parent.replaceAll('-', ''))
      expect(model).toMatchObject({ parent_id: root.span_id, span_type: 'chat', status_message: 'too long' })
      expect(model.attributes.ag.metrics.tokens.incremental).toMatchObject({
        prompt: 20,
        completion: 10,
        total: 30,
      })
      const [annotation] = await spansOf('trace_type = annotation')
      expect(annotation.links).toMatchObject([{ trace_id: root.trace_id, span_id: root.span_id }])
    })

    test('examples are imported, and other records are reported by line', async () => {
      const file = workspace.writeSource('examples.jsonl', [
        {
          id: 'e1',
          dataset_name: 'Exam',
          inputs: { q: '2+2' },
          outputs: { answer: '4' },
          metadata: { dataset_split: ['test'] },
        },
        { hello: 'world' },
        { id: 'e3', dataset_name: 'Exam', inputs: 'plain' },
      ])
      const report = await workspace.runImport('langsmith', file)
      expect(report).toMatchObject({
        code: 1,
        rows: 1,
        unmapped: [{ line: 2 }],
        faults: [{ line: 3, fault: 'an example needs inputs' }],
      })
      expect(await rowsOf('Exam')).toMatchObject([
        { data: { q: '2+2', correct_answer: '4' }, tags: { split: 'test' } },
      ])
    })
  })

  describe('phoenix', () => {
    const row = {
      name: 'ChatCompletion',
      span_kind: 'LLM',
      parent_id: null,
      start_time: start,
      end_time: timeAfter(500),
      status_code: 'ERROR',
      status_message: 'refused',
      'context.trace_id': 'a'.repeat(32),
      'context.span_id': 'b'.repeat(16),
      'attributes.input.value': 'Where?',
      'attributes.llm.model_name': 'gpt-4o',
      'attributes.llm.token_count.total': 42,
      'attributes.llm.input_messages': [{ message: { role: 'user', content: 'Where?' } }],
    }

    test('spans as Parquet keep their ids, and their attributes are mapped', async () => {
      const { report } = await importThreeTimes('phoenix', workspace.writeSource('spans.parquet', [row]))
      expect(report).toMatchObject({ code: 0, spans: 1 })
      const [span] = await spansOf('span_name = "ChatCompletion"')
      expect(span).toMatchObject({
        trace_id: 'a'.repeat(32),
        span_id: 'b'.repeat(16),
        span_type: 'chat',
        adapters: ['openinference'],
        status_message: 'refused',
      })
      expect(span.attributes.ag.metrics.tokens.incremental.total).toBe(42)
    })

    test('a dataset is imported with its splits, and invalid records are reported', async () => {
      const file = workspace.writeSource('golden.jsonl', [
        {
          id: 'x1',
          input: { question: 'a' },
          output: { answer: 'b' },
          metadata: { level: 1 },
          splits: ['train', 'hard'],
        },
        { output: 'only' },
      ])
      const damagedFile = workspace.writeSource('bad.parquet', 'PAR1 nonsense')
      const report = await workspace.runImport('phoenix', file, damagedFile)
      expect(await rowsOf('golden')).toMatchObject([
        { data: { question: 'a', correct_answer: 'b' }, tags: { split: 'train,hard', level: 1 } },
      ])
      expect(report).toMatchObject({
        code: 1,
        rows: 1,
        unmapped: [{ line: 2 }],
        faults: [{ file: damagedFile, line: 1 }],
      })
      expect((await workspace.runImport('phoenix', file)).delivered.testsets).toMatchObject([
        { status: 'unchanged' },
      ])
    })
  })

  describe('mlflow', () => {
    const trace = {
      info: {
        trace_id: `tr-${'c'.repeat(32)}`,
        assessments: [
          {
            assessment_id: 'a-1',
            assessment_name: 'correct',
            feedback: { value: true },
            rationale: 'fine',
            create_time: start,
          },
        ],
      },
      data: {
        spans: [
          {
            trace_id: Buffer.from('c'.repeat(32), 'hex').toString('base64'),
            span_id: Buffer.from('d'.repeat(16), 'hex').toString('base64'),
            parent_span_id: '',
            name: 'predict',
            start_time_unix_nano: 1772359200000000000,
            end_time_unix_nano: 1772359201000000000,
            status: { code: 'STATUS_CODE_OK' },
            attributes: { 'mlflow.spanInputs': '{"q": 1}', 'mlflow.spanType': '"AGENT"' },
          },
          {
            trace_id: 'c'.repeat(32),
            span_id: 'e'.repeat(16),
            parent_span_id: 'd'.repeat(16),
            name: 'step',
            start_time_unix_nano: 1772359200100000000,
            end_time_unix_nano: 1772359200200000000,
            status: { code: 'ERROR', message: 'broke' },
            attributes: {},
          },
        ],
      },
    }

    test('traces with assessments are imported', async () => {
      const { report } = await importThreeTimes('mlflow', workspace.writeSource('traces.json', [trace]))
      expect(report).toMatchObject({ spans: 2, annotations: 1, faults: [] })
      const [root] = await spansOf('span_name = "predict"')
      expect(root).toMatchObject({
        trace_id: 'c'.repeat(32),
        span_id: 'd'.repeat(16),
        parent_id: null,
        adapters: ['mlflow'],
      })
      expect(root.attributes.ag.data.inputs).toEqual({ q: 1 })
      expect((await spansOf('span_name = "step"'))[0]).toMatchObject({
        parent_id: 'd'.repeat(16),
        status_message: 'broke',
      })
      expect((await spansOf('trace_type = annotation'))[0].attributes.ag.data.outputs).toEqual({
        success: true,
        comment: 'fine',
      })
    })

    test('prompts are imported with their aliases, and invalid records are reported', async () => {
      const file = workspace.writeSource('prompts.jsonl', [
        {
          name: 'summary',
          versions: [
            { version: 1, template: 'Sum up {{text}}' },
            { version: 2, template: [{ role: 'user', content: 'Short: {{text}}' }] },
            { version: 3 },
          ],
          aliases: { production: 2 },
        },
        { name: 'nothing' },
      ])
      const firstRun = await workspace.runImport('mlflow', file)
      expect(firstRun).toMatchObject({
        code: 1,
        prompts: 2,
        faults: [{ line: 1, fault: 'version 3 has no template' }],
        unmapped: [{ line: 2 }],
        delivered: { revisions: 2, deployments: 1 },
      })
      expect((await workspace.runImport('mlflow', file)).delivered).toMatchObject({
        revisions: 0,
        deployments: 0,
      })
    })
  })

  describe('promptfoo', () => {
    const config = `description: Capital quiz
prompts:
  - 'Name the capital of {{country}}.'
providers: [openai:gpt-4o]
defaultTest:
  assert:
    - type: latency
      threshold: 5000
tests:
  - description: an easy one
    vars: {country: Peru}
    assert:
      - type: equals
        value: Lima
  - vars: {country: Italy}
    assert:
      - type: icontains
        value: rome
      - type: regex
        value: '^R'
      - type: g-eval
        value: is it right?
`

    test('prompts, tests and assertions are imported; parts without a counterpart are listed by line', async () => {
      const { report, after } = await importThreeTimes(
        'promptfoo',
        workspace.writeSource('promptfooconfig.yaml', config),
      )
      expect(report).toMatchObject({
        code: 0,
        rows: 2,
        prompts: 1,
        evaluators: [
          'Capital-quiz-latency-1',
          'Capital-quiz-equals',
          'Capital-quiz-icontains',
          'Capital-quiz-regex',
        ],
        unmapped: [
          { reason: 'providers: models are chosen in the application', line: 4 },
          { reason: 'assertions of type g-eval', line: 21 },
        ],
      })
      expect(after.evaluators).toBe(8)
      expect((await rowsOf('Capital-quiz')).map(({ data }: { readonly data: object }) => data)).toMatchObject(
        [
          { country: 'Peru', expected_equals: 'Lima' },
          { country: 'Italy', expected_icontains: 'rome', expected_regex: '^R' },
        ],
      )
    })

    test('a file that is not YAML is reported with the line', async () => {
      const report = await workspace.runImport(
        'promptfoo',
        workspace.writeSource('bad.yaml', 'prompts:\n  - a\n tests: [\n'),
      )
      expect(report).toMatchObject({ code: 1, faults: [{ line: 3 }, {}] })
    })
  })

  test('openai-evals: lines with input and ideal, or item and sample, are rows; others are reported', async () => {
    const messages = [{ role: 'user', content: '2+2' }]
    const a = workspace.writeSource('arithmetic.jsonl', [
      { input: messages, ideal: '4' },
      { input: '3+3', ideal: ['6', 'six'] },
    ])
    const b = workspace.writeSource('items.jsonl', [
      { item: { q: 'x', label: 'y' }, sample: { output_text: 'z' } },
    ])
    const { report } = await importThreeTimes('openai-evals', a, b)
    expect(report).toMatchObject({ rows: 3, testsets: ['arithmetic', 'items'] })
    expect(await rowsOf('arithmetic')).toMatchObject([
      { data: { input: messages, correct_answer: '4' } },
      { data: { correct_answer: ['6', 'six'] } },
    ])
    expect(await rowsOf('items')).toMatchObject([
      { data: { q: 'x', label: 'y', sample: { output_text: 'z' } } },
    ])
    const refusal = await workspace.runImport(
      'openai-evals',
      workspace.writeSource('broken.jsonl', '{"input": 1}\n{\n{"other": 1}\n'),
      '--dry-run',
    )
    expect(refusal).toMatchObject({
      code: 1,
      rows: 1,
      faults: [{ line: 2 }],
      unmapped: [{ line: 3, count: 1 }],
    })
  })

  describe('huggingface', () => {
    test('shards are imported by the configs of the README, with splits as tags', async () => {
      workspace.writeSource(
        'quiz/README.md',
        '---\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train-*.parquet\n- config_name: hard\n  data_files:\n  - split: test\n    path: hard/test.jsonl\n---\n# Quiz\n',
      )
      workspace.writeSource('quiz/data/train-00000-of-00002.parquet', [
        { id: 1, q: 'a' },
        { id: 2, q: 'b' },
      ])
      workspace.writeSource('quiz/data/train-00001-of-00002.parquet', [{ id: 3, q: 'c' }])
      workspace.writeSource('quiz/hard/test.jsonl', [{ q: 'd', nested: { x: [1] } }])
      const { report } = await importThreeTimes('huggingface', join(workspace.dir, 'quiz'))
      expect(report).toMatchObject({ rows: 4, testsets: ['quiz', 'quiz-hard'], faults: [] })
      expect(await rowsOf('quiz')).toMatchObject([
        { data: { q: 'a' }, tags: { split: 'train' } },
        {},
        { data: { q: 'c' } },
      ])
      expect(await rowsOf('quiz-hard')).toMatchObject([
        { data: { nested: { x: [1] } }, tags: { split: 'test' } },
      ])
    })

    test('without a README the split is in the file name; a damaged shard is reported', async () => {
      workspace.writeSource('plain/test-00000-of-00001.parquet', [{ q: 'a' }])
      const damagedFile = workspace.writeSource('plain/train.parquet', 'nonsense')
      const report = await workspace.runImport('huggingface', join(workspace.dir, 'plain'))
      expect(report).toMatchObject({ code: 1, rows: 1, faults: [{ file: damagedFile, line: 1 }] })
      expect(await rowsOf('plain')).toMatchObject([{ tags: { split: 'test' } }])
    })
  })

  test('a hundred thousand spans are read within 64 MB of heap', async () => {
    const file = join(workspace.dir, 'large.jsonl')
    const text = 'x'.repeat(600)
    for (let trace = 0; trace < 100; trace++) {
      const observation = (i: number) => ({
        id: `${trace}-${i}`,
        trace_id: `t${trace}`,
        start_time: start,
        input: text,
      })
      appendFileSync(
        file,
        Array.from({ length: 1000 }, (_, i) => `${JSON.stringify(observation(i))}\n`).join(''),
      )
    }
    const result = await run(
      process.execPath,
      ['--max-old-space-size=64', commandLineProgram, 'import', 'langfuse', file, '--dry-run'],
      { XDG_CONFIG_HOME: workspace.dir },
    )
    expect(result).toEqual({
      code: 0,
      stdout:
        'Would import 100,100 spans.\n100,000 records read, 100,000 imported; 4 fields imported. Nothing is left out.\nNothing was written.\n',
      stderr: '',
    })
  })
})
