// A sequence of commands: each step uses the results of the steps before it. Files have the
// expected output (golden.test.ts), so every command has at least one step.
import { join } from 'node:path'
import type { Api } from '../support/api.ts'
import { run } from '../support/children.ts'
import { requestOf, span, text } from '../support/otlp.ts'
import type { CommandLine } from './command-line.ts'

export const trace = '0af7651916cd43dd8448eb211c80319c'
const nano = (ms: number): string => `1767225600${String(ms).padStart(3, '0')}000000`

export const spans = [
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

export interface StepContext {
  readonly api: Api
  readonly line: CommandLine
  /** Two finished runs. */
  readonly runs: readonly [string, string]
}

export interface Step {
  /** The words of its command joined with `-`, and the case. */
  readonly name: string
  readonly args: (context: StepContext) => readonly string[]
  /** The arguments for JSON output, if they differ from the others with `--json`; null if another step covers them. */
  readonly json?: ((context: StepContext) => readonly string[]) | null
  /** Runs before each of the two calls, and ends after it. */
  readonly around?: (context: StepContext) => Promise<() => void>
}

/** A tail prints spans that arrive after its start, so spans are sent until it ends. */
async function startSending({ api }: StepContext): Promise<() => void> {
  const timer = setInterval(() => {
    const now = BigInt(Date.now()) * 1_000_000n
    const tailedSpan = span({
      name: 'tailed',
      startTimeUnixNano: `${now}`,
      endTimeUnixNano: `${now + 5_000_000n}`,
    })
    void api.post('/otlp/v1/traces', requestOf(tailedSpan))
  }, 200)
  return () => clearInterval(timer)
}

async function loggedIn({ api, line }: StepContext): Promise<() => void> {
  await line.run('login', api.url, '--key', api.key)
  return () => undefined
}

async function bareRepository({ line }: StepContext): Promise<() => void> {
  await run('git', ['init', '-q', '--bare', join(line.dir, 'bare.git')])
  return () => undefined
}

const greeterFile =
  '{"parameters":{"prompt":{"messages":[{"role":"user","content":"Hello {{name}}"}],"llm_config":{"model":"m","temperature":0.5}}}}'
const sumsFile = '{"input":"2+2","ideal":"4"}\n'

const testsetSteps: readonly Step[] = [
  {
    name: 'testset-push-new',
    args: ({ line }) => [
      'testset',
      'push',
      'capitals',
      line.file('one.csv', 'country,capital\nPeru,Lima\nItaly,Rome\n'),
    ],
    json: ({ line }) => ['testset', 'push', 'towns', line.file('towns.csv', 'town\nUlm\n'), '--json'],
  },
  {
    name: 'testset-push-again',
    args: ({ line }) => [
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
    json: null,
  },
  {
    name: 'testset-push-dry-run',
    args: ({ line }) => [
      'testset',
      'push',
      'capitals',
      line.file('bad.jsonl', '{"a":1}\nnonsense\n'),
      '--dry-run',
    ],
  },
  {
    name: 'testset-pull',
    args: () => ['testset', 'pull', 'capitals@1', '--format', 'jsonl'],
    json: null,
  },
  {
    name: 'testset-pull-file',
    args: ({ line }) => ['testset', 'pull', 'capitals', join(line.dir, 'out.csv')],
  },
  { name: 'testset-diff', args: () => ['testset', 'diff', 'capitals'] },
  { name: 'testset-diff-two', args: () => ['testset', 'diff', 'capitals@2', 'capitals@1'] },
  { name: 'testset-log', args: () => ['testset', 'log', 'capitals'] },
  { name: 'testset-list', args: () => ['testset', 'list'] },
  { name: 'testset-merge-conflicts', args: () => ['testset', 'merge', 'joined/mine', 'joined'] },
  {
    name: 'testset-merge-dry-run',
    args: () => ['testset', 'merge', 'joined/mine', 'joined', '--strategy', 'theirs', '--dry-run'],
  },
  {
    name: 'testset-merge',
    args: () => ['testset', 'merge', 'joined/mine', 'joined', '--strategy', 'theirs'],
  },
]

const appSteps: readonly Step[] = [
  {
    name: 'app-commit-new',
    args: ({ line }) => ['app', 'commit', 'greeter', line.file('app.json', greeterFile)],
    json: ({ line }) => ['app', 'commit', 'waver', line.file('app.json', greeterFile), '--json'],
  },
  {
    name: 'app-commit-set',
    args: () => [
      'app',
      'commit',
      'greeter',
      '--set',
      'parameters.prompt.llm_config.temperature=0.1',
      '--message',
      'calmer',
    ],
    json: () => ['app', 'commit', 'waver', '--set', 'parameters.tone=dry', '--json'],
  },
  { name: 'app-show', args: () => ['app', 'show', 'greeter'] },
  { name: 'app-diff', args: () => ['app', 'diff', 'greeter'] },
  { name: 'app-log', args: () => ['app', 'log', 'greeter'] },
  { name: 'app-list', args: () => ['app', 'list'] },
  {
    name: 'app-deploy',
    args: () => ['app', 'deploy', 'greeter@1', 'staging', '--message', 'a trial'],
    json: null,
  },
  {
    name: 'app-deploy-again',
    args: () => ['app', 'deploy', 'greeter', 'staging'],
    json: () => ['app', 'deploy', 'waver', 'development', '--json'],
  },
  { name: 'app-show-env', args: () => ['app', 'show', 'greeter', '--env', 'staging'] },
  { name: 'env-list', args: () => ['env', 'list'] },
  { name: 'env-diff', args: () => ['env', 'diff', 'staging'] },
  { name: 'env-rollback-dry-run', args: () => ['env', 'rollback', 'staging', '1', '--dry-run'] },
  { name: 'env-rollback', args: () => ['env', 'rollback', 'staging', '1'] },
]

const traceSteps: readonly Step[] = [
  {
    name: 'trace-list',
    args: () => ['trace', 'list', '--since', '2025-01-01', '--filter', 'span_type = tool'],
  },
  { name: 'trace-show', args: () => ['trace', 'show', trace] },
  { name: 'trace-show-span', args: () => ['trace', 'show', trace, 'b7ad6b7169203333'] },
  {
    name: 'trace-tail',
    args: () => ['trace', 'tail', '--filter', 'span_name = tailed', '--count', '1'],
    around: startSending,
  },
  {
    name: 'trace-export',
    args: () => ['trace', 'export', '--since', '2025-01-01', '--filter', 'span_name = search'],
    json: null,
  },
  {
    name: 'trace-export-csv',
    args: () => [
      'trace',
      'export',
      '--since',
      '2025-01-01',
      '--filter',
      'span_name = search',
      '--format',
      'csv',
      '--columns',
      'name, type,status,time',
    ],
    json: null,
  },
  {
    name: 'trace-export-file',
    args: ({ line }) => [
      'trace',
      'export',
      join(line.dir, 'spans.jsonl'),
      '--since',
      '2025-01-01',
      '--filter',
      'span_name = search',
    ],
  },
]

const runSteps: readonly Step[] = [
  { name: 'run-list', args: () => ['run', 'list'] },
  { name: 'run-compare', args: ({ runs }) => ['run', 'compare', ...runs] },
  {
    name: 'run-gate-open',
    args: ({ runs }) => [
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
  },
  {
    name: 'run-gate-closed',
    args: ({ runs }) => ['run', 'gate', runs[0], '--rule', 'exact:score:mean>=3'],
  },
  { name: 'run-watch', args: ({ runs }) => ['run', 'watch', runs[0]] },
  { name: 'run-show', args: ({ runs }) => ['run', 'show', runs[0]] },
  { name: 'run-verify', args: ({ runs }) => ['run', 'verify', runs[0]] },
  {
    name: 'run-start',
    args: () => ['run', 'start', '--testset', 'rows', '--evaluator', 'exact', '--name', 'nightly'],
  },
]

const otherSteps: readonly Step[] = [
  { name: 'annotate', args: () => ['annotate', trace, 'score=4', 'note=too long'] },
  {
    name: 'import-dry-run',
    args: ({ line }) => [
      'import',
      'openai-evals',
      line.file('evals.jsonl', `${sumsFile}{\n{"other":1}\n`),
      '--dry-run',
    ],
  },
  { name: 'import', args: ({ line }) => ['import', 'openai-evals', line.file('sums.jsonl', sumsFile)] },
  { name: 'import-again', args: ({ line }) => ['import', 'openai-evals', line.file('sums.jsonl', sumsFile)] },
  {
    name: 'export',
    args: ({ line, api }) => ['export', api.projectId, join(line.dir, 'project.tar.gz'), '--templates'],
  },
  {
    name: 'import-assay',
    args: ({ line }) => ['import', 'assay', line.file('no.tar.gz', 'no archive')],
    json: null,
  },
  {
    name: 'git-mirror',
    // Names of branches are random here: only the tags of environments are printed.
    args: ({ line }) => [
      'git',
      'mirror',
      join(line.dir, 'bare.git'),
      '--artifact',
      'applications/greeter',
      '--branch',
      'none',
    ],
    around: bareRepository,
  },
  { name: 'open', args: () => ['open', 'trace', trace, '--print'] },
  {
    name: 'complete',
    args: () => ['complete', '--', 'testset', 'log', 'cap'],
    json: () => ['complete', '--json', '--', 'trace', 'list', '--s'],
  },
  { name: 'completion-bash', args: () => ['completion', 'bash'] },
  { name: 'completion-zsh', args: () => ['completion', 'zsh'], json: null },
  { name: 'completion-fish', args: () => ['completion', 'fish'], json: null },
]

export const steps: readonly Step[] = [
  { name: 'login', args: ({ api }) => ['login', api.url, '--key', api.key] },
  { name: 'logout', args: ({ api }) => ['logout', api.url], around: loggedIn },
  { name: 'env-list-empty', args: () => ['env', 'list'] },
  ...testsetSteps,
  ...appSteps,
  ...traceSteps,
  ...runSteps,
  ...otherSteps,
]
