// Tests of a promptfoo configuration as rows of a testset: in the configuration, in files that it names, and in scenarios.
import { mapRecords } from '../../mapping/map-records.ts'
import type { SourceFile } from '../../files.ts'
import { fault, unmapped, type ImportItem, type Place } from '../../importer.ts'
import { Fields } from '../../reading/fields.ts'
import { kindOf } from '../../reading/paths.ts'
import { isRecord, type Read, type Record } from '../../reading/record.ts'
import { recordsOf } from '../../reading/records.ts'
import { wholeText } from '../../reading/text.ts'
import { parse } from 'yaml'
import { modelOf, type Evaluators } from './assertions.ts'
import { expandVars, resolveTemplates, resolvedVars } from './vars.ts'

type Path = readonly (string | number)[]

export interface TestReading {
  readonly testset: string
  readonly file: SourceFile
  readonly evaluators: Evaluators
  readonly lineOf: (path: Path) => Place
  /** Files with tests. Their records follow that of the configuration. */
  readonly files: (() => AsyncIterable<ImportItem>)[]
}

/** Variables, assertions and tags that a test adds to its row. */
interface Part {
  readonly vars: Record
  readonly tags: Record
  readonly assertions: readonly {
    readonly type: string | undefined
    readonly value: unknown
    readonly at: Place
    readonly from: Fields | undefined
    readonly isShared: boolean
    readonly model?: string | undefined
  }[]
  /** The model that judges. */
  readonly model?: string | undefined
  /** Weights and other settings of assertions. */
  readonly settings: readonly Record[]
  /** Other fields, for the meta of the row. */
  readonly rest: Record
}

const emptyPart: Part = { vars: {}, tags: {}, assertions: [], settings: [], rest: {} }

const joinParts = (...parts: readonly Part[]): Part =>
  parts.reduce((all, part) => ({
    vars: { ...all.vars, ...part.vars },
    tags: { ...all.tags, ...part.tags },
    assertions: [...all.assertions, ...part.assertions],
    settings: [...all.settings, ...part.settings],
    rest: { ...all.rest, ...part.rest },
    model: part.model ?? all.model,
  }))

/** The model of the member `provider`: an id, or an object with one. */
function judgeOf(from: Fields): string | undefined {
  const provider = isRecord(from.peek('provider')) ? from.nested('provider') : undefined
  const id = provider === undefined ? from.text('evaluators', 'provider') : provider.text('evaluators', 'id')
  return id === undefined ? undefined : modelOf(id)
}

/** Reads a test, the default test or the configuration of a scenario. */
export function partOf(
  from: Fields,
  {
    lineOf,
    path,
    isShared = false,
  }: { readonly lineOf: TestReading['lineOf']; readonly path: Path; readonly isShared?: boolean },
): Part {
  const vars = from.json('columns', 'vars')
  const metadata = isRecord(from.peek('metadata')) ? from.json('tags', 'metadata') : undefined
  const description = from.text('tags.description', 'description')
  const list = from.members('assert')
  const assertions = list.map((assertion, i) => ({
    type: assertion.text('evaluators', 'type'),
    value: assertion.value('columns', 'value') ?? assertion.value('evaluators', 'threshold'),
    at: lineOf([...path, 'assert', i]),
    from: assertion,
    isShared,
    model: judgeOf(assertion),
  }))
  const model = judgeOf(from.nested('options'))
  return {
    vars: isRecord(vars) ? vars : {},
    tags: { ...(isRecord(metadata) ? metadata : {}), ...(description === undefined ? {} : { description }) },
    assertions,
    model,
    settings: list.flatMap((assertion, i) => {
      const rest = assertion.rest('meta.import.assert')
      return rest === undefined ? [] : [{ type: assertions[i]?.type ?? '', ...rest }]
    }),
    rest: from.rest('meta.import') ?? {},
  }
}

/** The rows of a test: one for each combination of its variables. */
export function* rowsOf(
  part: Part,
  { at, reading }: { readonly at: Place; readonly reading: TestReading },
): Generator<ImportItem> {
  const meta = { ...part.rest, ...(part.settings.length === 0 ? {} : { assert: part.settings }) }
  for (const [combinationIndex, combination] of expandVars(part.vars).entries()) {
    const vars = resolvedVars(combination)
    const columns: [string, unknown][] = []
    const counts = new Map<string | undefined, number>()
    for (const { from: assertionFields, ...assertion } of part.assertions) {
      const ordinal = (counts.get(assertion.type) ?? 0) + 1
      counts.set(assertion.type, ordinal)
      const value = resolveTemplates(assertion.value, vars)
      const result = reading.evaluators.of({
        ...assertion,
        model: assertion.model ?? part.model,
        value,
        ordinal,
      })
      columns.push(...Object.entries(result.columns))
      for (const item of result.items) {
        if (item.kind === 'unmapped') assertionFields?.leave(item.reason)
        if (item.kind === 'fault') assertionFields?.leave(item.fault)
        // Problems are reported once for all combinations.
        if (item.kind === 'evaluator' || combinationIndex === 0) yield item
      }
    }
    yield {
      at,
      kind: 'row',
      testset: reading.testset,
      row: {
        data: { ...vars, ...Object.fromEntries(columns) },
        tags: Object.keys(part.tags).length === 0 ? undefined : part.tags,
        meta: Object.keys(meta).length === 0 ? undefined : { import: meta },
      },
    }
  }
}

const assertionText = /^(?<type>[a-z][a-z-]*)(?:\((?<threshold>[\d.]+)\))?:\s*(?<value>[\s\S]*)$/
const shortTypes = new Map([
  ['fn', 'javascript'],
  ['eval', 'javascript'],
  ['grade', 'llm-rubric'],
])

/** `contains: Lima` is an assertion with a type; other text is the expected output. */
function expectedAssertion(value: unknown): { readonly type: string; readonly value: unknown } {
  const { type, value: rest } = assertionText.exec(typeof value === 'string' ? value : '')?.groups ?? {}
  return type === undefined ? { type: 'equals', value } : { type: shortTypes.get(type) ?? type, value: rest }
}

/** A row of a CSV file: columns are variables, those that begin with `__` have a meaning. */
function csvPart(from: Fields, at: Place): Part {
  const vars: [string, unknown][] = []
  const tags: [string, unknown][] = []
  const assertions: Part['assertions'][number][] = []
  for (const name of Object.keys(from.record)) {
    const [, tag] = /^__metadata:(.+)$/.exec(name) ?? []
    if (/^__expected\d*$/.test(name)) {
      const expectedValue = expectedAssertion(from.peek(name))
      if (from.value(expectedValue.type === 'equals' ? 'columns' : 'evaluators', name) !== undefined)
        assertions.push({ ...expectedValue, at, from: undefined, isShared: false })
    } else if (name === '__description' || tag !== undefined) {
      const key = tag ?? 'description'
      tags.push([key, from.value(`tags.${key}`, name)])
    } else if (!name.startsWith('__')) {
      vars.push([name, from.value('columns', name)])
    }
  }
  return {
    ...emptyPart,
    vars: Object.fromEntries(vars),
    tags: Object.fromEntries(tags),
    assertions,
    rest: from.rest('meta.import') ?? {},
  }
}

/** A YAML or JSON file with a list of tests. */
async function* yamlTests(file: SourceFile): AsyncGenerator<Read> {
  const tests: unknown = parse(await wholeText(file))
  for (const [i, record] of [tests].flat().entries()) {
    const at = { file: file.path, line: i + 1 }
    yield isRecord(record) ? { at, record } : { at, fault: 'a test is no object' }
  }
}

/** Tests of a file that the configuration names. */
function fileTests(
  file: SourceFile,
  { defaults, reading }: { readonly defaults: Part; readonly reading: TestReading },
): AsyncIterable<ImportItem> {
  const kind = kindOf(file.path)
  const isYaml = /^ya?ml$/.test(kind)
  return mapRecords({
    files: [file],
    map: (from, context) => {
      const lineOf = (): Place => context.at
      const part = kind === 'csv' ? csvPart(from, context.at) : partOf(from, { lineOf, path: [] })
      return rowsOf(joinParts(defaults, part), { at: context.at, reading })
    },
    read: isYaml ? yamlTests : recordsOf,
  })
}

const readableTests = /\.(csv|ya?ml|jsonl?)$/

/** A member of the list that names a file, or is no test. */
function namedTests(
  entry: Fields,
  { at, defaults, reading }: { readonly at: Place; readonly defaults: Part; readonly reading: TestReading },
): ImportItem | undefined {
  const name = entry.peek('')
  if (typeof name !== 'string') return fault('a test is no object', at)
  const path = name.replace(/^file:\/\//, '')
  if (!readableTests.test(path)) return unmapped('tests of programs and of other servers', at)
  const file = reading.file.beside(path)
  if (file === undefined) return fault(`the file ${path} is not in the folder that was given`, at)
  entry.text('testset (content of the file)', '')
  reading.files.push(() => fileTests(file, { defaults, reading }))
  return undefined
}

export function* testsOf(
  tests: readonly Fields[],
  {
    defaults,
    reading,
    path,
  }: { readonly defaults: Part; readonly reading: TestReading; readonly path: Path },
): Generator<ImportItem> {
  for (const [i, entry] of tests.entries()) {
    const at = reading.lineOf([...path, i])
    if (!entry.has('')) {
      const part = joinParts(defaults, partOf(entry, { lineOf: reading.lineOf, path: [...path, i] }))
      yield* rowsOf(part, { at, reading })
      continue
    }
    const item = namedTests(entry, { at, defaults, reading })
    if (item?.kind === 'fault') entry.leave(item.fault)
    if (item?.kind === 'unmapped') entry.leave(item.reason)
    if (item !== undefined) yield item
  }
}

/** Each test of a scenario runs with each of its configurations. */
export function* scenariosOf(
  scenarios: readonly Fields[],
  { defaults, reading }: { readonly defaults: Part; readonly reading: TestReading },
): Generator<ImportItem> {
  for (const [i, scenario] of scenarios.entries()) {
    const at = reading.lineOf(['scenarios', i])
    if (scenario.has('')) {
      scenario.leave('scenarios in other files')
      yield unmapped('scenarios in other files', at)
      continue
    }
    const description = scenario.text('tags.scenario', 'description')
    const tags = description === undefined ? {} : { scenario: description }
    const part = (fields: Fields, list: string, number: number): Part =>
      partOf(fields, { lineOf: reading.lineOf, path: ['scenarios', i, list, number] })
    const configs = scenario.each('config').map((fields, number) => part(fields, 'config', number))
    const tests = scenario.each('tests').map((fields, number) => part(fields, 'tests', number))
    for (const config of configs.length === 0 ? [emptyPart] : configs) {
      for (const test of tests.length === 0 ? [emptyPart] : tests)
        yield* rowsOf(joinParts(defaults, { ...emptyPart, tags }, config, test), { at, reading })
    }
  }
}
