// The recipes for pipelines of docs/cli.md and docs/git.md, run unchanged by a shell that stops at the first failure.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { commandLineProgram, run } from '../support/children.ts'
import { commandLine } from './command-line.ts'
import { inDeep } from '../support/tier.ts'

const root = join(import.meta.dirname, '../..')

/** The commands of the first block of a section; the test sets the address of the server and the key. */
function recipe(page: string, section: string): string {
  const text = readFileSync(join(root, page), 'utf8')
  const [, block = ''] = text.slice(text.indexOf(`## ${section}\n`)).split('```\n')
  expect(block).toMatch(/^export ASSAY_URL=/)
  return block.replaceAll(/^export .*\n/gm, '')
}

const scriptOf = (answer: string): string => `function invoke({ inputs }) { return ${answer} }`

/** A project with a testset, an application and an evaluator, and a shell that finds the command line. */
async function createPipelineSetup() {
  const api: Api = await newProject(serverOf('sqlite'))
  const line = commandLine(api)
  mkdirSync(join(line.dir, 'bin'))
  const program = `#!/bin/sh\nexec '${process.execPath}' '${commandLineProgram}' "$@"\n`
  chmodSync(line.file('bin/assay', program), 0o755)
  const rows = 'country,correct_answer\nPeru,Lima\nItaly,Rome\n'
  await line.run('testset', 'push', 'capitals', line.file('rows.csv', rows))
  const data = { script: scriptOf('inputs.correct_answer'), runtime: 'javascript' }
  await line.run('app', 'commit', 'greeter', line.file('greeter.json', JSON.stringify(data)))
  const parameters = { correct_answer_key: 'correct_answer' }
  const evaluator = { slug: 'exact', data: { uri: 'agenta:builtin:auto_exact_match:v0', parameters } }
  await api.post('/simple/evaluators/', { evaluator })
  return {
    api,
    line,
    shell: (commands: string, environment: Readonly<Record<string, string>> = {}) =>
      run('bash', ['-e', '-c', `cd '${line.dir}'\n${commands}`], {
        PATH: `${join(line.dir, 'bin')}:${process.env['PATH'] ?? ''}`,
        ASSAY_URL: api.url,
        ASSAY_API_KEY: api.key,
        ...environment,
      }),
  }
}

test('a pipeline deploys a version that passes the gate, and fails with code 1 otherwise', async () => {
  const { line, shell } = await createPipelineSetup()
  const startArguments = ['run', 'start', '--testset', 'capitals', '--app', 'greeter', '--evaluator', 'exact']
  const baseline = (await line.run(...startArguments)).out.trim()
  await line.run('run', 'watch', baseline)
  const pipeline = () =>
    shell(recipe('docs/cli.md', 'In a pipeline'), { CI_COMMIT: 'abc123', LAST_GOOD: baseline })
  const passedRun = await pipeline()
  expect(passedRun, passedRun.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The gate is open\.\ngreeter@\d+ is deployed to staging\.\n$/),
  })
  line.file('greeter.json', JSON.stringify({ script: scriptOf("'Paris'"), runtime: 'javascript' }))
  const failedRun = await pipeline()
  expect(failedRun, failedRun.stderr).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/The gate is closed\.\n$/),
  })
  line.remove()
})

inDeep(() => {
  test('a check of a pull request evaluates its branch against the default variant', async () => {
    const { api, line, shell } = await createPipelineSetup()
    const remote = `${api.url.replace('://', `://x:${api.key}@`)}/git/${api.projectId}/applications/greeter`
    const cloneOutput = await shell(
      `git clone -q '${remote}' repository && cd repository && git config user.name A && git config user.email a@b`,
    )
    expect(cloneOutput, cloneOutput.stderr).toMatchObject({ code: 0 })
    const check = async (branch: string, answer: string) => {
      writeFileSync(join(line.dir, 'repository/script.js'), `${scriptOf(answer)}\n`)
      return shell(
        `cd repository && git checkout -qb ${branch} && git commit -qam ${branch}\n${recipe('docs/git.md', 'Pull requests')}`,
        { BRANCH: branch, ASSAY_REMOTE: remote },
      )
    }
    const passedRun = await check('calm', '`${inputs.correct_answer}`')
    expect(passedRun, passedRun.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The gate is open\.\n$/),
    })
    const failedRun = await check('paris', "'Paris'")
    expect(failedRun, failedRun.stderr).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/exact +success[^]*The gate is closed\.\n$/),
    })
    line.remove()
  })
})
