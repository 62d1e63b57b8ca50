// A small realistic project, written through the HTTP interface, and the reads that show all of it. The interface is the
// same in every version, so an earlier program writes it and a later one must read it.

export interface Client {
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>
}

/** A read of the project, and its answer. */
export interface RecordedAnswer {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly answer: unknown
}

type Json = Readonly<Record<string, any>> // oxlint-disable-line typescript/no-explicit-any

export function clientOf(url: string, key: string): Client {
  return {
    call: async (method, path, body) => {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text)
    },
  }
}

const traceIds = ['5f1d7a0c9b3e4826a1c0ffee00000001', '5f1d7a0c9b3e4826a1c0ffee00000002'] as const

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
})

/** A conversation of two calls of a model; the second one fails. */
const spans = traceIds.flatMap((traceId, i) => {
  const start = 1_794_733_200_000_000_000n + BigInt(i) * 60_000_000_000n
  const at = (ms: number): string => String(start + BigInt(ms) * 1_000_000n)
  return [
    {
      traceId,
      spanId: `a00000000000000${i}`,
      name: 'answer',
      startTimeUnixNano: at(0),
      endTimeUnixNano: at(1500),
      attributes: [attribute('session.id', 'conversation-1'), attribute('user.id', 'ada')],
    },
    {
      traceId,
      spanId: `b00000000000000${i}`,
      parentSpanId: `a00000000000000${i}`,
      name: 'chat',
      startTimeUnixNano: at(100),
      endTimeUnixNano: at(1400),
      attributes: [
        attribute('gen_ai.system', 'openai'),
        attribute('gen_ai.request.model', 'gpt-4o-mini'),
        attribute('gen_ai.usage.input_tokens', 120),
        attribute('gen_ai.usage.output_tokens', 35 + i),
        attribute('gen_ai.prompt.0.role', 'user'),
        attribute('gen_ai.prompt.0.content', `Où est ma commande n° ${i}? ${'A long question. '.repeat(40)}`),
        attribute('gen_ai.completion.0.role', 'assistant'),
        attribute('gen_ai.completion.0.content', `It arrives on ${i === 0 ? 'Monday' : 'Tuesday'}.`),
      ],
      status: i === 0 ? {} : { code: 2, message: 'rate limited' },
    },
  ]
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the spans were not stored in a minute')
}

async function writeVersions({ call }: Client): Promise<{ readonly testsetId: string }> {
  const prompt = (content: string, temperature: number) => ({
    parameters: {
      prompt: {
        messages: [{ role: 'user', content }],
        llm_config: { model: 'gpt-4o-mini', temperature },
      },
    },
  })
  const createAnswer = (await call('POST', '/simple/applications/', {
    application: { slug: 'support', name: 'Support', data: prompt('Answer {{question}}.', 0.2) },
  })) as Json
  const application_id = createAnswer['application'].id
  for (const temperature of [0.5, 0.7]) {
    await call('POST', '/applications/revisions/commit', {
      application_revision_commit: {
        application_id,
        message: `temperature ${temperature}`,
        data: prompt('Answer {{question}}.', temperature),
      },
    })
  }
  await call('POST', '/applications/revisions/deploy', {
    application_ref: { slug: 'support' },
    environment_ref: { slug: 'production' },
    message: 'first release',
  })
  await call('POST', '/simple/evaluators/', {
    evaluator: { slug: 'exact', data: { uri: 'auto_exact_match', parameters: { case_sensitive: false } } },
  })
  await call('POST', '/simple/queries/', {
    query: {
      slug: 'failed',
      data: { filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] } },
    },
  })
  const testset = (await call('POST', '/simple/testsets/', {
    testset: {
      slug: 'questions',
      data: {
        testcases: Array.from({ length: 25 }, (_, i) => ({
          data: {
            question: `Où est n° ${i}?`,
            correct_answer: `here ${i}`,
            weight: i / 4,
            nested: { list: [i, null] },
          },
        })),
      },
    },
  })) as Json
  const testset_id = testset['testset'].id
  await call('POST', '/testsets/revisions/commit', {
    testset_revision_commit: {
      testset_id,
      message: 'one more',
      delta: { rows: { add: [{ data: { question: 'new', correct_answer: 'yes' } }] } },
    },
  })
  await call('POST', '/secrets/', {
    slug: 'openai',
    header: { name: 'OpenAI' },
    secret: { kind: 'provider_key', data: { kind: 'openai', provider: { key: 'sk-example' } } },
  })
  return { testsetId: testset_id }
}

async function writeTraces({ call }: Client): Promise<void> {
  await call('POST', '/otlp/v1/traces', {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'shop')] },
        scopeSpans: [{ scope: { name: 'shop' }, spans }],
      },
    ],
  })
  await until(async () => ((await call('POST', '/spans/query', {})) as Json)['count'] === spans.length)
  await call('POST', '/annotations/', {
    annotation: {
      origin: 'human',
      kind: 'adhoc',
      channel: 'api',
      data: { outputs: { score: 1, comment: 'good' } },
      references: { evaluator: { slug: 'quality' } },
      links: { invocation: { trace_id: traceIds[0], span_id: 'a000000000000000' } },
    },
  })
}

async function writeRun({ call }: Client): Promise<void> {
  const steps = [
    { key: 'testset-a', type: 'input', origin: 'custom' },
    { key: 'application-a', type: 'invocation', origin: 'custom' },
    { key: 'evaluator-auto', type: 'annotation', origin: 'custom' },
  ]
  const createAnswer = (await call('POST', '/evaluations/runs/', {
    runs: [{ name: 'nightly', data: { steps, repeats: 1 } }],
  })) as Json
  const run_id = createAnswer['runs'][0].id
  const { scenarios } = (await call('POST', '/evaluations/scenarios/', {
    scenarios: [{ run_id }, { run_id, tags: { hard: true } }],
  })) as Json
  await call('POST', '/evaluations/results/', {
    results: scenarios.flatMap(({ id: scenario_id }: Json, i: number) => [
      { run_id, scenario_id, step_key: 'application-a', status: 'success', trace_id: traceIds[i] },
      { run_id, scenario_id, step_key: 'evaluator-auto', status: i === 0 ? 'success' : 'failure' },
    ]),
  })
  await call('POST', '/evaluations/metrics/', {
    metrics: [{ run_id, data: { 'evaluator-auto': { score: { mean: 0.5, count: 2 } } } }],
  })
}

/** Requests that only read. Their answers show all of the project. */
const reads: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/projects/current'],
  ...['applications', 'evaluators', 'queries', 'environments', 'testsets'].flatMap(
    (kind) =>
      [
        ['POST', `/${kind}/query`, {}],
        ['POST', `/${kind}/variants/query`, {}],
        ['POST', `/${kind}/revisions/query`, {}],
      ] as const,
  ),
  [
    'POST',
    '/applications/revisions/retrieve',
    { application_ref: { slug: 'support' }, environment_ref: { slug: 'production' } },
  ],
  ['POST', '/testsets/revisions/retrieve', { testset_ref: { slug: 'questions' } }],
  ['POST', '/spans/query', { windowing: { order: 'ascending' } }],
  ...traceIds.map((id) => ['GET', `/traces/${id}`] as const),
  ['POST', '/annotations/query', {}],
  ...['runs', 'scenarios', 'results', 'metrics'].map(
    (name) => ['POST', `/evaluations/${name}/query`, {}] as const,
  ),
  ['GET', '/secrets/openai'],
  ['GET', '/keys'],
  ['POST', '/audit/query', {}],
]

/** Writes the project and returns the answers of the program that wrote it. */
export async function writeProject(client: Client): Promise<readonly RecordedAnswer[]> {
  const { testsetId } = await writeVersions(client)
  await writeTraces(client)
  await writeRun(client)
  const testcasesRead = ['POST', '/testcases/query', { testset_id: testsetId }] as const
  const answers: RecordedAnswer[] = []
  for (const [method, path, body] of [...reads, testcasesRead]) {
    answers.push({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      answer: await client.call(method, path, body),
    })
  }
  return answers
}
