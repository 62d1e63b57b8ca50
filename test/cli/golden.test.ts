// Every command on fixed data. The files in golden/ have the expected output for people and for programs. After an
// intended change, `npx vitest run --project stores test/cli -u` writes them again; review them before you commit.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOf } from '../../cli/command.ts'
import { commands } from '../../cli/table.ts'
import { Assay } from '../../sdk/client.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { makeEvaluatedRun, makeRows } from '../support/evaluated-runs.ts'
import { requestOf } from '../support/otlp.ts'
import { spans, steps, trace, type StepContext } from './golden-steps.ts'
import { normalizeOutput, type CommandLine, type CommandResult } from './command-line.ts'
import { everyCommandLine, type OpenLine } from './packed.ts'
import { until } from '../support/eventually.ts'

let context: StepContext
let line: CommandLine

async function makeRuns(api: Api): Promise<readonly [string, string]> {
  const { revisionId, ids } = await makeRows(api, 'rows', [{ q: 'a' }, { q: 'b' }, { q: 'c' }, { q: 'd' }])
  const finishedRun = (scores: readonly number[]) =>
    makeEvaluatedRun(api, {
      testsetRevisionId: revisionId,
      rows: ids.map((testcaseId, i) => ({
        testcaseId,
        outputs: [{ score: scores[i], success: (scores[i] ?? 0) > 2 }],
      })),
    })
  const [first, second] = [await finishedRun([1, 2, 3, 4]), await finishedRun([3, 3, 4, 5])]
  return [first.id, second.id]
}

/** Two variants of a testset with different changes to a row. */
async function makeDisagreement(assay: Assay): Promise<void> {
  const rowFile = (a: string): string =>
    line.file(`row-${a}.jsonl`, `{"q":"one","a":"${a}","testcase_dedup_id":"r1"}\n`)
  await line.run('testset', 'push', 'joined', rowFile('1'))
  await assay.testsets.fork({ testset_ref: { slug: 'joined' }, testset_variant: { slug: 'mine' } })
  await line.run('testset', 'push', 'joined/mine', rowFile('2'))
  await line.run('testset', 'push', 'joined', rowFile('3'))
}

async function begin(openLine: OpenLine): Promise<void> {
  const api = await newProject(serverOf('sqlite'))
  line = openLine(api)
  const assay = new Assay({ url: api.url, key: api.key })
  const { body } = await api.post('/otlp/v1/traces', requestOf(...spans))
  expect(body.count).toBe(3)
  context = { api, line, runs: await makeRuns(api) }
  await makeDisagreement(assay)
  await until(async () => (await assay.traces.outline(trace)).count === 3, 'three stored spans')
}

const folder = join(import.meta.dirname, 'golden')

const compareWithFile = async (name: string, { code, out, err }: CommandResult): Promise<void> => {
  const transcript = normalizeOutput(`${out}${err === '' ? '' : `--- stderr\n${err}`}--- exit ${code}\n`, {
    dir: line.dir,
    url: context.api.url,
  })
  await expect(transcript).toMatchFileSnapshot(join(folder, `${name}.txt`))
}

describe.each(everyCommandLine())(
  '%s: the output of a command is a table for people and JSON for programs',
  (_, openLine) => {
    beforeAll(() => begin(openLine))
    afterAll(() => line.remove())

    test.each(steps)('$name', async ({ name, args, json, around }) => {
      const runWords = async (words: readonly string[]): Promise<CommandResult> => {
        const end = await around?.(context)
        try {
          return await line.run(...words)
        } finally {
          end?.()
        }
      }
      await compareWithFile(name, await runWords(args(context)))
      if (json === null) return
      const answer = await runWords(json === undefined ? [...args(context), '--json'] : json(context))
      // One value, or one a line.
      const values = answer.out.startsWith('{"') ? answer.out.trim().split('\n') : [answer.out]
      for (const value of values) expect(() => JSON.parse(value) as unknown, value).not.toThrow()
      await compareWithFile(`${name}.json`, answer)
    })
  },
)

const fileNames = (): readonly string[] =>
  steps.flatMap(({ name, json }) => [`${name}.txt`, ...(json === null ? [] : [`${name}.json.txt`])])

test('every command of the table is shown, as text and as JSON', () => {
  const shows = (start: string, end: RegExp): boolean =>
    fileNames().some((file) => file.startsWith(start) && end.test(file.slice(start.length)))
  // `mcp` prints neither: its tests are in test/mcp. `eval` needs a model: eval.test.ts.
  const names = commands
    .map((command) => nameOf(command).join('-'))
    .filter((name) => !['mcp', 'eval'].includes(name))
  expect(names.filter((name) => !shows(name, /^(?:-[a-z-]+)?\.txt$/))).toEqual([])
  expect(names.filter((name) => !shows(name, /^(?:-[a-z-]+)?\.json\.txt$/))).toEqual([])
})

test('every golden file belongs to a step', () => {
  const goldenFiles = new Set(fileNames())
  expect(readdirSync(folder).filter((file) => !goldenFiles.has(file))).toEqual([])
})
