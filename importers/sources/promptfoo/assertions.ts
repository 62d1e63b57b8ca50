// Assertions of promptfoo as columns with expected values and evaluators that compare with them.
import {
  slugOf,
  unmappedItem,
  faultItem,
  type ImportItem,
  type ImportedEvaluator,
  type Position,
} from '../../importer.ts'
import { jsonText } from '../../reading/exact-json.ts'
import type { DataRecord } from '../../reading/record.ts'

export interface Assertion {
  readonly type: string | undefined
  readonly value: unknown
  readonly at: Position
  /** Whether it applies to all tests. */
  readonly isShared: boolean
  /** The model that judges, if the configuration names one. */
  readonly model?: string | undefined
  /** Its number among the row's assertions of the same type: each has its own column and evaluator. */
  readonly ordinal: number
}

/** The suffix of a name. The first assertion of a type has none. */
const suffixOf = (ordinal: number, separator: string): string =>
  ordinal === 1 ? '' : `${separator}${ordinal}`

/** `openai:chat:gpt-4o-mini` is the model gpt-4o-mini; an id without a colon is the name of a model in Assay. */
export const modelOf = (provider: string): string => provider.slice(provider.lastIndexOf(':') + 1)

const uri = (key: string): string => `agenta:builtin:${key}:v0`

/** Assertions with a built-in evaluator, and the column of their expected value. */
const comparisonEvaluators = new Map<
  string,
  { readonly key: string; readonly column: string; readonly settings?: DataRecord }
>([
  ['equals', { key: 'auto_exact_match', column: 'expected_equals' }],
  ['contains', { key: 'auto_contains', column: 'expected_contains', settings: { case_sensitive: true } }],
  ['icontains', { key: 'auto_contains', column: 'expected_icontains', settings: { case_sensitive: false } }],
  ['similar', { key: 'auto_semantic_similarity', column: 'expected_similar' }],
  ['levenshtein', { key: 'auto_levenshtein_distance', column: 'expected_text' }],
  [
    'llm-rubric',
    {
      key: 'auto_ai_critique',
      column: 'expected_rubric',
      settings: {
        rubric:
          'The expected answer is a requirement. Score 1 if the output meets it, 0 if it does not, and in between if it meets a part.',
        model: 'gpt-4o-mini',
        template_format: 'curly',
        temperature: 0,
        threshold: 0.5,
      },
    },
  ],
])

const contains = (value: unknown): DataRecord => ({
  substrings: [value].flat().map(String),
  case_sensitive: true,
})
const pattern = (value: unknown, isMatch: boolean): DataRecord => ({
  regex_pattern: String(value),
  regex_should_match: isMatch,
})

/** Assertions for all tests: the evaluator has the expected value in its settings. */
const fixedEvaluators = new Map<
  string,
  (value: unknown) => { readonly key: string; readonly parameters: DataRecord }
>([
  ['contains-any', (value) => ({ key: 'auto_contains_any', parameters: contains(value) })],
  ['contains-all', (value) => ({ key: 'auto_contains_all', parameters: contains(value) })],
  [
    'starts-with',
    (value) => ({ key: 'auto_starts_with', parameters: { prefix: String(value), case_sensitive: true } }),
  ],
  ['regex', (value) => ({ key: 'auto_regex_test', parameters: pattern(value, true) })],
  ['not-regex', (value) => ({ key: 'auto_regex_test', parameters: pattern(value, false) })],
  ['is-json', () => ({ key: 'auto_contains_json', parameters: { mode: 'whole' } })],
  ['contains-json', () => ({ key: 'auto_contains_json', parameters: {} })],
  ['latency', (value) => ({ key: 'auto_latency_threshold', parameters: { max_ms: Number(value) } })],
  ['cost', (value) => ({ key: 'auto_cost_threshold', parameters: { max_cost: Number(value) } })],
])

/** Assertions of single tests as JavaScript: `output` is the text, `expected` the value of the row's column. */
const expressions = new Map([
  ['not-equals', 'output !== String(expected)'],
  ['not-contains', '!output.includes(String(expected))'],
  ['not-icontains', '!output.toLowerCase().includes(String(expected).toLowerCase())'],
  ['contains-any', '[expected].flat().some((text) => output.includes(String(text)))'],
  ['contains-all', '[expected].flat().every((text) => output.includes(String(text)))'],
  [
    'icontains-any',
    '[expected].flat().some((text) => output.toLowerCase().includes(String(text).toLowerCase()))',
  ],
  [
    'icontains-all',
    '[expected].flat().every((text) => output.toLowerCase().includes(String(text).toLowerCase()))',
  ],
  ['starts-with', 'output.startsWith(String(expected))'],
  ['regex', 'new RegExp(expected).test(output)'],
  ['not-regex', '!new RegExp(expected).test(output)'],
  ['is-json', '(() => { try { JSON.parse(output); return true } catch { return false } })()'],
])

const codeOf = (body: string): string => `function evaluate({ inputs, outputs, correct_answer: expected }) {
  if (expected === null) throw new Error('This row does not have the assertion.')
  const output = typeof outputs === 'string' ? outputs : JSON.stringify(outputs)
  const context = { vars: inputs }
${body}
}
`

/** A value of one line is an expression; several lines return a result. */
function javascriptBody(value: string): string {
  const isBody = value.includes('\n') || /\breturn\b/.test(value)
  const result = isBody ? `(() => {\n${value}\n})()` : `(${value})`
  return `  const result = ${result}\n  return typeof result === 'object' && result !== null ? (result.score ?? result.pass) : result`
}

const code = (column: string, body: string): ImportedEvaluator['data'] => ({
  uri: uri('auto_custom_code_run'),
  parameters: { code: codeOf(body), runtime: 'javascript', correct_answer_key: column, threshold: 0.5 },
})

/** The evaluators of one configuration. Equal ones are created once. */
export class Evaluators {
  readonly #name: string
  readonly #slugs = new Map<string, string>()

  constructor(name: string) {
    this.#name = name
  }

  #evaluator(
    at: Position,
    { key, create }: { readonly key: string; readonly create: (number: number) => ImportedEvaluator },
  ): readonly ImportItem[] {
    if (this.#slugs.has(key)) return []
    const evaluator = create(this.#slugs.size + 1)
    this.#slugs.set(key, evaluator.slug)
    return [{ at, kind: 'evaluator', evaluator }]
  }

  /** The columns of an assertion and its evaluators, or the reason why it has none. */
  of({ type, value, at, isShared, ordinal, model }: Assertion): {
    readonly columns: DataRecord
    readonly items: readonly ImportItem[]
  } {
    if (type === undefined) return { columns: {}, items: [faultItem('an assertion needs a type', at)] }
    const comparison = comparisonEvaluators.get(type)
    if (comparison !== undefined) {
      const { key, settings } = comparison
      const judge = settings?.['model'] === undefined ? undefined : model
      // Rows with another judge have another column.
      const suffix = judge === undefined ? '' : `-${slugOf(judge)}`
      const column = comparison.column + suffixOf(ordinal, '_') + suffix
      const name = type + suffixOf(ordinal, '-no') + suffix
      const parameters = {
        correct_answer_key: column,
        ...settings,
        ...(judge === undefined ? {} : { model: judge }),
      }
      const data = { uri: uri(key), parameters }
      const items = this.#evaluator(at, {
        key: name,
        create: () => ({ slug: `${this.#name}-${name}`, data }),
      })
      return { columns: { [column]: value }, items }
    }
    const settings = isShared ? fixedEvaluators.get(type)?.(value) : undefined
    if (settings !== undefined) {
      const data = { uri: uri(settings.key), parameters: settings.parameters }
      const items = this.#evaluator(at, {
        key: jsonText([type, settings.parameters]),
        create: (number) => ({ slug: slugOf(`${this.#name}-${type}-${number}`), data }),
      })
      return { columns: {}, items }
    }
    return type === 'javascript'
      ? this.#javascript(value, at)
      : this.#expression(type, { value, at, ordinal })
  }

  /** Each program becomes its own evaluator; its column marks the rows that it applies to. */
  #javascript(
    value: unknown,
    at: Position,
  ): { readonly columns: DataRecord; readonly items: readonly ImportItem[] } {
    if (typeof value !== 'string' || value.startsWith('file://'))
      return { columns: {}, items: [unmappedItem('assertions of type javascript in files', at)] }
    const key = `javascript ${value}`
    const items = this.#evaluator(at, {
      key,
      create: (number) => ({
        slug: slugOf(`${this.#name}-javascript-${number}`),
        data: code(`expected_javascript_${number}`, javascriptBody(value)),
      }),
    })
    const number = this.#slugs.get(key)?.split('-').at(-1) ?? ''
    return { columns: { [`expected_javascript_${number}`]: true }, items }
  }

  #expression(
    type: string,
    { value, at, ordinal }: Pick<Assertion, 'value' | 'at' | 'ordinal'>,
  ): { readonly columns: DataRecord; readonly items: readonly ImportItem[] } {
    const expression = expressions.get(type)
    if (expression === undefined)
      return { columns: {}, items: [unmappedItem(`assertions of type ${type}`, at)] }
    const column = `expected_${type.replaceAll('-', '_')}${suffixOf(ordinal, '_')}`
    const name = type + suffixOf(ordinal, '-no')
    const items = this.#evaluator(at, {
      key: name,
      create: () => ({ slug: `${this.#name}-${name}`, data: code(column, `  return ${expression}`) }),
    })
    return { columns: { [column]: value ?? true }, items }
  }
}
