// The built package, installed into an empty folder without a registry, and used from there.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { nodes } from '../support/nodes.ts'
import { inDeep } from '../support/tier.ts'

const root = join(import.meta.dirname, '../..')
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const folder = mkdtempSync(join(tmpdir(), 'assay-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let api: Api

/** Runs a program in the folder and returns its output. Throws if it fails. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const environment = { ASSAY_URL: api.url, ASSAY_API_KEY: api.key, HOME: folder }
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  return stdout
}

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

beforeAll(async () => {
  api = await newProject(serverOf('sqlite'))
  const source = join(folder, 'source')
  mkdirSync(source)
  cpSync(join(root, 'sdk/package.json'), join(source, 'package.json'))
  await run(process.execPath, join(root, 'scripts/build-sdk.ts'), join(source, 'dist'))
  // It is built already; prepack would look for the build script beside the package.
  const npm = ['--offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const packOutput = await run('npm', 'pack', source, ...npm)
  write('package.json', JSON.stringify({ name: 'user', private: true, type: 'module' }))
  await run('npm', 'install', `./${packOutput.trim().split('\n').at(-1)}`, ...npm)
  // Packages that the user installs.
  for (const name of ['@opentelemetry', 'openai', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
})

const plainProgram = `
import { Assay, NotFoundError, testcaseId } from '@assay/sdk'
const assay = new Assay()
const { application } = await assay.simpleApplications.create({
  application: { slug: process.argv[2], data: { parameters: { prompt: { messages: [{ role: 'user', content: '{{x}}' }], llm_config: { model: 'm' } } } } },
})
const prompt = await assay.prompts.get({ application: process.argv[2] })
const { testset } = await assay.testsets.writeRows({ slug: process.argv[2] }, [{ data: { a: 1 } }])
const rows = []
for await (const row of assay.testsets.readRows({ testset_ref: { id: testset.id } })) rows.push(row)
const missing = await assay.keys.delete('nobodyXX').catch((error) => error instanceof NotFoundError)
console.log(JSON.stringify({
  text: prompt.format({ x: 'hi' }).messages[0].content,
  sameId: rows[0].id === testcaseId(rows[0].data, { testsetId: testset.id }),
  missing,
}))
`

/** The same program as CommonJS. */
const asCommonJs = (program: string): string =>
  `void (async () => {\n${program.replaceAll(
    /^ *import \{(.*?)\} from ('.*?')$/gm,
    (_, names: string, from: string) => `const {${names.replaceAll(' as ', ': ')}} = require(${from})`,
  )}\n})()`

describe.each(nodes)('%s', (version, node) => {
  test('the client runs from plain JavaScript', async () => {
    write('plain.js', plainProgram)
    expect(`Node ${(await run(node, '--version')).slice(1, 3)}`).toBe(version)
    const output = await run(node, 'plain.js', version.toLowerCase().replace(' ', '-'))
    expect(JSON.parse(output)).toEqual({ text: 'hi', sameId: true, missing: true })
  })

  test('tracing keeps the active span over awaits, and the spans are stored', async () => {
    write(
      'traced.js',
      `
      import { flush, init, observe } from '@assay/sdk/tracing'
      init({ service: 'packed' })
      const inner = observe(async () => 1, { name: 'inner' })
      const outer = observe(async () => { await null; return inner() }, { name: 'outer' })
      await outer()
      const [receipt] = await flush()
      console.log(receipt.status, receipt.stored)
      `,
    )
    expect(await run(node, 'traced.js')).toBe('stored 2\n')
    write('traced.cjs', asCommonJs(readFileSync(join(folder, 'traced.js'), 'utf8')))
    expect(await run(node, 'traced.cjs')).toBe('stored 2\n')
  })

  inDeep(() => {
    test('the client runs from CommonJS', async () => {
      write('plain.cjs', asCommonJs(plainProgram))
      const output = await run(node, 'plain.cjs', `required-${version.toLowerCase().replace(' ', '-')}`)
      expect(JSON.parse(output)).toEqual({ text: 'hi', sameId: true, missing: true })
    })

    test('an evaluation whose gate fails ends the program with code 1', async () => {
      write(
        'judged.js',
        `
      import { Assay } from '@assay/sdk'
      import { evaluate } from '@assay/sdk/eval'
      const slug = process.argv[2]
      await new Assay().testsets.writeRows({ slug }, [1, 2, 3].map((n) => ({ data: { n } })))
      const { metrics } = await evaluate({
        testset: slug,
        task: ({ n }) => n * 2,
        evaluators: { large: ({ outputs }) => outputs > 4 },
        gate: [{ evaluator: 'large', path: 'success', statistic: 'rate', min: 0.5 }],
      })
      console.log(metrics[0].value.toFixed(2))
      `,
      )
      const evaluation = run(node, 'judged.js', `judged-on-${version.toLowerCase().replace(' ', '-')}`)
      await expect(evaluation).rejects.toMatchObject({
        code: 1,
        stdout: '0.33\n',
        stderr: expect.stringContaining('gate: fail'),
      })
    })
  })
})

inDeep(() => {
  test('the recipe for pipelines passes and fails unchanged', async () => {
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
    write('recipe.js', /## In a pipeline\n.*?```ts\n(.*?)```/s.exec(page)?.[1] ?? '')
    write(
      'capitals.js',
      `
    import { Assay } from '@assay/sdk'
    const rows = [['Peru', 'Lima'], ['Italy', 'Rome']].map(([country, capital]) => ({ data: { country, capital } }))
    await new Assay().testsets.writeRows({ slug: 'capitals' }, rows)
    `,
    )
    await run(process.execPath, 'capitals.js')
    const writeGreeter = (answer: string): void =>
      write('greeter.js', `export const greet = (country) => ${answer}`)
    writeGreeter(`({ Peru: 'Lima', Italy: 'Rome' })[country]`)
    await run(process.execPath, 'recipe.js')
    writeGreeter(`'Paris'`)
    await expect(run(process.execPath, 'recipe.js')).rejects.toMatchObject({ code: 1 })
  })

  test('strict TypeScript compiles without skipLibCheck', async () => {
    const program = `
    import { Assay, AssayError, RevisionConflictError, delta, type FailureCode, type Prompt, type Testcase } from '@assay/sdk'
    import OpenAI from 'openai'
    import { evaluate, type Evaluation } from '@assay/sdk/eval'
    import { init, observe, start } from '@assay/sdk/tracing'
    const assay: Assay = new Assay({ url: 'http://127.0.0.1:1', key: 'k' })
    export async function used(signal: AbortSignal): Promise<Evaluation> {
      const prompt: Prompt = await assay.prompts.get({ application: 'a', environment: 'b' }, { ttl: 1, signal })
      const model: string = prompt.format({ x: 1 }).model
      for await (const row of assay.testsets.readRows({ testset_ref: { slug: 's' } }, { signal })) {
        const typed: Testcase = row
        delta().add(typed.data).toJSON()
      }
      const { count } = await assay.traces.query({ filter: 'span_type = chat' })
      init({ assay })
      using span = start(model, { type: 'tool' })
      span.outputs(count)
      const double: (n: number) => Promise<number> = observe(async (n: number) => n * 2, { type: 'task' })
      return evaluate({
        assay,
        testset: 's',
        task: async ({ n }) => double(Number(n)),
        evaluators: { right: ({ outputs }) => outputs === 4, judge: { evaluator: 'llm-judge' } },
      })
    }
    export async function answer(openai: OpenAI): Promise<string | null | undefined> {
      const prompt = await assay.prompts.get({ application: 'a' })
      return (await openai.chat.completions.create(prompt.format({ x: 1 }))).choices[0]?.message.content
    }
    export async function questions(): Promise<readonly string[]> {
      const texts: string[] = []
      const rows = assay.testsets.readRows<{ question: string }>({ testset_ref: { slug: 's' } })
      for await (const { data } of rows) texts.push(data.question)
      return texts
    }
    export function codeOf(error: AssayError): FailureCode {
      // @ts-expect-error no code has this name
      void (error.code === 'revision_conflct')
      return error instanceof RevisionConflictError ? ('revision_conflict' satisfies typeof error.code) : error.code
    }
    // @ts-expect-error no statistic has this name
    void evaluate({ testset: 's', task: () => 1, evaluators: {}, gate: [{ evaluator: 'e', path: 'p', statistic: 'avg' }] })
    interface Row { readonly input: string; readonly expected: string }
    const data: readonly Row[] = []
    void evaluate({ data, task: ({ input }) => input.length, evaluators: { long: ({ inputs, outputs }) => inputs.expected.length < outputs } })
    void evaluate({ testset: 's', task: ({ n }: { readonly n: number }) => n + 1, evaluators: { next: ({ inputs, outputs }) => inputs.n < outputs } })
    // @ts-expect-error no column has this name
    void evaluate({ data, task: ({ inputt }) => inputt, evaluators: {} })
    // @ts-expect-error a number is not a slug
    void assay.prompts.get({ application: 1 })
    export const isConflict = (error: unknown): boolean => error instanceof RevisionConflictError
    `
    for (const name of ['strict.mts', 'strict.cts']) write(name, program)
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit']
    const settings = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,esnext.disposable,dom',
      '--types',
      'node',
    ]
    await run(bin('tsc'), ...strict, ...settings, '--skipLibCheck', 'false', 'strict.mts', 'strict.cts')
  })

  test('the client runs in a real browser, in a page and in a worker', async () => {
    const { startBrowser } = await import('../../web/test/browser.ts')
    const browser = await startBrowser()
    try {
      const page = await browser.newPage()
      const dist = join(folder, 'node_modules/@assay/sdk/dist')
      // Files of the package at the origin of the server: other origins need CORS.
      await page.route(`${api.url}/sdk/**`, (route) => {
        const path = new URL(route.request().url()).pathname.slice('/sdk/'.length)
        if (path === '')
          return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' })
        if (path === 'worker.js') return route.fulfill({ contentType: 'text/javascript', body: worker })
        return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, path), 'utf8') })
      })
      const programText = `async ({ url, key, slug }) => {
      const { Assay, rowIds } = await import('/sdk/sdk/client.js')
      const assay = new Assay({ url, key })
      const { testset } = await assay.testsets.writeRows({ slug }, [{ data: { a: 'é' } }])
      for await (const row of assay.testsets.readRows({ testset_ref: { slug } })) {
        return row.id === rowIds({ a: 'é' }, { testsetId: testset.id }).id
      }
    }`
      const worker = `onmessage = async ({ data }) => postMessage(await (${programText})(data))`
      await page.goto(`${api.url}/sdk/`)
      const connection = { url: api.url, key: api.key }
      expect(
        await page.evaluate(`(${programText})(${JSON.stringify({ ...connection, slug: 'from-page' })})`),
      ).toBe(true)
      const inWorker = `new Promise((resolve, reject) => {
      const worker = new Worker('/sdk/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = reject
      worker.postMessage(${JSON.stringify({ ...connection, slug: 'from-worker' })})
    })`
      expect(await page.evaluate(inWorker)).toBe(true)
    } finally {
      await browser.close()
    }
  })
})

describe('documentation', () => {
  /** Runs the blocks marked `js` of a document, one after the other, and returns their outputs. */
  async function outputsOf(path: string): Promise<readonly string[]> {
    const text = readFileSync(join(root, path), 'utf8')
    const outputs: string[] = []
    for (const [, program = ''] of text.matchAll(/^```js\n([^]*?)^```$/gm)) {
      write('program.js', program)
      outputs.push(await run(process.execPath, 'program.js'))
    }
    return outputs
  }

  test('the programs of the first steps with TypeScript run', async () => {
    api = await newProject(serverOf('sqlite'))
    expect(await outputsOf('docs/getting-started-typescript.md')).toEqual([
      '2 spans stored\n',
      'sent\n',
      'gpt-4o-mini Answer politely: Where is my order?\n',
      expect.stringContaining('gate: pass'),
    ])
  })

  inDeep(() => {
    test('the programs of the README run, one after the other', async () => {
      const outputs = await outputsOf('sdk/README.md')
      expect(outputs[0]).toContain('revision_conflict')
      expect(outputs[1]).toBe('true false 1\n')
      expect(outputs[2]).toContain('Greet Ada in French.')
      expect(outputs[3]).toMatch(/^true\nremoved \w+\nadded \w+\n$|^true\nadded \w+\nremoved \w+\n$/)
      expect(outputs[4]).toContain('3 stored')
      expect(outputs[5]).toContain("{ feedback: true, comment: 'Exactly.' }")
      expect(outputs[7]).toMatch(/ pass\n$/)
      expect(outputs[8]).toBe("[ 'same: 0 -> 1', 'same: 0 -> 1' ]\n[]\n")
    })

    test('the first program of the README runs as CommonJS', async () => {
      const [, program = ''] =
        /^```js\n([^]*?)^```$/m.exec(readFileSync(join(root, 'sdk/README.md'), 'utf8')) ?? []
      write('program.cjs', asCommonJs(program))
      api = await newProject(serverOf('sqlite'))
      expect(await run(process.execPath, 'program.cjs')).toContain('revision_conflict')
    })

    test.each([
      [
        'chat',
        ['prompt: fallback', 'You said: Good morning!', 'You said: What did I say?', 'stored: 4 spans'],
      ],
      ['agent', ['It says: Rome: 21 degrees, no wind', 'stored: 4 spans']],
      ['rag', ['contains-expected', 'gate: pass']],
    ])('the example %s runs without network', async (name, expected) => {
      for (const file of ['model.js', `${name}.js`]) cpSync(join(root, 'examples', file), join(folder, file))
      const output = await run(process.execPath, `${name}.js`)
      for (const text of expected) expect(output).toContain(text)
    })
  })
})
