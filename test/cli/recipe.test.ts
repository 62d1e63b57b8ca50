// The recipe for pipelines of docs/cli.md, as it is written there: in an empty folder, by a shell that stops at the first failure.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newProject, serverOf } from '../support/api.ts'
import { run } from '../support/children.ts'
import { commandLine } from './world.ts'

const root = join(import.meta.dirname, '../..')

/** The commands of the first block of the section; where the server is and its key come from the test. */
function recipe(): string {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
  const block = /## In a pipeline\n.*?```\n(.*?)```/s.exec(page)?.[1] ?? ''
  expect(block).toMatch(/^export ASSAY_URL=/)
  return block.replace(/^export .*\n/, '')
}

test('a pipeline deploys what passes the gate, and fails with code 1 on what does not', async () => {
  const api = await newProject(serverOf('sqlite'))
  const line = commandLine(api)
  mkdirSync(join(line.dir, 'bin'))
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/main.ts')}' "$@"\n`
  chmodSync(line.file('bin/assay', program), 0o755)
  const greeter = (answer: string): string =>
    line.file(
      'greeter.json',
      JSON.stringify({ script: `function invoke({ inputs }) { return ${answer} }`, runtime: 'javascript' }),
    )
  await line.run(
    'testset',
    'push',
    'capitals',
    line.file('rows.csv', 'country,correct_answer\nPeru,Lima\nItaly,Rome\n'),
  )
  await line.run('app', 'commit', 'greeter', greeter('inputs.correct_answer'))
  await api.post('/simple/evaluators/', {
    evaluator: {
      slug: 'exact',
      data: {
        uri: 'agenta:builtin:auto_exact_match:v0',
        parameters: { correct_answer_key: 'correct_answer' },
      },
    },
  })
  const started = ['run', 'start', '--testset', 'capitals', '--app', 'greeter', '--evaluator', 'exact']
  const baseline = (await line.run(...started)).out.trim()
  await line.run('run', 'watch', baseline)
  const piped = () =>
    run('bash', ['-e', '-c', `cd '${line.dir}'\n${recipe()}`], {
      PATH: `${join(line.dir, 'bin')}:${process.env['PATH'] ?? ''}`,
      ASSAY_URL: api.url,
      ASSAY_API_KEY: api.key,
      CI_COMMIT: 'abc123',
      LAST_GOOD: baseline,
    })
  const passed = await piped()
  expect(passed, passed.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The gate is open\.\ngreeter@\d+ is deployed to staging\.\n$/),
  })
  greeter("'Paris'")
  const failed = await piped()
  expect(failed, failed.stderr).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/The gate is closed\.\n$/),
  })
  line.remove()
})
