// Commands in a pseudo terminal (by `script` of Debian), with typed input and interrupts.
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLineProgram } from '../support/children.ts'
import { Assay } from '../../sdk/client.ts'
import { widthOf } from '../../cli/terminal/table.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { requestOf } from '../support/otlp.ts'
import { appStep, inputStep, makeRun, makeScenarios, runOf } from '../support/evaluations.ts'
import { spans, trace } from './golden-steps.ts'
import { commandLine, type CommandLine } from './command-line.ts'
import { until } from '../support/eventually.ts'

let api: Api
let line: CommandLine
beforeAll(async () => {
  api = await newProject(serverOf('sqlite'))
  line = commandLine(api)
  await api.post('/otlp/v1/traces', requestOf(...spans))
  const assay = new Assay({ url: api.url, key: api.key })
  await until(async () => (await assay.traces.outline(trace)).count === 3, 'three stored spans')
})
afterAll(() => line.remove())

interface TerminalOutput {
  /** The full output, with its control sequences. */
  readonly raw: string
  /** The lines that are visible at the end. */
  readonly lines: readonly string[]
  readonly code: number | null
}

// oxlint-disable-next-line no-control-regex -- control characters are removed here
const colourCodes = /\u001B\[[0-9;]*m/g

/** The visible part of a line: the text after the last erasure. The terminal itself writes ^C. */
const visibleLines = (raw: string): readonly string[] =>
  raw
    .split('\n')
    .map((text) =>
      (text.split('\r\u001B[K').at(-1) ?? '').replaceAll(colourCodes, '').replaceAll(/\r|\^C/g, ''),
    )

/** Runs a command in a terminal and types each answer when its question is visible. */
function runInTerminal(
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly answers?: readonly (readonly [question: string, text: string])[]
  } = {},
): Promise<TerminalOutput> {
  const { env, answers = [] } = options
  const words = [process.execPath, commandLineProgram, ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  )
  const command = `stty cols 80; ${words.join(' ')}; code=$?; stty -a | grep -q -- ' echo ' || echo UNSEEN; exit $code`
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: {
        PATH: process.env['PATH'],
        TERM: 'xterm',
        SHELL: '/bin/sh',
        XDG_CONFIG_HOME: line.dir,
        ASSAY_URL: api.url,
        ...env,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let raw = ''
    const remainingAnswers = [...answers]
    child.stdout.on('data', (chunk: Buffer) => {
      raw += chunk.toString()
      const [question, text] = remainingAnswers[0] ?? []
      if (question === undefined || text === undefined || !raw.includes(question)) return
      remainingAnswers.shift()
      child.stdin.write(text)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ raw, lines: visibleLines(raw), code }))
  })
}

const withKey = (): Readonly<Record<string, string>> => ({ ASSAY_API_KEY: api.key })

test('output in a terminal has colours unless NO_COLOR is set', async () => {
  const args = ['trace', 'show', trace]
  expect((await runInTerminal(args, { env: withKey() })).raw).toContain('\u001B[31m')
  expect((await runInTerminal(args, { env: { ...withKey(), NO_COLOR: '1' } })).raw).not.toContain('\u001B[')
})

test.each([
  ['trace', 'list', '--since', '2025-01-01'],
  ['trace', 'show', trace],
  ['testset', 'list'],
  ['env', 'list'],
  ['testset', '--help'],
  ['trace', 'list', '--help'],
])('%s %s is not wider than a terminal of 60 columns', async (...args) => {
  const narrow = commandLine(api, 60)
  const { out, code } = await narrow.run(...args)
  narrow.remove()
  expect([code, out.split('\n').filter((text) => widthOf(text) > 60)]).toEqual([0, []])
})

test('typed keys are hidden, and Backspace deletes a character', async () => {
  const { raw, code } = await runInTerminal(['login', api.url], {
    answers: [['as you type', `x\u007F${api.key}\r`]],
  })
  expect([code, raw]).toEqual([0, expect.stringContaining('with role admin')])
  expect(raw).not.toContain(api.key)
  expect(raw).not.toContain('UNSEEN')
})

test('Ctrl+C at the prompt stores nothing and restores the echo of the terminal', async () => {
  const { raw, code } = await runInTerminal(['login', 'http://127.0.0.1:9'], {
    answers: [['as you type', 'abc\u0003']],
  })
  expect(code).toBe(130)
  expect(raw).not.toMatch(/abc|UNSEEN/)
})

test('a push shows a progress bar and erases it at the end', async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => `question ${i},${i}`).join('\n')
  const pushOutput = await runInTerminal(
    ['testset', 'push', 'many', line.file('many.csv', `q,a\n${rows}\n`)],
    {
      env: withKey(),
    },
  )
  expect(pushOutput.raw).toContain('█ sent; the server stores the rows')
  expect(pushOutput.lines.filter((text) => text !== '')).toEqual(['many@1: 2,000 rows (2,000 added)'])
})

test('Ctrl+C ends a waiting command with code 130, and erases the bar', async () => {
  // The results of these steps are never sent, so the run does not end.
  const { id } = await makeRun(api, runOf(inputStep, appStep))
  await makeScenarios(api, id, 1)
  const { lines, code } = await runInTerminal(['run', 'watch', id], {
    env: withKey(),
    answers: [['cells', '\u0003']],
  })
  expect([code, lines.filter((text) => text !== '')]).toEqual([130, []])
})
