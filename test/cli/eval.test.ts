// `assay eval` runs a promptfoo file on a server with a local model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { startModel, useModel, type Model } from '../support/model.ts'
import type { CommandLine } from './command-line.ts'
import { everyCommandLine, type OpenLine } from './packed.ts'

let api: Api
let line: CommandLine
let model: Model
async function begin(openLine: OpenLine): Promise<void> {
  api = await newProject(serverOf('postgres'))
  line = openLine(api)
  model = await startModel(({ messages }) =>
    String(messages[0].content).includes('Peru') ? 'The capital is Lima.' : 'I do not know.',
  )
  await useModel(api, model)
}

const config = (second: string): string => `
description: capitals
prompts:
  - 'Name the capital of {{country}}.'
  - 'What is the capital of {{country}}?'
providers:
  - openai:gpt-4o-mini
tests:
  - vars: {country: Peru}
    assert:
      - {type: contains, value: Lima}
      - {type: icontains, value: lima}
      - {type: starts-with, value: The capital}
      - {type: javascript, value: 'output.length < 100'}
  - vars: {country: Italy}
    assert: [{type: contains, value: ${second}}, {type: regex, value: '^I'}]
`

describe.each(everyCommandLine())('%s', (_, openLine) => {
  beforeAll(() => begin(openLine))
  afterAll(async () => {
    line.remove()
    await model.stop()
  })

  test('a file whose assertions hold ends with code 0, and a second time it writes nothing new', async () => {
    const file = line.file('good.yaml', config('know'))
    const first = await line.run('eval', file)
    expect(first.code, first.out + first.err).toBe(0)
    expect(first.out).toMatch(/^TEST +capitals-1\S* +capitals-2\S*\n/)
    expect(first.out).toMatch(/Peru +pass {2}The capital is Lima\. +pass {2}The capital is Lima\./)
    expect(first.out).toMatch(/: 2 of 2 passed\n.*: 2 of 2 passed\n/)
    const versions = (out: string): readonly string[] => out.match(/\S+@\d+/g) ?? []
    const second = await line.run('eval', file)
    expect([second.code, versions(second.out)]).toEqual([0, versions(first.out)])
  })

  test('a failed assertion ends with code 1, and the results are written to a file', async () => {
    const output = join(line.dir, 'results.json')
    const result = await line.run('eval', line.file('bad.yaml', config('Rome')), '-o', output)
    expect(result.code, result.out + result.err).toBe(1)
    expect(result.out).toMatch(/Italy +FAIL {2}I do not know\. {2}\[capitals-contains\]/)
    const results: Body = JSON.parse(readFileSync(output, 'utf8'))
    expect(results.summary).toMatchObject([
      { passed: 1, total: 2 },
      { passed: 1, total: 2 },
    ])
    expect(results.rows[1]).toMatchObject({
      vars: { country: 'Italy' },
      results: [
        {
          passed: false,
          output: 'I do not know.',
          assertions: [
            { evaluator: 'capitals-contains', passed: false },
            { evaluator: 'capitals-regex', passed: true },
          ],
        },
        {},
      ],
    })
  })

  test('exact answers and JSON are checked, and a rubric is evaluated by the model of the file', async () => {
    const ratings: string[] = []
    const judge = await startModel(({ model: name, messages }) => {
      const text = messages.map(({ content }: Body) => String(content)).join(' ')
      if (!text.includes('Is polite')) return text.includes('JSON') ? '{"city": "Lima"}' : 'Lima'
      ratings.push(name)
      return text.includes('city') ? '0' : '1'
    })
    const otherApi = await newProject(serverOf('postgres'))
    await useModel(otherApi, judge)
    const shell = openLine(otherApi)
    try {
      const file = shell.file(
        'judged.yaml',
        `
description: judged
prompts: ['{{question}}']
providers: [openai:gpt-4o-mini]
defaultTest:
  options: {provider: openai:gpt-4o}
tests:
  - vars: {question: Capital of Peru?}
    assert: [{type: equals, value: Lima}, {type: llm-rubric, value: Is polite}]
  - vars: {question: Capital of Peru as JSON?}
    assert: [{type: is-json}, {type: llm-rubric, value: Is polite}]
`,
      )
      const { code, out, err } = await shell.run('eval', file)
      expect(code, out + err).toBe(1)
      expect(out).toMatch(/Capital of Peru\? +pass {2}Lima/)
      expect(out).toMatch(/as JSON\? +FAIL .*\[judged-llm-rubric-gpt-4o\]/)
      expect(ratings).toEqual(['gpt-4o', 'gpt-4o'])
    } finally {
      shell.remove()
      await judge.stop()
    }
  })

  test.each([
    ['tests: [{vars: {a: 1}}]\n', /needs prompts, providers and tests/],
    ['prompts: [\n', /bad\.yaml:\d+: /],
  ])('the file %j is refused with code 2', async (text, message) => {
    const { code, err } = await line.run('eval', line.file('bad.yaml', text))
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})
