// importers/sources/promptfoo: prompts, tests.ts (rows) with vars.ts, assertions.ts (evaluators), results.ts (traces).
// Imports importers/, importers/mapping and importers/reading. Start here.
//
// Imports from promptfoo: a configuration (YAML), whose prompts become applications, tests a testset with the variables as
// columns, and assertions evaluators; and results files (JSON, YAML), whose results become traces with annotations.
import { LineCounter, parseDocument } from 'yaml'
import { filesIn, type ImportInput, type SourceFile } from '../../files.ts'
import { fault, slugOf, unmapped, type Importer, type Place, type ImportItem } from '../../importer.ts'
import { accounted, mapRecords } from '../../mapping/map-records.ts'
import { jsonOrText } from '../../reading/exact-json.ts'
import { Fields, fieldText } from '../../reading/fields.ts'
import { basename, kindOf } from '../../reading/paths.ts'
import { isRecord } from '../../reading/record.ts'
import { sentence } from '../../reading/records.ts'
import { wholeText } from '../../reading/text.ts'
import { Evaluators } from './assertions.ts'
import { isResults, results } from './results.ts'
import { partOf, scenariosOf, testsOf, type TestReading } from './tests.ts'

async function* promptsOf(prompts: readonly Fields[], reading: TestReading): AsyncGenerator<ImportItem> {
  for (const [i, prompt] of prompts.entries()) {
    const at = reading.lineOf(['prompts', i])
    const item = await promptOf(prompt, { reading, at, number: prompts.length === 1 ? undefined : i + 1 })
    if (item.kind === 'fault') prompt.leave(item.fault)
    if (item.kind === 'unmapped') prompt.leave(item.reason)
    yield item
  }
}

async function promptOf(
  promptFields: Fields,
  {
    reading,
    at,
    number,
  }: { readonly reading: TestReading; readonly at: Place; readonly number: number | undefined },
): Promise<ImportItem> {
  const isFile = fieldText(promptFields.record, '', 'raw', 'id')?.startsWith('file://') === true
  const target = 'parameters.prompt.messages'
  const raw = promptFields.text(isFile ? `${target} (content of the file)` : target, '', 'raw', 'id')
  if (raw === undefined) return fault('a prompt is neither text nor has raw', at)
  const path = isFile ? raw.slice('file://'.length) : undefined
  if (path !== undefined && !/\.(txt|md|json)$/.test(path))
    return unmapped('prompts in files that are not text or JSON', at)
  const file = path === undefined ? undefined : reading.file.beside(path)
  if (path !== undefined && file === undefined)
    return fault(`the file ${path} is not in the folder that was given`, at)
  const text = file === undefined ? raw : await wholeText(file)
  const name = promptFields.text('application', 'label')
  const suffix = name ?? number
  const slug = slugOf(suffix === undefined ? reading.testset : `${reading.testset}-${suffix}`)
  const data = { parameters: { prompt: { messages: messagesOf(text), template_format: 'jinja2' } } }
  const meta = promptFields.rest('meta.import.fields')
  return {
    at,
    kind: 'prompt',
    prompt: { slug, name, version: '1', labels: [], data, message: 'From promptfoo', meta },
  }
}

/** A chat is JSON; any other text is one user message. */
function messagesOf(text: string): readonly unknown[] {
  const chat = jsonOrText(text)
  return Array.isArray(chat) && chat.every(isRecord) ? chat : [{ role: 'user', content: text }]
}

/** Integers that fit a double become numbers. */
const safeNumber = (_: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

/** Parts of a configuration without a counterpart, and why. */
const skipReasons = new Map([
  ['redteam', 'the part redteam'],
  ['derivedMetrics', 'the part derivedMetrics'],
  ['extensions', 'the part extensions'],
  ['nunjucksFilters', 'the part nunjucksFilters'],
  ['providers', 'providers: models are chosen in the application'],
])

async function* configItems(from: Fields, reading: TestReading): AsyncGenerator<ImportItem> {
  from.text('testset', 'description')
  for (const [member, reason] of skipReasons) {
    if (!from.has(member)) continue
    from.leave(reason, member)
    yield unmapped(reason, reading.lineOf([member]))
  }
  yield* promptsOf(from.members('prompts'), reading)
  const { lineOf } = reading
  const defaultTest = from.nested('defaultTest')
  const defaults = partOf(defaultTest, { lineOf, path: ['defaultTest'], isShared: true })
  yield* testsOf(from.members('tests'), { defaults, reading, path: ['tests'] })
  yield* scenariosOf(from.members('scenarios'), { defaults, reading })
}

/** The file, with a note of the files that are opened from it. */
const withNameRecording = (file: SourceFile, names: Set<string>): SourceFile => ({
  ...file,
  beside: (path) => {
    const other = file.beside(path)
    if (other !== undefined) names.add(other.path)
    return other
  },
})

async function* readConfig(source: SourceFile, tests: Set<string>): AsyncGenerator<ImportItem> {
  const file = source.path
  const counter = new LineCounter()
  const document = parseDocument(await wholeText(source), { lineCounter: counter, intAsBigInt: true })
  const placeAt = (offset: number | undefined): Place => ({
    file,
    line: offset === undefined ? 1 : counter.linePos(offset).line,
  })
  for (const error of document.errors) yield fault(error.message.split('\n')[0] ?? '', placeAt(error.pos[0]))
  if (document.errors.length > 0) return
  const config: unknown = document.toJS({ maxAliasCount: 100, reviver: safeNumber })
  // A list is a file of tests, for a configuration that names it.
  if (Array.isArray(config)) return void tests.add(file)
  if (!isRecord(config)) return yield fault('it is no configuration', { file, line: 1 })
  const testset = slugOf(fieldText(config, 'description') ?? basename(file).replace(/\.\w+$/, ''))
  const lineOf = (path: readonly (string | number)[]): Place => {
    const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined
    return placeAt(node?.range?.[0])
  }
  const from = new Fields(config)
  const at = { file, line: 1 }
  if (isResults(from)) return yield* accounted(from, { at, items: results(from, at) })
  const reading: TestReading = {
    testset,
    file: source,
    evaluators: new Evaluators(testset),
    lineOf,
    files: [],
  }
  yield* configItems(from, reading)
  yield* accounted(from, { at, items: [] })
  for (const readTests of reading.files) yield* readTests()
}

const unnamedReason = 'files that are neither named by a configuration nor results as JSON or YAML'

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const files = filesIn(inputs)
  const isYaml = ({ path }: SourceFile): boolean => /^ya?ml$/.test(kindOf(path))
  const reportedNames = new Set<string>()
  const tests = new Set<string>()
  for (const file of files.filter(isYaml)) {
    try {
      yield* readConfig(withNameRecording(file, reportedNames), tests)
    } catch (error) {
      yield fault(`the file cannot be read on: ${sentence(error)}`, { file: file.path, line: 1 })
    }
  }
  const others = files.filter((file) => !reportedNames.has(file.path))
  yield* mapRecords({
    files: others.filter((file) => kindOf(file.path) === 'json'),
    map: (from, { at }) => (isResults(from) ? results(from, at) : [unmapped(unnamedReason, at)]),
  })
  for (const { path } of others) {
    if (tests.has(path) || /^(csv|jsonl|ndjson)$/.test(kindOf(path)))
      yield unmapped(unnamedReason, { file: path, line: 1 })
  }
}

export const promptfoo: Importer = {
  source: 'promptfoo',
  read,
}
