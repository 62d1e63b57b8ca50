// Tests of a promptfoo configuration as rows of a testset: in the configuration, in files that it names, and in scenarios.
import { mapRecords } from '../../mapping/map-records.ts'
import type { SourceFile } from '../../files.ts'
import { faultItem, unmappedItem, type ImportItem, type Position } from '../../importer.ts'
import { Fields } from '../../reading/fields.ts'
import { kindOf } from '../../reading/paths.ts'
import { isRecord, type ReadResult, type DataRecord } from '../../reading/record.ts'
import { inLibrary } from '../../reading/reading-fault.ts'
import { recordsOf } from '../../reading/records.ts'
import { readFullText } from '../../reading/text.ts'
import { parse } from 'yaml'
import { modelOf, type Evaluators } from './assertions.ts'
import { expandVars, resolveTemplates, resolvedVars } from './vars.ts'

type Path = readonly (string | number)[]

export interface ConfigContext {
  readonly testset: string
  readonly file: SourceFile
  readonly evaluators: Evaluators
  readonly lineOf: (path: Path) => Position
  /** Files with tests. Their records follow that of the configuration. */
  readonly files: (() => AsyncIterable<ImportItem>)[]
}

/** Variables, assertions and tags that a test adds to its row. */
interface Part {
  readonly vars: DataRecord
  readonly tags: DataRecord
  readonly assertions: readonly {
    readonly type: string | undefined
    readonly value: unknown
    readonly at: Position
    readonly fields: Fields | undefined
    readonly isShared: boolean
    readonly model?: string | undefined
  }[]
  /** The model that judges. */
  readonly model?: string | undefined
  /** Weights and other settings of assertions. */
  readonly settings: readonly DataRecord[]
  /** Other fields, for the meta of the row. */
  readonly rest: DataRecord
}

const emptyPart: Part = { vars: {}, tags: {}, assertions: [], settings: [], rest: {} }

const joinParts = (...parts: readonly Part[]): Part =>
  parts.reduce((joined, part) => ({
    vars: { ...joined.vars, ...part.vars },
    tags: { ...joined.tags, ...part.tags },
    assertions: [...joined.assertions, ...part.assertions],
    settings: [...joined.settings, ...part.settings],
    rest: { ...joined.rest, ...part.rest },
    model: part.model ?? joined.model,
  }))

/** The model of the member `provider`: an id, or an object with one. */
function judgeOf(fields: Fields): string | undefined {
  const provider = isRecord(fields.peek('provider')) ? fields.nested('provider') : undefined
  const id =
    provider === undefined ? fields.text('evaluators', 'provider') : provider.text('evaluators', 'id')
  return id === undefined ? undefined : modelOf(id)
}

/** Reads a test, the default test or the configuration of a scenario. */
export function partOf(
  fields: Fields,
  {
    lineOf,
    path,
    isShared = false,
  }: { readonly lineOf: ConfigContext['lineOf']; readonly path: Path; readonly isShared?: boolean },
): Part {
  const vars = fields.json('columns', 'vars')
  const metadata = isRecord(fields.peek('metadata')) ? fields.json('tags', 'metadata') : undefined
  const description = fields.text('tags.description', 'description')
  const list = fields.members('assert')
  const assertions = list.map((assertion, i) => ({
    type: assertion.text('evaluators', 'type'),
    value: assertion.value('columns', 'value') ?? assertion.value('evaluators', 'threshold'),
    at: lineOf([...path, 'assert', i]),
    fields: assertion,
    isShared,
    model: judgeOf(assertion),
  }))
  const model = judgeOf(fields.nested('options'))
  return {
    vars: isRecord(vars) ? vars : {},
    tags: { ...(isRecord(metadata) ? metadata : {}), ...(description === undefined ? {} : { description }) },
    assertions,
    model,
    settings: list.flatMap((assertion, i) => {
      const rest = assertion.rest('meta.import.assert')
      return rest === undefined ? [] : [{ type: assertions[i]?.type ?? '', ...rest }]
    }),
    rest: fields.rest('meta.import') ?? {},
  }
}

/** The rows of a test: one for each combination of its variables. */
export function* rowsOf(
  part: Part,
  { at, configContext }: { readonly at: Position; readonly configContext: ConfigContext },
): Generator<ImportItem> {
  const meta = { ...part.rest, ...(part.settings.length === 0 ? {} : { assert: part.settings }) }
  for (const [combinationIndex, combination] of expandVars(part.vars).entries()) {
    const vars = resolvedVars(combination)
    const columns: [string, unknown][] = []
    const counts = new Map<string | undefined, number>()
    for (const { fields: assertionFields, ...assertion } of part.assertions) {
      const ordinal = (counts.get(assertion.type) ?? 0) + 1
      counts.set(assertion.type, ordinal)
      const value = resolveTemplates(assertion.value, vars)
      const result = configContext.evaluators.of({
        ...assertion,
        model: assertion.model ?? part.model,
        value,
        ordinal,
      })
      columns.push(...Object.entries(result.columns))
      for (const item of result.items) {
        if (item.kind === 'unmapped') assertionFields?.leaveOut(item.reason)
        if (item.kind === 'fault') assertionFields?.leaveOut(item.fault)
        // Problems are reported once for all combinations.
        if (item.kind === 'evaluator' || combinationIndex === 0) yield item
      }
    }
    yield {
      at,
      kind: 'row',
      testset: configContext.testset,
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
function csvPart(fields: Fields, at: Position): Part {
  const vars: [string, unknown][] = []
  const tags: [string, unknown][] = []
  const assertions: Part['assertions'][number][] = []
  for (const name of Object.keys(fields.record)) {
    const [, tag] = /^__metadata:(.+)$/.exec(name) ?? []
    if (/^__expected\d*$/.test(name)) {
      const expectedValue = expectedAssertion(fields.peek(name))
      if (fields.value(expectedValue.type === 'equals' ? 'columns' : 'evaluators', name) !== undefined)
        assertions.push({ ...expectedValue, at, fields: undefined, isShared: false })
    } else if (name === '__description' || tag !== undefined) {
      const key = tag ?? 'description'
      tags.push([key, fields.value(`tags.${key}`, name)])
    } else if (!name.startsWith('__')) {
      vars.push([name, fields.value('columns', name)])
    }
  }
  return {
    ...emptyPart,
    vars: Object.fromEntries(vars),
    tags: Object.fromEntries(tags),
    assertions,
    rest: fields.rest('meta.import') ?? {},
  }
}

/** A YAML or JSON file with a list of tests. */
async function* yamlTests(file: SourceFile): AsyncGenerator<ReadResult> {
  const text = await readFullText(file)
  const tests: unknown = inLibrary(() => parse(text))
  for (const [i, record] of [tests].flat().entries()) {
    const at = { file: file.path, line: i + 1 }
    yield isRecord(record) ? { at, record } : { at, fault: 'a test is not an object' }
  }
}

/** Tests of a file that the configuration names. */
function fileTests(
  file: SourceFile,
  { defaults, configContext }: { readonly defaults: Part; readonly configContext: ConfigContext },
): AsyncIterable<ImportItem> {
  const kind = kindOf(file.path)
  const isYaml = /^ya?ml$/.test(kind)
  return mapRecords({
    files: [file],
    map: (fields, context) => {
      const lineOf = (): Position => context.at
      const part = kind === 'csv' ? csvPart(fields, context.at) : partOf(fields, { lineOf, path: [] })
      return rowsOf(joinParts(defaults, part), { at: context.at, configContext })
    },
    read: isYaml ? yamlTests : recordsOf,
  })
}

const readableTests = /\.(csv|ya?ml|jsonl?)$/

/** A member of the list that names a file, or is no test. */
function namedTests(
  entry: Fields,
  {
    at,
    defaults,
    configContext,
  }: { readonly at: Position; readonly defaults: Part; readonly configContext: ConfigContext },
): ImportItem | undefined {
  const name = entry.peek('')
  if (typeof name !== 'string') return faultItem('a test is not an object', at)
  const path = name.replace(/^file:\/\//, '')
  if (!readableTests.test(path)) return unmappedItem('tests of programs and of other servers', at)
  const file = configContext.file.openRelative(path)
  if (file === undefined) return faultItem(`the file ${path} is not in the input folder`, at)
  entry.text('testset (content of the file)', '')
  configContext.files.push(() => fileTests(file, { defaults, configContext }))
  return undefined
}

export function* testsOf(
  tests: readonly Fields[],
  {
    defaults,
    configContext,
    path,
  }: { readonly defaults: Part; readonly configContext: ConfigContext; readonly path: Path },
): Generator<ImportItem> {
  for (const [i, entry] of tests.entries()) {
    const at = configContext.lineOf([...path, i])
    if (!entry.has('')) {
      const part = joinParts(defaults, partOf(entry, { lineOf: configContext.lineOf, path: [...path, i] }))
      yield* rowsOf(part, { at, configContext })
      continue
    }
    const item = namedTests(entry, { at, defaults, configContext })
    if (item?.kind === 'fault') entry.leaveOut(item.fault)
    if (item?.kind === 'unmapped') entry.leaveOut(item.reason)
    if (item !== undefined) yield item
  }
}

/** Each test of a scenario runs with each of its configurations. */
export function* scenariosOf(
  scenarios: readonly Fields[],
  { defaults, configContext }: { readonly defaults: Part; readonly configContext: ConfigContext },
): Generator<ImportItem> {
  for (const [i, scenario] of scenarios.entries()) {
    const at = configContext.lineOf(['scenarios', i])
    if (scenario.has('')) {
      scenario.leaveOut('scenarios in other files')
      yield unmappedItem('scenarios in other files', at)
      continue
    }
    const description = scenario.text('tags.scenario', 'description')
    const tags = description === undefined ? {} : { scenario: description }
    const part = (fields: Fields, list: string, number: number): Part =>
      partOf(fields, { lineOf: configContext.lineOf, path: ['scenarios', i, list, number] })
    const configs = scenario.each('config').map((fields, number) => part(fields, 'config', number))
    const tests = scenario.each('tests').map((fields, number) => part(fields, 'tests', number))
    for (const config of configs.length === 0 ? [emptyPart] : configs) {
      for (const test of tests.length === 0 ? [emptyPart] : tests)
        yield* rowsOf(joinParts(defaults, { ...emptyPart, tags }, config, test), { at, configContext })
    }
  }
}
