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
import { jsonOrText, jsonText } from '../reading/exact-json.ts'
import { textField } from '../reading/fields.ts'
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
  list: readonly unknown[],
  reading: Reading,
  path: readonly (string | number)[],
): Generator<ImportItem, { readonly [column: string]: unknown }> {
  const columns: { [column: string]: unknown } = {}
  for (const [i, one] of list.entries()) {
    const at = reading.lineOf([...path, i])
    const type = isRecord(one) ? textField(one, 'type') : undefined
    if (!isRecord(one) || type === undefined) {
      yield fault('an assertion needs a type', at)
      continue
    }
    const compared = comparing.get(type)
    const settings = compared === undefined ? fixed.get(type)?.(one['value'] ?? one['threshold']) : undefined
    if (compared !== undefined) {
      columns[compared.column] = one['value']
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
      yield unmapped(`assertions of type ${type} in single tests: their evaluator judges all rows`, at)
    } else if (settings !== undefined) {
      yield* evaluator(reading, {
        at,
        key: jsonText([type, settings.parameters]),
        slug: slugOf(`${reading.name}-${type}-${reading.told.size + 1}`),
        data: { uri: uri(settings.key), parameters: settings.parameters },
      })
    } else {
      yield unmapped(`assertions of type ${type}`, at)
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

async function* promptsOf(prompts: readonly unknown[], reading: Reading): AsyncGenerator<ImportItem> {
  for (const [i, one] of prompts.entries()) {
    const at = reading.lineOf(['prompts', i])
    const raw = isRecord(one) ? textField(one, 'raw', 'id') : typeof one === 'string' ? one : undefined
    if (raw === undefined) {
      yield fault('a prompt is neither text nor has raw', at)
      continue
    }
    const path = raw.startsWith('file://') ? raw.slice('file://'.length) : undefined
    if (path !== undefined && !/\.(txt|md|json)$/.test(path)) {
      yield unmapped('prompts in files that are not text or JSON', at)
      continue
    }
    const file = path === undefined ? undefined : reading.file.beside(path)
    if (path !== undefined && file === undefined) {
      yield fault(`the file ${path} is not in the folder that was given`, at)
      continue
    }
    const text = file === undefined ? raw : await wholeText(file)
    const label = isRecord(one) ? textField(one, 'label') : undefined
    const slug = slugOf(
      prompts.length === 1 && label === undefined ? reading.name : `${reading.name}-${label ?? i + 1}`,
    )
    const data = { parameters: { prompt: { messages: messagesOf(text), template_format: 'jinja2' } } }
    yield { at, kind: 'prompt', prompt: { slug, version: '1', labels: [], data, message: 'From promptfoo' } }
  }
}

/** A chat is JSON; any other text is one user message. */
function messagesOf(text: string): readonly unknown[] {
  const chat = jsonOrText(text)
  return Array.isArray(chat) && chat.every(isRecord) ? chat : [{ role: 'user', content: text }]
}

function* testsOf(
  tests: readonly unknown[],
  { defaults, reading }: { readonly defaults: Record; readonly reading: Reading },
): Generator<ImportItem> {
  for (const [i, one] of tests.entries()) {
    const at = reading.lineOf(['tests', i])
    if (!isRecord(one)) {
      yield typeof one === 'string' ? unmapped('tests in other files', at) : fault('a test is no object', at)
      continue
    }
    const vars = {
      ...(isRecord(defaults['vars']) ? defaults['vars'] : {}),
      ...(isRecord(one['vars']) ? one['vars'] : {}),
    }
    const shared = Array.isArray(defaults['assert']) ? defaults['assert'] : []
    const own = Array.isArray(one['assert']) ? one['assert'] : []
    const columns = {
      ...(yield* assertions(shared, reading, ['defaultTest', 'assert'])),
      ...(yield* assertions(own, reading, ['tests', i, 'assert'])),
    }
    const description = textField(one, 'description')
    yield {
      at,
      kind: 'row',
      testset: reading.name,
      row: { data: { ...vars, ...columns }, tags: description === undefined ? undefined : { description } },
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
  const name = slugOf(textField(config, 'description') ?? basename(file).replace(/\.\w+$/, ''))
  const reading: Reading = { name, file: source, lineOf, told: new Map() }
  for (const member of skipped) {
    if (config[member] !== undefined) yield unmapped(`the part ${member}`, lineOf([member]))
  }
  if (config['providers'] !== undefined)
    yield unmapped('providers: models are chosen in the application', lineOf(['providers']))
  yield* promptsOf([config['prompts'] ?? []].flat(), reading)
  yield* testsOf([config['tests'] ?? []].flat(), {
    defaults: isRecord(config['defaultTest']) ? config['defaultTest'] : {},
    reading,
  })
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
