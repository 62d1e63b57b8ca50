// Every command on fixed data: what people and what programs are shown, kept as files beside this one. After a change that is meant,
// `npx vitest run --project stores test/cli -u` writes them anew; read them before you commit.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Assay } from '../../sdk/client.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { makeJudgedRun, makeRows } from '../support/judged-runs.ts'
import { requestOf, span, text } from '../support/otlp.ts'
import { commandLine, steady, type CommandLine, type Ran } from './world.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const nano = (ms: number): string => `1767225600${String(ms).padStart(3, '0')}000000`

const spans = [
  span({
    traceId: trace,
    spanId: 'b7ad6b7169203331',
    name: 'answer',
    startTimeUnixNano: nano(0),
    endTimeUnixNano: nano(900),
  }),
  span({
    traceId: trace,
    spanId: 'b7ad6b7169203332',
    parentSpanId: 'b7ad6b7169203331',
    name: 'search',
    startTimeUnixNano: nano(100),
    endTimeUnixNano: nano(300),
    attributes: [text('ag.type.span', 'tool')],
  }),
  span({
    traceId: trace,
    spanId: 'b7ad6b7169203333',
    parentSpanId: 'b7ad6b7169203331',
    name: 'chat \u001B[31mred',
    startTimeUnixNano: nano(300),
    endTimeUnixNano: nano(880),
    status: { code: 2, message: 'rate limited' },
    attributes: [text('ag.type.span', 'chat'), text('ag.data.inputs', '{"question": "Where is my book?"}')],
  }),
]

let api: Api
let line: CommandLine
let assay: Assay
let runs: readonly [string, string]

async function makeRuns(): Promise<readonly [string, string]> {
  const { revisionId, ids } = await makeRows(api, 'rows', [{ q: 'a' }, { q: 'b' }, { q: 'c' }, { q: 'd' }])
  const judged = (scores: readonly number[]) =>
    makeJudgedRun(api, {
      testsetRevisionId: revisionId,
      rows: ids.map((testcaseId, i) => ({
        testcaseId,
        outputs: [{ score: scores[i], success: (scores[i] ?? 0) > 2 }],
      })),
    })
  const [first, second] = [await judged([1, 2, 3, 4]), await judged([3, 3, 4, 5])]
  return [first.id, second.id]
}

beforeAll(async () => {
  api = await newProject(serverOf('sqlite'))
  line = commandLine(api)
  assay = new Assay({ url: api.url, key: api.key })
  const { body } = await api.post('/otlp/v1/traces', requestOf(...spans))
  expect(body.count).toBe(3)
  runs = await makeRuns()
  while ((await assay.traces.outline(trace)).count < 3) await sleep(50)
})
afterAll(() => line.remove())

const kept = async (name: string, { code, out, err }: Ran): Promise<void> => {
  const shown = steady(`${out}${err === '' ? '' : `--- stderr\n${err}`}--- exit ${code}\n`, {
    dir: line.dir,
    url: api.url,
  })
  await expect(shown).toMatchFileSnapshot(join(import.meta.dirname, 'golden', `${name}.txt`))
}

/** In the order of a day's work: each step builds on those before it. */
describe('a command answers people with a table and programs with JSON', () => {
  const steps: readonly (readonly [string, () => readonly string[]])[] = [
    ['env-list-empty', () => ['env', 'list']],
    [
      'testset-push-new',
      () => ['testset', 'push', 'capitals', line.file('one.csv', 'country,capital\nPeru,Lima\nItaly,Rome\n')],
    ],
    [
      'testset-push-again',
      () => [
        'testset',
        'push',
        'capitals',
        line.file(
          'two.jsonl',
          '{"country":"Peru","capital":"Lima"}\n{"country":"Italy","capital":"Roma"}\n{"country":"Japan","capital":"Tokyo"}\n',
        ),
        '--message',
        'Rome in its own words',
      ],
    ],
    [
      'testset-push-dry-run',
      () => ['testset', 'push', 'capitals', line.file('bad.jsonl', '{"a":1}\nnonsense\n'), '--dry-run'],
    ],
    ['testset-pull', () => ['testset', 'pull', 'capitals@1', '--format', 'jsonl']],
    ['testset-pull-file', () => ['testset', 'pull', 'capitals', join(line.dir, 'out.csv')]],
    ['testset-diff', () => ['testset', 'diff', 'capitals']],
    ['testset-diff-two', () => ['testset', 'diff', 'capitals@2', 'capitals@1']],
    ['testset-log', () => ['testset', 'log', 'capitals']],
    ['testset-list', () => ['testset', 'list']],
    [
      'app-commit-new',
      () => [
        'app',
        'commit',
        'greeter',
        line.file(
          'app.json',
          '{"parameters":{"prompt":{"messages":[{"role":"user","content":"Hello {{name}}"}],"llm_config":{"model":"m","temperature":0.5}}}}',
        ),
      ],
    ],
    [
      'app-commit-set',
      () => [
        'app',
        'commit',
        'greeter',
        '--set',
        'parameters.prompt.llm_config.temperature=0.1',
        '--message',
        'calmer',
      ],
    ],
    ['app-show', () => ['app', 'show', 'greeter']],
    ['app-diff', () => ['app', 'diff', 'greeter']],
    ['app-log', () => ['app', 'log', 'greeter']],
    ['app-list', () => ['app', 'list']],
    ['app-deploy', () => ['app', 'deploy', 'greeter@1', 'staging', '--message', 'a trial']],
    ['app-deploy-again', () => ['app', 'deploy', 'greeter', 'staging']],
    ['app-show-env', () => ['app', 'show', 'greeter', '--env', 'staging']],
    ['env-list', () => ['env', 'list']],
    ['env-diff', () => ['env', 'diff', 'staging']],
    ['env-rollback-dry-run', () => ['env', 'rollback', 'staging', '--dry-run']],
    ['env-rollback', () => ['env', 'rollback', 'staging']],
    ['trace-list', () => ['trace', 'list', '--since', '2025-01-01', '--filter', 'span_type = tool']],
    ['trace-show', () => ['trace', 'show', trace]],
    ['trace-show-span', () => ['trace', 'show', trace, 'b7ad6b7169203333']],
    ['trace-export', () => ['trace', 'export', '--since', '2025-01-01', '--filter', 'span_name = search']],
    ['run-list', () => ['run', 'list']],
    ['run-compare', () => ['run', 'compare', ...runs]],
    [
      'run-gate-open',
      () => [
        'run',
        'gate',
        runs[1],
        '--rule',
        'exact:score:mean>=3',
        '--rule',
        'exact:score:mean~0.1',
        '--baseline',
        runs[0],
      ],
    ],
    ['run-gate-closed', () => ['run', 'gate', runs[0], '--rule', 'exact:score:mean>=3']],
    ['run-watch', () => ['run', 'watch', runs[0]]],
    ['annotate', () => ['annotate', trace, 'score=4', 'note=too long']],
    [
      'import-dry-run',
      () => [
        'import',
        'openai-evals',
        line.file('evals.jsonl', '{"input":"2+2","ideal":"4"}\n{\n{"other":1}\n'),
        '--dry-run',
      ],
    ],
    ['import', () => ['import', 'openai-evals', line.file('sums.jsonl', '{"input":"2+2","ideal":"4"}\n')]],
    [
      'import-again',
      () => ['import', 'openai-evals', line.file('sums.jsonl', '{"input":"2+2","ideal":"4"}\n')],
    ],
    ['open', () => ['open', 'trace', trace, '--print']],
  ]
  test.each(steps)('%s', async (name, args) => {
    await kept(name, await line.run(...args()))
    // Only commands that change nothing are asked twice.
    if (/push|commit|deploy|rollback$|annotate|export|pull$|watch/.test(name)) return
    const { code, out } = await line.run(...args(), '--json')
    expect(JSON.parse(out)).toBeDefined()
    await kept(`${name}.json`, { code, out, err: '' })
  })
})

describe('writes answer JSON to programs', () => {
  test('a push answers the revision with its counts', async () => {
    const { out } = await line.run('testset', 'push', 'json-push', line.file('p.csv', 'a\n1\n'), '--json')
    expect(JSON.parse(out)).toMatchObject({
      artifact_slug: 'json-push',
      version: '1',
      counts: { target: 1, added: 1 },
    })
  })

  test('a commit, a deployment, an annotation answer what was made', async () => {
    const commit = await line.run('app', 'commit', 'greeter', '--set', 'parameters.tone=dry', '--json')
    expect(JSON.parse(commit.out)).toMatchObject({
      status: 'committed',
      application_revision: { version: '3' },
    })
    const deploy = await line.run('app', 'deploy', 'greeter', 'production', '--json')
    expect(JSON.parse(deploy.out)).toMatchObject({ application_revision: { version: '3' } })
    const annotated = await line.run('annotate', trace, 'score=1', '--json')
    expect(JSON.parse(annotated.out)).toMatchObject({ data: { outputs: { score: 1 } } })
  })

  test('a finished run that is watched ends with a line that says so', async () => {
    const { out, code } = await line.run('run', 'watch', runs[0], '--json')
    const last = JSON.parse(out.trim().split('\n').at(-1) ?? '')
    expect([code, last]).toMatchObject([0, { event: 'end', status: 'success', run_id: runs[0] }])
  })
})
