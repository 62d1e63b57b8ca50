// The effects of commands besides their output: files, conflicts, streams, exit codes.
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf } from '../../cli/command.ts'
import { administration, commands } from '../../cli/table.ts'
import { widthOf } from '../../cli/terminal/table.ts'
import { commandsOf } from '../../src/commands/commands.ts'
import type { Program } from '../../src/commands/command.ts'
import { Assay } from '../../sdk/client.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { commandLineProgram, run, runFile } from '../support/children.ts'
import { commandLine, type CommandLine } from './command-line.ts'

let api: Api
let line: CommandLine
beforeAll(async () => {
  api = await newProject(serverOf('postgres'))
  line = commandLine(api)
})
afterAll(() => line.remove())

test('login stores a valid key in a private file, and later commands use it for that server only', async () => {
  const env = { XDG_CONFIG_HOME: line.dir }
  const login = await runFile(commandLineProgram, ['login', api.url, '--key', api.key], env)
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('with role admin') })
  const loginFile = join(line.dir, 'assay/login.json')
  expect(statSync(loginFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(line.dir, 'assay')).mode & 0o777).toBe(0o700)
  expect(await runFile(commandLineProgram, ['testset', 'list'], env)).toMatchObject({ code: 0, stderr: '' })
  const otherServer = await runFile(
    commandLineProgram,
    ['testset', 'list', '--url', 'http://127.0.0.1:9'],
    env,
  )
  expect(otherServer).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('There is no key for http://127.0.0.1:9'),
  })
  expect(await runFile(commandLineProgram, ['logout'], { ...env })).toMatchObject({ code: 0 })
  expect(readFileSync(loginFile, 'utf8')).not.toContain(api.key)
})

test('a refused key is not stored', async () => {
  const { code, stderr } = await runFile(commandLineProgram, ['login', api.url, '--key', 'nobody'], {
    XDG_CONFIG_HOME: join(line.dir, 'none'),
  })
  expect([code, stderr]).toEqual([5, expect.stringContaining('does not accept this key')])
  expect(() => statSync(join(line.dir, 'none/assay/login.json'))).toThrow('ENOENT')
})

test('a push of pulled rows changes nothing', async () => {
  await line.run('testset', 'push', 'round', line.file('r.csv', 'q,a\none,1\ntwo,2\n'))
  for (const format of ['csv', 'json', 'jsonl', 'parquet']) {
    const file = join(line.dir, `round.${format}`)
    expect(await line.run('testset', 'pull', 'round', file)).toMatchObject({ code: 0 })
    const pushOutput = await line.run('testset', 'push', 'round', file)
    expect(pushOutput.out, pushOutput.err).toBe('round@1: 2 rows (nothing changed)\n')
  }
  const always = await line.run('testset', 'push', 'round', join(line.dir, 'round.csv'), '--always')
  expect(always.out).toContain('round@2')
})

test('a commit of unchanged data creates no revision without --always', async () => {
  const commit = (...args: readonly string[]) =>
    line.run('app', 'commit', 'steady', line.file('steady.json', '{"parameters":{"tone":"calm"}}'), ...args)
  await commit()
  expect((await commit()).out).toBe('steady@1 (unchanged)\n')
  expect((await commit('--always')).out).toContain('steady@2')
})

test('plain rows have only the columns of the data, in every format', async () => {
  await line.run('testset', 'push', 'plain', line.file('p.csv', 'q,a\none,1\n'), '-m', 'the first rows')
  const pullRows = async (format: string) =>
    (await line.run('testset', 'pull', 'plain', '--plain', '--format', format)).out
  expect(await pullRows('csv')).toBe('q,a\r\none,1\r\n')
  expect(await pullRows('jsonl')).toBe('{"q":"one","a":"1"}\n')
  expect(JSON.parse(await pullRows('json'))).toEqual([{ q: 'one', a: '1' }])
  expect(await pullRows('parquet')).not.toContain('__id__')
  // The message of the push that created the testset.
  expect((await line.run('testset', 'log', 'plain')).out).toContain('the first rows')
})

test('a merge with conflicts writes nothing, lists them and ends with code 1; a strategy decides', async () => {
  const assay = new Assay({ url: api.url, key: api.key })
  await line.run(
    'testset',
    'push',
    'joined',
    line.file('j.jsonl', '{"q":"one","a":"1","testcase_dedup_id":"r1"}\n'),
  )
  await assay.testsets.fork({ testset_ref: { slug: 'joined' }, testset_variant: { slug: 'mine' } })
  await line.run(
    'testset',
    'push',
    'joined/mine',
    line.file('m.jsonl', '{"q":"one","a":"2","testcase_dedup_id":"r1"}\n'),
  )
  await line.run(
    'testset',
    'push',
    'joined',
    line.file('t.jsonl', '{"q":"one","a":"3","testcase_dedup_id":"r1"}\n'),
  )
  const refusal = await line.run('testset', 'merge', 'joined/mine', 'joined')
  expect(refusal.code).toBe(1)
  expect(refusal.out).toMatch(
    /^1 conflict; nothing was written\..*\n\nROW +FIELD +BASE +OURS +THEIRS\nr1 +a +"1" +"3" +"2"\n$/,
  )
  const dryRun = await line.run(
    'testset',
    'merge',
    'joined/mine',
    'joined',
    '--strategy',
    'theirs',
    '--dry-run',
  )
  expect([dryRun.code, dryRun.out]).toEqual([0, expect.stringContaining('Would merge: 1 edited')])
  const mergeOutput = await line.run('testset', 'merge', 'joined/mine', 'joined', '--strategy', 'theirs')
  expect([mergeOutput.code, mergeOutput.out]).toEqual([
    0,
    expect.stringContaining('Merged as a new revision: 1 edited'),
  ])
  expect((await line.run('testset', 'pull', 'joined', '--format', 'jsonl')).out).toContain('"a":"2"')
})

test('a run is started over a testset, watched to its end, verified and checked by a gate rule', async () => {
  await line.run(
    'testset',
    'push',
    'exam',
    line.file('exam.jsonl', '{"q":"2+2","correct_answer":"4"}\n{"q":"3+3","correct_answer":"6"}\n'),
  )
  const script = 'function invoke({ inputs }) { return inputs.correct_answer }'
  await line.run(
    'app',
    'commit',
    'pupil',
    line.file('pupil.json', JSON.stringify({ script, runtime: 'javascript' })),
  )
  await api.post('/simple/evaluators/', {
    evaluator: {
      slug: 'exact',
      data: {
        uri: 'agenta:builtin:auto_exact_match:v0',
        parameters: { correct_answer_key: 'correct_answer' },
      },
    },
  })
  const startOutput = await line.run(
    'run',
    'start',
    '--testset',
    'exam',
    '--app',
    'pupil',
    '--evaluator',
    'exact',
    '--watch',
  )
  expect(startOutput, JSON.stringify(startOutput)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^success {2}2 scenarios, \d+ of \d+ cells done\n$/),
  })
  const id = startOutput.err.trim().split(' ')[1] ?? ''
  expect(await line.run('run', 'verify', id)).toEqual({ code: 0, out: `ok    run ${id}\n`, err: '' })
  expect((await line.run('run', 'gate', id, '--rule', 'exact:success:rate>=1')).code).toBe(0)
  expect((await line.run('run', 'gate', id, '--rule', 'exact:success:rate<=0.5')).code).toBe(1)
})

test.each([
  {
    args: ['testset', 'push', 'x'],
    code: 2,
    message: 'The file is missing: assay testset push <testset> <file>',
  },
  {
    args: ['testset', 'push', 'x', '/nowhere/rows.csv'],
    code: 2,
    message: '/nowhere/rows.csv cannot be used: there is no such file.',
  },
  {
    args: ['testset', 'push', 'x', 'rows'],
    code: 2,
    message: 'The name rows has no known extension: pass --format csv|json|jsonl|parquet.',
  },
  { args: ['testset', 'log', 'nothing'], code: 3, message: "There is no testset 'nothing' in this project." },
  {
    args: ['testset', 'log', 'a/b/c'],
    code: 2,
    message: "'a/b/c' is not a name: write slug, slug@version, slug/variant, slug/variant@version or an id.",
  },
  {
    args: ['trace', 'list', '--filter', 'nonsense = 1'],
    code: 3,
    message: "Unknown field 'nonsense'. (column 1). [filter_invalid]",
  },
  {
    args: ['trace', 'list', '--since', 'yesterday'],
    code: 2,
    message: "'yesterday' is not a time: write 15m, 6h, 7d, or one like 2026-11-16T08:00:00Z.",
  },
  {
    args: ['trace', 'list', '--limit', 'many'],
    code: 2,
    message: "--limit must be a whole number, not 'many'.",
  },
  {
    args: ['run', 'gate', 'x', '--rule', 'exact'],
    code: 2,
    message:
      "'exact' is not a rule: write evaluator:path:statistic>=number, <=number, or ~number for the largest drop.",
  },
  { args: ['app', 'frob'], code: 2, message: "There is no command 'app frob'. See assay app --help." },
  {
    args: ['app', 'lgo'],
    code: 2,
    message: "There is no command 'app lgo'. Did you mean 'log'? See assay app --help.",
  },
  {
    args: ['app', 'log', 'x', '--lmit', '3'],
    code: 2,
    message: 'There is no option --lmit here. Did you mean --limit? See --help.',
  },
  { args: ['app', 'log', 'x', 'y'], code: 2, message: "'assay app log <app>' takes no 'y'." },
  { args: ['app', 'log', 'x', '--frob'], code: 2, message: 'There is no option --frob here. See --help.' },
  {
    args: ['trace', 'list', '--url', 'http://127.0.0.1:9'],
    code: 4,
    message:
      'No server answers at http://127.0.0.1:9: start one (assay serve, or npm start in a clone), or pass its address with --url.',
  },
  {
    args: ['trace', 'list', '--key', 'nobody'],
    code: 5,
    message: / does not accept this key: run `assay login`, or pass another with --key\.$/,
  },
])('$args is answered with one sentence and code $code', async ({ args, code, message }) => {
  const result = await line.run(...args)
  expect([result.code, result.out]).toEqual([code, ''])
  expect(result.err.replace(/^assay: /, '').trimEnd()).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  )
})

test('the error for a viewer names the required role', async () => {
  const viewer = commandLine(await api.as('viewer'))
  const { code, err } = await viewer.run('app', 'commit', 'mine', viewer.file('a.json', '{"parameters":{}}'))
  viewer.remove()
  expect([code, err]).toEqual([
    5,
    'assay: This request needs a key with role editor; this key has role viewer.\n',
  ])
})

test('completion in bash offers commands, options, their values, slugs and files', async () => {
  mkdirSync(join(line.dir, 'bin'))
  const program = line.file(
    'bin/assay',
    `#!/bin/sh\nexec '${process.execPath}' '${commandLineProgram}' "$@"\n`,
  )
  chmodSync(program, 0o755)
  const { stdout: script } = await runFile(commandLineProgram, ['completion', 'bash'])
  const file = line.file('completion.bash', script)
  await line.run('testset', 'push', 'weights', line.file('weights.csv', 'w\n1\n'))
  const completionsOf = async (...words: readonly string[]): Promise<string> => {
    const commandLine = ['assay', ...words].map((word) => `'${word}'`).join(' ')
    const { stdout, stderr } = await run(
      'bash',
      [
        '-c',
        `cd '${line.dir}'; source '${file}'; COMP_WORDS=(${commandLine}); COMP_CWORD=${words.length}; _assay; printf '%s ' "\${COMPREPLY[@]}"`,
      ],
      {
        PATH: `${join(line.dir, 'bin')}:${process.env['PATH'] ?? ''}`,
        ASSAY_URL: api.url,
        ASSAY_API_KEY: api.key,
      },
    )
    expect(stderr).toBe('')
    return stdout.trim()
  }
  expect(await completionsOf('trace', 'list', '--s')).toBe('--since --spans')
  expect(await completionsOf('testset', 'log', 'wei')).toBe('weights')
  expect(await completionsOf('testset', 'push', 'weights', 'weig')).toBe('weights.csv')
})

test('the table lists the commands of the administration, and has no command of the same name', () => {
  const serverCommands = commandsOf({} as Program).map(({ words }) =>
    words
      .split(' ')
      .filter((word) => /^[a-z]/.test(word))
      .join(' '),
  )
  expect(administration).toEqual(serverCommands)
  expect(commands.filter(({ words }) => serverCommands.includes(words.split(' ')[0] ?? ''))).toEqual([])
})

test('without arguments, and with --help, the program lists every command of both tables on one screen', async () => {
  const [bare, help] = await Promise.all([
    runFile(commandLineProgram, []),
    runFile(commandLineProgram, ['--help']),
  ])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(bare).toEqual(help)
  const lines = help.stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.filter((text) => widthOf(text) > 80)).toEqual([])
  const lineOf = new Map(lines.map((text) => [text.trim().split(/ +/)[0], text]))
  const names = commands.map(nameOf).filter(([first]) => first !== 'complete')
  expect(names.filter(([first = '', second = '']) => !lineOf.get(first)?.includes(second))).toEqual([])
  expect(administration.filter((words) => !help.stdout.includes(words.split(' ')[0] ?? ''))).toEqual([])
})

test('every command has its own help, and serve has the settings', async () => {
  for (const command of commands) {
    const { code, out } = await line.run(...nameOf(command), '--help')
    expect([code, out]).toEqual([0, expect.stringContaining(`assay ${command.words}\n\n`)])
    for (const flag of Object.keys(command.options ?? {})) expect(out).toContain(flag)
  }
  const { stdout } = await runFile(commandLineProgram, ['serve', '--help'])
  expect(stdout).toContain('--port, ASSAY_PORT')
})

test.each([
  { args: ['testest'], message: "There is no command 'testest'. Did you mean 'testset'? See assay --help." },
  {
    args: ['key', 'crate'],
    message: "There is no command 'key crate'. Did you mean 'create'? See assay key --help.",
  },
  { args: ['serve', '--prot', '1'], message: '--prot is not a setting. Did you mean --port?' },
])('the mistyped $args is answered with a suggestion', async ({ args, message }) => {
  const { code, stderr } = await runFile(commandLineProgram, args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('-m is the message of a commit, also of the one that creates the application', async () => {
  const file = line.file('said.json', '{"parameters":{"a":1}}')
  await line.run('app', 'commit', 'said', file, '-m', 'the first')
  await line.run('app', 'commit', 'said', '--set', 'parameters.a=2', '-m', 'the second')
  const { out } = await line.run('app', 'log', 'said', '--json')
  const messages = JSON.parse(out).map(({ message }: { readonly message?: string }) => message)
  expect(messages).toEqual(expect.arrayContaining(['the first', 'the second']))
})

test('show and watch print the failures of a run by reason, with links', async () => {
  await line.run('testset', 'push', 'halves', line.file('halves.jsonl', '{"q":"good"}\n{"q":"bad"}\n'))
  const script =
    "function invoke({ inputs }) { if (inputs.q === 'bad') throw new Error('no such product'); return inputs.q }"
  await line.run(
    'app',
    'commit',
    'picky',
    line.file('picky.json', JSON.stringify({ script, runtime: 'javascript' })),
  )
  const watchOutput = await line.run('run', 'start', '--testset', 'halves', '--app', 'picky', '--watch')
  const id = watchOutput.err.trim().split(' ')[1] ?? ''
  const failures = new RegExp(
    `Failures\\n {2}1 × \\w+ {2}picky@1\\n {4}.*no such product.*\\n {4}${api.url}/p/[0-9a-f-]+/runs/${id}\\?failed=\\w+\\n`,
  )
  expect([watchOutput.code, watchOutput.out]).toEqual([1, expect.stringMatching(failures)])
  const output = await line.run('run', 'show', id)
  expect([output.code, output.out]).toEqual([0, expect.stringMatching(failures)])
  expect(output.out).toMatch(/input +halves@1\n +invocation +picky@1\n/)
})

test('options may precede the command', async () => {
  const { code, stdout } = await runFile(commandLineProgram, [
    '--url',
    api.url,
    '--json',
    '--key',
    api.key,
    'env',
    'list',
  ])
  expect([code, JSON.parse(stdout).length]).toEqual([0, 3])
})
