// importers/sources/promptfoo: prompts, tests.ts (rows) with vars.ts, assertions.ts (evaluators), results.ts (traces).
// Imports importers/, importers/mapping and importers/reading. Start here.
//
// Imports from promptfoo: a configuration (YAML), whose prompts become applications, tests a testset with the variables as
// columns, and assertions evaluators; and results files (JSON, YAML), whose results become traces with annotations.
import { LineCounter, parseDocument } from 'yaml'
import { filesIn, type ImportInput, type SourceFile } from '../../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type Importer,
  type Position,
  type ImportItem,
} from '../../importer.ts'
import { withOutcomes, mapRecords } from '../../mapping/map-records.ts'
import { jsonOrText } from '../../reading/exact-json.ts'
import { Fields, fieldText } from '../../reading/fields.ts'
import { basename, kindOf } from '../../reading/paths.ts'
import { isRecord } from '../../reading/record.ts'
import { inLibrary, readingFault } from '../../reading/reading-fault.ts'
import { readFullText } from '../../reading/text.ts'
import { Evaluators } from './assertions.ts'
import { isResults, results } from './results.ts'
import { partOf, scenariosOf, testsOf, type ConfigContext } from './tests.ts'

async function* promptsOf(
  prompts: readonly Fields[],
  configContext: ConfigContext,
): AsyncGenerator<ImportItem> {
  for (const [i, prompt] of prompts.entries()) {
    const at = configContext.lineOf(['prompts', i])
    const item = await promptOf(prompt, {
      configContext,
      at,
      number: prompts.length === 1 ? undefined : i + 1,
    })
    if (item.kind === 'fault') prompt.leaveOut(item.fault)
    if (item.kind === 'unmapped') prompt.leaveOut(item.reason)
    yield item
  }
}

async function promptOf(
  promptFields: Fields,
  {
    configContext,
    at,
    number,
  }: { readonly configContext: ConfigContext; readonly at: Position; readonly number: number | undefined },
): Promise<ImportItem> {
  const isFile = fieldText(promptFields.record, '', 'raw', 'id')?.startsWith('file://') === true
  const target = 'parameters.prompt.messages'
  const rawText = promptFields.text(isFile ? `${target} (content of the file)` : target, '', 'raw', 'id')
  if (rawText === undefined) return faultItem('a prompt is neither text nor has raw', at)
  const path = isFile ? rawText.slice('file://'.length) : undefined
  if (path !== undefined && !/\.(txt|md|json)$/.test(path))
    return unmappedItem('prompts in files that are not text or JSON', at)
  const file = path === undefined ? undefined : configContext.file.openRelative(path)
  if (path !== undefined && file === undefined)
    return faultItem(`the file ${path} is not in the input folder`, at)
  const text = file === undefined ? rawText : await readFullText(file)
  const name = promptFields.text('application', 'label')
  const suffix = name ?? number
  const slug = slugOf(suffix === undefined ? configContext.testset : `${configContext.testset}-${suffix}`)
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

async function* configItems(fields: Fields, configContext: ConfigContext): AsyncGenerator<ImportItem> {
  fields.text('testset', 'description')
  for (const [member, reason] of skipReasons) {
    if (!fields.has(member)) continue
    fields.leaveOut(reason, member)
    yield unmappedItem(reason, configContext.lineOf([member]))
  }
  yield* promptsOf(fields.members('prompts'), configContext)
  const { lineOf } = configContext
  const defaultTest = fields.nested('defaultTest')
  const defaults = partOf(defaultTest, { lineOf, path: ['defaultTest'], isShared: true })
  yield* testsOf(fields.members('tests'), { defaults, configContext, path: ['tests'] })
  yield* scenariosOf(fields.members('scenarios'), { defaults, configContext })
}

/** The file. It adds the paths of the files that are opened from it to `openedPaths`. */
const recordOpenedPaths = (file: SourceFile, openedPaths: Set<string>): SourceFile => ({
  ...file,
  openRelative: (path) => {
    const other = file.openRelative(path)
    if (other !== undefined) openedPaths.add(other.path)
    return other
  },
})

async function* readConfig(source: SourceFile, testFiles: Set<string>): AsyncGenerator<ImportItem> {
  const file = source.path
  const counter = new LineCounter()
  const document = parseDocument(await readFullText(source), { lineCounter: counter, intAsBigInt: true })
  const positionAt = (offset: number | undefined): Position => ({
    file,
    line: offset === undefined ? 1 : counter.linePos(offset).line,
  })
  for (const error of document.errors)
    yield faultItem(error.message.split('\n')[0] ?? '', positionAt(error.pos[0]))
  if (document.errors.length > 0) return
  const config: unknown = inLibrary(() => document.toJS({ maxAliasCount: 100, reviver: safeNumber }))
  // A list is a file of tests, for a configuration that names it.
  if (Array.isArray(config)) return void testFiles.add(file)
  if (!isRecord(config)) return yield faultItem('it is not a configuration', { file, line: 1 })
  const testset = slugOf(fieldText(config, 'description') ?? basename(file).replace(/\.\w+$/, ''))
  const lineOf = (path: readonly (string | number)[]): Position => {
    const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined
    return positionAt(node?.range?.[0])
  }
  const fields = new Fields(config)
  const at = { file, line: 1 }
  if (isResults(fields)) return yield* withOutcomes(fields, { at, items: results(fields, at) })
  const configContext: ConfigContext = {
    testset,
    file: source,
    evaluators: new Evaluators(testset),
    lineOf,
    files: [],
  }
  yield* configItems(fields, configContext)
  yield* withOutcomes(fields, { at, items: [] })
  for (const readTests of configContext.files) yield* readTests()
}

const unnamedReason = 'files that are neither named by a configuration nor results as JSON or YAML'

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const files = filesIn(inputs)
  const isYaml = ({ path }: SourceFile): boolean => /^ya?ml$/.test(kindOf(path))
  const openedPaths = new Set<string>()
  const testFiles = new Set<string>()
  for (const file of files.filter(isYaml)) {
    try {
      yield* readConfig(recordOpenedPaths(file, openedPaths), testFiles)
    } catch (error) {
      yield faultItem(`the rest of the file cannot be read: ${readingFault(error)}`, {
        file: file.path,
        line: 1,
      })
    }
  }
  const otherFiles = files.filter((file) => !openedPaths.has(file.path))
  yield* mapRecords({
    files: otherFiles.filter((file) => kindOf(file.path) === 'json'),
    map: (fields, { at }) => (isResults(fields) ? results(fields, at) : [unmappedItem(unnamedReason, at)]),
  })
  for (const { path } of otherFiles) {
    if (testFiles.has(path) || /^(csv|jsonl|ndjson)$/.test(kindOf(path)))
      yield unmappedItem(unnamedReason, { file: path, line: 1 })
  }
}

export const promptfoo: Importer = {
  source: 'promptfoo',
  read,
}
