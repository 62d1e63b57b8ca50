// Imports a promptfoo configuration (YAML). Prompts become applications, tests a testset with the variables as columns,
// assertions become columns with the expected values and evaluators that compare with them.
import { LineCounter, parseDocument } from 'yaml'
import { filesIn, type Given, type SourceFile } from '../files.ts'
import {
  fault,
  slugOf,
  unmapped,
  type ImportedEvaluator,
  type Importer,
  type Place,
  type ImportItem,
} from '../importer.ts'
import { restOf } from '../mapping/case-row.ts'
import { accounted } from '../mapping/map-records.ts'
import { jsonOrText, jsonText } from '../reading/exact-json.ts'
import { Fields, fieldText } from '../reading/fields.ts'
import { basename, kindOf } from '../reading/paths.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { sentence } from '../reading/records.ts'
import { wholeText } from '../reading/text.ts'

const uri = (key: string): string => `agenta:builtin:${key}:v0`

/** Assertions with a built-in evaluator, and the column of their expected value. */
const comparing = new Map<
  string,
  { readonly key: string; readonly column: string; readonly settings?: Record }
>([
  ['equals', { key: 'auto_exact_match', column: 'expected_equals' }],
  ['contains', { key: 'auto_contains', column: 'expected_contains', settings: { case_sensitive: true } }],
  ['icontains', { key: 'auto_contains', column: 'expected_icontains', settings: { case_sensitive: false } }],
  ['similar', { key: 'auto_semantic_similarity', column: 'expected_similar' }],
  ['levenshtein', { key: 'auto_levenshtein_distance', column: 'expected_text' }],
])

/** Assertions whose evaluator has the expected value in its settings. It evaluates all rows, so they must apply to all tests. */
const fixed = new Map<
  string,
  (value: unknown) => { readonly key: string; readonly parameters: Record } | undefined
>([
  [
    'contains-any',
    (value) => ({
      key: 'auto_contains_any',
      parameters: { substrings: [value].flat().map(String), case_sensitive: true },
    }),
  ],
  [
    'contains-all',
    (value) => ({
      key: 'auto_contains_all',
      parameters: { substrings: [value].flat().map(String), case_sensitive: true },
    }),
  ],
  [
    'starts-with',
    (value) => ({ key: 'auto_starts_with', parameters: { prefix: String(value), case_sensitive: true } }),
  ],
  [
    'regex',
    (value) => ({
      key: 'auto_regex_test',
      parameters: { regex_pattern: String(value), regex_should_match: true },
    }),
  ],
  [
    'not-regex',
    (value) => ({
      key: 'auto_regex_test',
      parameters: { regex_pattern: String(value), regex_should_match: false },
    }),
  ],
  ['is-json', () => ({ key: 'auto_contains_json', parameters: { mode: 'whole' } })],
  ['contains-json', () => ({ key: 'auto_contains_json', parameters: {} })],
  ['latency', (value) => ({ key: 'auto_latency_threshold', parameters: { max_ms: Number(value) } })],
  ['cost', (value) => ({ key: 'auto_cost_threshold', parameters: { max_cost: Number(value) } })],
])

interface Reading {
  readonly name: string
  readonly file: SourceFile
  readonly lineOf: (path: readonly (string | number)[]) => Place
  /** The evaluators yielded so far. */
  readonly told: Map<string, ImportedEvaluator>
}

/** The columns and evaluators of the assertions of a test. */
function* assertions(
  list: readonly Fields[],
  reading: Reading,
  path: readonly (string | number)[],
): Generator<ImportItem, { readonly [column: string]: unknown }> {
  const columns: { [column: string]: unknown } = {}
  const leave = (one: Fields, item: ImportItem): ImportItem => {
    if (item.kind === 'fault') one.leave(item.fault)
    if (item.kind === 'unmapped') one.leave(item.reason)
    return item
  }
  for (const [i, one] of list.entries()) {
    const at = reading.lineOf([...path, i])
    const type = one.text('evaluators', 'type')
    if (type === undefined) {
      yield leave(one, fault('an assertion needs a type', at))
      continue
    }
    const compared = comparing.get(type)
    const settings = compared === undefined ? fixed.get(type)?.(one.peek('value', 'threshold')) : undefined
    if (compared !== undefined) {
      columns[compared.column] = one.value(compared.column, 'value')
      yield* evaluator(reading, {
        at,
        key: type,
        slug: `${reading.name}-${type}`,
        data: {
          uri: uri(compared.key),
          parameters: { correct_answer_key: compared.column, ...compared.settings },
        },
      })
    } else if (settings !== undefined && path[0] === 'tests') {
      yield leave(
        one,
        unmapped(`assertions of type ${type} in single tests: their evaluator judges all rows`, at),
      )
    } else if (settings !== undefined) {
      one.value('evaluators', 'value', 'threshold')
      yield* evaluator(reading, {
        at,
        key: jsonText([type, settings.parameters]),
        slug: slugOf(`${reading.name}-${type}-${reading.told.size + 1}`),
        data: { uri: uri(settings.key), parameters: settings.parameters },
      })
    } else {
      yield leave(one, unmapped(`assertions of type ${type}`, at))
    }
  }
  return columns
}

function* evaluator(
  reading: Reading,
  { at, key, ...made }: ImportedEvaluator & { readonly at: Place; readonly key: string },
): Generator<ImportItem> {
  if (reading.told.has(key)) return
  reading.told.set(key, made)
  yield { at, kind: 'evaluator', evaluator: made }
}

async function* promptsOf(prompts: readonly Fields[], reading: Reading): AsyncGenerator<ImportItem> {
  for (const [i, one] of prompts.entries()) {
    const at = reading.lineOf(['prompts', i])
    const item = await promptOf(one, { reading, at, number: prompts.length === 1 ? undefined : i + 1 })
    if (item.kind === 'fault') one.leave(item.fault)
    if (item.kind === 'unmapped') one.leave(item.reason)
    yield item
  }
}

async function promptOf(
  one: Fields,
  {
    reading,
    at,
    number,
  }: { readonly reading: Reading; readonly at: Place; readonly number: number | undefined },
): Promise<ImportItem> {
  const isFile = fieldText(one.record, '', 'raw', 'id')?.startsWith('file://') === true
  const target = 'parameters.prompt.messages'
  const raw = one.text(isFile ? `${target} (content of the file)` : target, '', 'raw', 'id')
  if (raw === undefined) return fault('a prompt is neither text nor has raw', at)
  const path = isFile ? raw.slice('file://'.length) : undefined
  if (path !== undefined && !/\.(txt|md|json)$/.test(path))
    return unmapped('prompts in files that are not text or JSON', at)
  const file = path === undefined ? undefined : reading.file.beside(path)
  if (path !== undefined && file === undefined)
    return fault(`the file ${path} is not in the folder that was given`, at)
  const text = file === undefined ? raw : await wholeText(file)
  const name = one.text('application', 'label')
  const suffix = name ?? number
  const slug = slugOf(suffix === undefined ? reading.name : `${reading.name}-${suffix}`)
  const data = { parameters: { prompt: { messages: messagesOf(text), template_format: 'jinja2' } } }
  const meta = one.rest('meta.import.fields')
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

function* testsOf(
  tests: readonly Fields[],
  { defaults, reading }: { readonly defaults: Fields; readonly reading: Reading },
): Generator<ImportItem> {
  const sharedVars = defaults.json('columns', 'vars')
  const shared = yield* assertions(defaults.members('assert'), reading, ['defaultTest', 'assert'])
  for (const [i, one] of tests.entries()) {
    const at = reading.lineOf(['tests', i])
    if (one.has('')) {
      const isFile = typeof one.peek('') === 'string'
      one.leave('tests in other files')
      yield isFile ? unmapped('tests in other files', at) : fault('a test is no object', at)
      continue
    }
    const own = yield* assertions(one.members('assert'), reading, ['tests', i, 'assert'])
    const vars = one.json('columns', 'vars')
    const description = one.text('tags.description', 'description')
    yield {
      at,
      kind: 'row',
      testset: reading.name,
      row: {
        data: {
          ...(isRecord(sharedVars) ? sharedVars : {}),
          ...(isRecord(vars) ? vars : {}),
          ...shared,
          ...own,
        },
        tags: description === undefined ? undefined : { description },
        ...restOf(one),
      },
    }
  }
}

/** Integers that fit a double become numbers. */
const safeNumber = (_: unknown, value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

const skipped = ['redteam', 'scenarios', 'derivedMetrics', 'extensions', 'nunjucksFilters'] as const

async function* readConfig(source: SourceFile): AsyncGenerator<ImportItem> {
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
  if (!isRecord(config)) return yield fault('it is no configuration', { file, line: 1 })
  const lineOf = (path: readonly (string | number)[]): Place => {
    const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined
    return placeAt(node?.range?.[0])
  }
  const name = slugOf(fieldText(config, 'description') ?? basename(file).replace(/\.\w+$/, ''))
  const reading: Reading = { name, file: source, lineOf, told: new Map() }
  const from = new Fields(config)
  from.text('testset', 'description')
  for (const member of skipped) {
    if (!from.has(member)) continue
    from.leave(`the part ${member}`, member)
    yield unmapped(`the part ${member}`, lineOf([member]))
  }
  if (from.has('providers')) {
    from.leave('models are chosen in the application', 'providers')
    yield unmapped('providers: models are chosen in the application', lineOf(['providers']))
  }
  yield* promptsOf(from.members('prompts'), reading)
  yield* testsOf(from.members('tests'), { defaults: from.nested('defaultTest'), reading })
  yield* accounted(from, { at: { file, line: 1 }, items: [] })
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  const files = filesIn(given)
  // Skip files that a configuration refers to.
  const configs = files.filter(({ path }) => /^ya?ml$/.test(kindOf(path)))
  for (const file of configs.length > 0 ? configs : files) {
    try {
      yield* readConfig(file)
    } catch (error) {
      yield fault(`the file cannot be read on: ${sentence(error)}`, { file: file.path, line: 1 })
    }
  }
}

export const promptfoo: Importer = {
  source: 'promptfoo',
  read,
}
