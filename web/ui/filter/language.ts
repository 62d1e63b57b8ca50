// The filter language as far as the page needs it: tokens, the expected kind of the next token, and flat lists of conditions
// for the condition builder. The server defines the meaning of a filter.

import { signs, takesNoValue, wordOperators } from './operators.ts'

export interface Token {
  readonly kind: 'word' | 'string' | 'operator' | 'open' | 'close' | 'comma'
  readonly text: string
  readonly from: number
  readonly to: number
}

const tokenShape =
  /\s+|"(?:[^"\\]|\\.)*"?|!=|>=|<=|[=<>]|[([{]|[)\]}]|,|:|[^\s"()[\]{},=<>!:]+(?::[^\s"()[\]{},=<>!]*)*|./gy

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(tokenShape)) {
    const [tokenText] = match
    if (tokenText.trim() === '') continue
    const from = match.index
    const kind = tokenText.startsWith('"')
      ? 'string'
      : signs.includes(tokenText)
        ? 'operator'
        : /^[([{]$/.test(tokenText)
          ? 'open'
          : /^[)\]}]$/.test(tokenText)
            ? 'close'
            : tokenText === ',' || tokenText === ':'
              ? 'comma'
              : 'word'
    tokens.push({ kind, text: tokenText, from, to: from + tokenText.length })
  }
  return tokens
}

/** The span of the trace that a condition applies to; `span(…)` groups conditions on one span. */
export const relations = ['span', 'any', 'root', 'head', 'parent', 'child', 'annotation'] as const
export type Relation = (typeof relations)[number]
export const groupWords = [...relations, 'trace', 'not', 'nand', 'nor'] as const

const connectives = new Set(['and', 'or'])
const options = new Set(['case_sensitive', 'exact_match', 'all'])
const isOperator = ({ kind, text }: Token): boolean =>
  kind === 'operator' || (kind === 'word' && wordOperators.includes(text.toLowerCase()))

export type Expected =
  | { readonly kind: 'field' }
  | { readonly kind: 'operator'; readonly field: string }
  | { readonly kind: 'value'; readonly field: string; readonly operator: string }
  | { readonly kind: 'connective' }

/** The kind of token that may follow. An unclosed list is still a value. */
export function expectedAfter(tokens: readonly Token[]): Expected {
  let expectation: Expected = { kind: 'field' }
  let listDepth = 0
  for (const token of tokens) {
    if (expectation.kind === 'value') {
      if (token.kind === 'open') listDepth++
      else if (token.kind === 'close') listDepth = Math.max(0, listDepth - 1)
      if (listDepth === 0) expectation = { kind: 'connective' }
      continue
    }
    expectation = nextExpectation(expectation, token)
  }
  return expectation
}

function nextExpectation(expectation: Exclude<Expected, { kind: 'value' }>, token: Token): Expected {
  const word = token.text.toLowerCase()
  switch (expectation.kind) {
    case 'field':
      if (token.kind === 'open' || token.kind === 'comma') return expectation
      if (token.kind === 'close') return { kind: 'connective' }
      if (groupWords.some((one) => one === word) || connectives.has(word)) return expectation
      return { kind: 'operator', field: token.text }
    case 'operator':
      // `attributes["a.b"]`: the key in brackets belongs to the field.
      if (token.kind === 'open' || token.kind === 'close') return expectation
      if (token.kind === 'string') return { kind: 'operator', field: `${expectation.field}[${token.text}]` }
      if (!isOperator(token)) return expectation
      return takesNoValue(word)
        ? { kind: 'connective' }
        : { kind: 'value', field: expectation.field, operator: word }
    case 'connective':
      if (token.kind === 'close' || options.has(word)) return expectation
      return { kind: 'field' }
    default:
      return expectation
  }
}

/** One condition of a builder. */
export interface Condition {
  /** The related span; absent: the listed row. */
  readonly relation?: Relation
  readonly field: string
  readonly operator: string
  /** The value as written in the text: a word, a quoted string, a number or a list. */
  readonly value: string
}

/** The conditions of a filter that joins conditions by `and` only; otherwise undefined. */
export function conditionsOf(text: string): readonly Condition[] | undefined {
  const tokens = tokensOf(text)
  const source = { text, tokens }
  const conditions: Condition[] = []
  let at = 0
  while (at < tokens.length) {
    if (conditions.length > 0) {
      if (tokens[at]?.text.toLowerCase() !== 'and') return undefined
      at++
    }
    const match = relationAt(source, at) ?? conditionAt(source, at)
    if (match === undefined) return undefined
    conditions.push(match.condition)
    at = match.end
  }
  return conditions
}

interface Source {
  readonly text: string
  readonly tokens: readonly Token[]
}

interface ConditionMatch {
  readonly condition: Condition
  /** Index of the token after the condition. */
  readonly end: number
}

function conditionAt(source: Source, start: number): ConditionMatch | undefined {
  const { text, tokens } = source
  const [field, operator] = [tokens[start], tokens[start + 1]]
  if (field?.kind !== 'word' || operator === undefined || !isOperator(operator)) return undefined
  if (groupWords.some((one) => one === field.text.toLowerCase())) return undefined
  const word = operator.text.toLowerCase()
  const at = start + 2
  if (takesNoValue(word)) return { condition: { field: field.text, operator: word, value: '' }, end: at }
  const end = valueEnd(tokens, at)
  const [first, last] = [tokens[at], tokens[end - 1]]
  if (first === undefined || last === undefined) return undefined
  return { condition: { field: field.text, operator: word, value: text.slice(first.from, last.to) }, end }
}

/** `child(span_type = tool)`: a relation around one condition. */
function relationAt(source: Source, start: number): ConditionMatch | undefined {
  const { tokens } = source
  const relation = relations.find((word) => word === tokens[start]?.text)
  if (relation === undefined || tokens[start + 1]?.text !== '(') return undefined
  const inner = conditionAt(source, start + 2)
  if (inner === undefined || tokens[inner.end]?.text !== ')') return undefined
  return { condition: { relation, ...inner.condition }, end: inner.end + 1 }
}

/** The index after the value that starts here. */
function valueEnd(tokens: readonly Token[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const { kind } = tokens[at] ?? {}
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (depth <= 0) return at + 1
  }
  return start
}

export const textOf = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ relation, field, operator, value }) => {
      const conditionText = `${field} ${operator}${value === '' ? '' : ` ${value}`}`
      return relation === undefined ? conditionText : `${relation}(${conditionText})`
    })
    .join(' and ')

/** Quotes a value unless it is a word, a number or a list. */
export const quote = (value: string): string =>
  /^(true|false|null|-?\d+(\.\d+)?)$/.test(value) || /^[A-Za-z_][\w.-]*$/.test(value) || /^[[("]/.test(value)
    ? value
    : JSON.stringify(value)

/** Adds a condition to a filter. */
export function withCondition(text: string, condition: Condition): string {
  const addition = textOf([condition])
  if (text.trim() === '') return addition
  const isPlain = conditionsOf(text) !== undefined
  return isPlain ? `${text.trim()} and ${addition}` : `(${text.trim()}) and ${addition}`
}
