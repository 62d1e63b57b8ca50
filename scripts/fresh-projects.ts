// `npm run check:packages [name…]`: packs `@assay/sdk` and `@assay/cli`, installs them into fresh projects with each package
// manager and each supported version of other tools, and uses them with a server. It downloads packages, so it is not part
// of `npm test`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstKey, removeDataDir, startServer } from '../test/support/process.ts'
import { runTrials, type Trial } from './trials.ts'

const root = join(import.meta.dirname, '..')
const packages = mkdtempSync(join(tmpdir(), 'assay-tarballs-'))

// The settings of the repository switch off `prepack`; `npm run` passes them on, also to other folders.
execFileSync('npm', ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', packages], {
  cwd: join(root, 'sdk'),
  stdio: 'ignore',
})
execFileSync(process.execPath, ['scripts/build-cli.ts', packages], { cwd: root, stdio: 'ignore' })
const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as {
  readonly version: string
}
const sdk = join(packages, `assay-sdk-${version}.tgz`)
const cli = join(packages, `assay-cli-${version}.tgz`)

/** The programs of the README, in their order. */
const programs = Object.fromEntries(
  [...readFileSync(join(root, 'sdk/README.md'), 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(
    ([, program = ''], at) => [`readme/${at + 1}.js`, program],
  ),
)
const openTelemetry = ['api@1', 'resources@2', 'sdk-trace-base@2'].map((name) => `@opentelemetry/${name}`)
const dependencies = Object.fromEntries([
  ['@assay/sdk', `file:${sdk}`],
  ['@assay/cli', `file:${cli}`],
  ['openai', '*'],
  ...openTelemetry.map((name) => [name.slice(0, -2), `^${name.slice(-1)}`]),
])
const manifest = (fields: object): string => JSON.stringify({ name: 'fresh', private: true, ...fields })

/** A project of a package manager that runs the README and the command line. */
const packageManagerTrial = (
  name: string,
  {
    install,
    run = '',
    fields = {},
  }: { readonly install: string; readonly run?: string; readonly fields?: object },
): Trial => ({
  name,
  tools: ['npm'],
  files: { 'package.json': manifest({ type: 'module', dependencies, ...fields }), ...programs },
  commands: [
    install,
    ...Object.keys(programs).map((program) => `${run} node ${program}`),
    `${run} assay testset list | grep sums`,
  ],
})

const evaluationCode = (data: string): string => `
  const { evaluate } = await import('@assay/sdk/eval')
  const evaluation = await evaluate({
    name: 'doubling', data: ${data}, task: ({ n }) => n * 2, evaluators: { even: ({ outputs }) => outputs % 2 === 0 }, output: null,
  })`
const gateRules = `[{ evaluator: 'even', path: 'success', statistic: 'rate', min: 1 }]`

/** `toPassGate` of a version of vitest, executed and compiled. */
const vitestTrial = (major: number): Trial => ({
  name: `vitest-${major}`,
  tools: ['npm'],
  files: {
    'package.json': manifest({ type: 'module' }),
    'gate.test.ts': `
      import '@assay/sdk/vitest'
      import { expect, test } from 'vitest'
      test('passes', async () => {${evaluationCode('[{ n: 1 }, { n: 2 }]')}
        await expect(evaluation).toPassGate(${gateRules})
        await expect(evaluation).not.toPassGate([{ evaluator: 'even', path: 'success', statistic: 'rate', max: 0.5 }])
        // @ts-expect-error no statistic has this name
        void (() => expect(evaluation).toPassGate([{ evaluator: 'even', path: 'success', statistic: 'avg' }]))
      })`,
  },
  commands: [
    `npm install --silent --no-audit --no-fund ${sdk} vitest@${major} typescript@5.9 @types/node`,
    'npx vitest run',
    `npx tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --lib es2023,esnext.disposable,dom gate.test.ts`,
  ],
})

/** A program of the OpenAI client compiled by a version of TypeScript, as ES module and as CommonJS. */
const typescriptTrial = (release: string): Trial => {
  const program = `
    import { Assay } from '@assay/sdk'
    import { evaluate } from '@assay/sdk/eval'
    import { observe } from '@assay/sdk/tracing'
    import OpenAI from 'openai'
    export const answer = observe(async (name: string): Promise<string | null | undefined> => {
      const prompt = await new Assay().prompts.get({ application: 'a' })
      return (await new OpenAI().chat.completions.create(prompt.format({ name }))).choices[0]?.message.content
    })
    export const run = () => evaluate({ data: [{ n: 1 }], task: ({ n }) => n * 2, evaluators: { even: ({ outputs }) => outputs % 2 === 0 } })
    // @ts-expect-error the column is a number
    export const wrong = () => evaluate({ data: [{ n: 1 }], task: ({ n }) => n.length, evaluators: {} })`
  return {
    name: `typescript-${release}`,
    tools: ['npm'],
    files: { 'package.json': manifest({}), 'program.mts': program, 'program.cts': program },
    commands: [
      `npm install --silent --no-audit --no-fund ${sdk} ${openTelemetry.join(' ')} openai @types/node@22 typescript@${release}`,
      'npx tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --lib es2022,esnext.disposable,dom program.mts program.cts',
    ],
  }
}

const trials: readonly Trial[] = [
  packageManagerTrial('npm', { install: 'npm install --silent --no-audit --no-fund', run: 'npx' }),
  packageManagerTrial('pnpm', {
    install: 'npx --yes pnpm@12 install --silent',
    run: 'npx --yes pnpm@12 exec',
  }),
  packageManagerTrial('yarn-1', {
    install: 'npx --yes yarn@1.22.22 install --silent',
    run: 'npx --yes yarn@1.22.22 --silent',
  }),
  packageManagerTrial('yarn-4', {
    install: 'touch yarn.lock && npx --yes @yarnpkg/cli-dist install',
    run: 'npx --yes @yarnpkg/cli-dist',
  }),
  packageManagerTrial('bun', { install: 'npx --yes bun@1 install --silent', run: 'npx --yes bun@1 run' }),
  {
    name: 'jest',
    tools: ['npm'],
    files: {
      'package.json': manifest({}),
      'gate.test.js': `
        test('the client and an evaluation run as CommonJS', async () => {
          const { Assay } = require('@assay/sdk')
          const { evaluate } = require('@assay/sdk/eval')
          const evaluation = await evaluate({
            name: 'doubling', data: [{ n: 1 }], task: ({ n }) => n * 2, evaluators: { even: ({ outputs }) => outputs % 2 === 0 }, output: null,
          })
          const { gate } = await new Assay().runs.gate(evaluation.runId, { rules: ${gateRules} })
          expect(gate.verdict).toBe('pass')
        })`,
    },
    commands: [`npm install --silent --no-audit --no-fund ${sdk} jest`, 'npx jest'],
  },
  ...[2, 3, 4, 5].map(vitestTrial),
  ...['5.4', '5.9', '6', '7'].map(typescriptTrial),
  {
    name: 'open-telemetry-1',
    tools: ['npm'],
    files: {
      'package.json': manifest({ type: 'module' }),
      'traced.js': `
        import { flush, init, observe } from '@assay/sdk/tracing'
        init({ service: 'old' })
        await observe(async () => 1, { name: 'one' })()
        const [receipt] = await flush()
        if (receipt.stored !== 1) throw new Error(JSON.stringify(receipt))`,
    },
    commands: [
      `npm install --silent --no-audit --no-fund ${sdk} @opentelemetry/api@1 @opentelemetry/resources@1 @opentelemetry/sdk-trace-base@1`,
      'node traced.js',
    ],
  },
  {
    name: 'autoevals',
    tools: ['npm'],
    files: {
      'package.json': manifest({ type: 'module' }),
      'judged.js': `
        import { evaluate } from '@assay/sdk/eval'
        import { ExactMatch, Levenshtein } from 'autoevals'
        const { metrics } = await evaluate({
          name: 'shout', data: [{ input: 'ab', expected: 'AB' }], task: ({ input }) => input.toUpperCase(), evaluators: [ExactMatch, Levenshtein],
        })
        if (metrics.length !== 2 || metrics.some(({ value }) => value !== 1)) throw new Error(JSON.stringify(metrics))`,
    },
    commands: [`npm install --silent --no-audit --no-fund ${sdk} autoevals`, 'node judged.js'],
  },
  {
    name: 'command-line',
    tools: ['npm'],
    commands: [
      `npx --yes --package ${cli} assay --version`,
      `npm install --silent --no-audit --no-fund --global --prefix . ${cli}`,
      'bin/assay testset list',
    ],
  },
]

await runTrials(trials, async (_, runCommands) => {
  const server = await startServer()
  try {
    return await runCommands({ ASSAY_URL: server.url, ASSAY_API_KEY: firstKey, HOME: packages })
  } finally {
    await server.stop()
    removeDataDir(server)
  }
})
rmSync(packages, { recursive: true, force: true })
