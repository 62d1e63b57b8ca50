// Parses the one-line text form to the typed tree. The text becomes the JSON form with a column for every node and is
// then checked by the same code: the two forms cannot diverge, and every error points at the column.
//
//   filter    = any ; any = all { "or" all } ; all = unit { "and" unit }
//   unit      = "not" unit | "(" any ")" | name "(" [ any { "," any } ] ")" | condition | search
//   name      = "and" | "or" | "nand" | "nor" | "not" | "any" | "root" | "parent" | "child" | "annotation" | "head" | "trace" | "span"
//   condition = ( field | "annotation." evaluator "." output ) [ "[" string "]" ] ( "exists" | "not_exists" | operator value ) { option }
//   value     = word | number | string | list | object ; list also in parentheses
//   search    = ( word | number | string ) { word | number | string }, which means content contains "…"
import { AssayError } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json/value.ts'
import { aboutTrace, emptyFilter, type Filter, type Relation } from '../ast.ts'
import { isField, isOperator, operators, unknownField } from '../fields.ts'
import { annotationOutput, type AnnotationOutput } from './annotation-output.ts'
import { jsonOfText } from './json-text.ts'
import { parseFiltering, readFiltering, relations } from '../tree/parse.ts'
import { filterLevelsMax, filterNodesMax } from '../tree/size.ts'
import { type Loc, noProblems, problemsError } from '../problems.ts'
import type { Focus } from '../windowing.ts'
import { createCursor, expectSymbol, isSymbol, isWord, type Cursor } from './text-cursor.ts'
import { createLexer, syntaxError, type Token } from './text-lex.ts'
import { exactNumber, readValue, type NumberToken } from './text-values.ts'
import { ownMember, setOwn } from '../../../kernel/own.ts'

const symbolOperators: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is_not',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}
const groupNames: readonly string[] = ['and', 'or', 'nand', 'nor', 'not']
const optionNames: readonly string[] = ['case_sensitive', 'exact_match', 'all']

/** Enough for a thousand conditions with long values. Larger filters use the JSON form. */
const textCharactersMax = 1_000_000

/**
 * Parses a text filter. A blank text restricts nothing. In the focus `trace`, each condition is about the trace. Throws
 * 400 `filter_invalid` with the column.
 */
export const parseFilterText = (text: string, focus: Focus = 'span'): Filter =>
  focus === 'trace' ? aboutTrace(readText(text)) : readText(text)

function readText(text: string): Filter {
  if (text.length > textCharactersMax) {
    throw new AssayError(
      'filter_invalid',
      `The filter has more than ${textCharactersMax} characters. (column 1)`,
    )
  }
  const cursor = createCursor(createLexer(text))
  if (cursor.peek().kind === 'end') return emptyFilter
  const columns = new Map<string, number>()
  const node = readAny({ cursor, depth: 0, size: { nodes: 0 } })
  if (cursor.peek().kind !== 'end') throw syntaxError(`'and', 'or' or the end`, cursor.peek())
  const problems = noProblems()
  const filter = readFiltering(placeNode(node, { loc: [], columns }), { loc: [], problems })
  const error = problemsError(problems, (loc) => `column ${columns.get(JSON.stringify(loc)) ?? 1}`)
  if (error !== undefined) throw error
  return filter
}

/**
 * Parses either form: an object is the JSON form; a string is its JSON text if it starts with `{`, else the text form.
 * The JSON form has the same meaning in every focus.
 */
export function parseFilter(
  value: unknown,
  { loc, focus = 'span' }: { readonly loc: Loc; readonly focus?: Focus },
): Filter {
  if (typeof value !== 'string') return parseFiltering(value, loc)
  if (!value.trimStart().startsWith('{')) return parseFilterText(value, focus)
  return parseFiltering(jsonOfText(value, loc), loc)
}

/** A node of the JSON form before its position in the tree is known. */
interface Node {
  readonly column: number
  readonly members: JsonObject
  readonly listKey?: 'conditions' | 'where'
  readonly children?: readonly Node[]
}

/** The JSON form of a node. Records the column of each location. */
function placeNode(
  node: Node,
  { loc, columns }: { readonly loc: Loc; readonly columns: Map<string, number> },
): JsonObject {
  columns.set(JSON.stringify(loc), node.column)
  const { listKey, children = [] } = node
  if (listKey === undefined) return node.members
  if (listKey === 'conditions') {
    const conditions = children.map((child, i) =>
      placeNode(child, { loc: [...loc, 'conditions', i], columns }),
    )
    return { ...node.members, conditions }
  }
  const [child] = children
  return {
    ...node.members,
    where: child === undefined ? null : placeNode(child, { loc: [...loc, 'where'], columns }),
  }
}

interface ReadState {
  readonly cursor: Cursor
  readonly depth: number
  /** Shared by the full walk. */
  readonly size: { nodes: number }
}

const group = (
  operator: string,
  { children, column }: { readonly children: readonly Node[]; readonly column: number },
): Node => ({
  column,
  members: { operator },
  listKey: 'conditions',
  children,
})

function readAny(state: ReadState): Node {
  return readJoined(state, 'or', (nestedReading) => readJoined(nestedReading, 'and', readUnit))
}

function readJoined(state: ReadState, word: 'and' | 'or', readPart: (state: ReadState) => Node): Node {
  const { cursor } = state
  const { column } = cursor.peek()
  const parts = [readPart(state)]
  while (isWord(cursor.peek(), word)) {
    cursor.next()
    parts.push(readPart(state))
  }
  const [onlyPart] = parts
  return parts.length === 1 && onlyPart !== undefined ? onlyPart : group(word, { children: parts, column })
}

/** Parentheses nest without creating groups, so the text has its own depth limit. */
const parenthesesMax = filterLevelsMax * 4

function readUnit(outerState: ReadState): Node {
  const { cursor } = outerState
  const state = { ...outerState, depth: outerState.depth + 1 }
  const token = cursor.peek()
  if (state.depth > parenthesesMax) {
    const message = `The filter has more than ${filterLevelsMax} levels.`
    throw new AssayError('filter_invalid', `${message} (column ${token.column})`)
  }
  outerState.size.nodes += 1
  if (outerState.size.nodes > filterNodesMax) {
    const message = `The filter has more than ${filterNodesMax} groups and conditions.`
    throw new AssayError('filter_invalid', `${message} (column ${token.column})`)
  }
  const isCall = token.kind === 'word' && isSymbol(cursor.peek(1), '(')
  const isRelation = relations.some((relation) => relation === token.text)
  if (isCall && token.text !== 'not' && (isRelation || groupNames.includes(token.text)))
    return readCall(state)
  if (isWord(token, 'not')) {
    cursor.next()
    return group('not', { children: [readUnit(state)], column: token.column })
  }
  if (isSymbol(token, '(')) {
    cursor.next()
    const innerFilter = readAny(state)
    expectSymbol(cursor, ')', `'and', 'or' or ')'`)
    return innerFilter
  }
  return startsSearch(cursor) ? readSearch(cursor) : readCondition(cursor)
}

/** `nor(a, b)`, `child(span_type = tool)`. */
function readCall(state: ReadState): Node {
  const { cursor } = state
  const name = cursor.next()
  cursor.next()
  const relation = relations.find((word) => word === name.text)
  if (relation !== undefined) {
    const innerFilter = readAny(state)
    expectSymbol(cursor, ')', `'and', 'or' or ')'`)
    return related(relation, { childNode: innerFilter, column: name.column })
  }
  const parts: Node[] = []
  while (!isSymbol(cursor.peek(), ')')) {
    if (parts.length > 0) expectSymbol(cursor, ',', `'and', 'or', ',' or ')'`)
    parts.push(readAny(state))
  }
  cursor.next()
  return group(name.text, { children: parts, column: name.column })
}

const related = (
  relation: Relation,
  { childNode, column }: { readonly childNode: Node; readonly column: number },
): Node => ({
  column,
  members: { related: relation },
  listKey: 'where',
  children: [childNode],
})

/** Fields whose values may consist of digits but are not numbers: all digits matter. */
const digitFields: ReadonlySet<string> = new Set([
  'trace_id',
  'span_id',
  'parent_id',
  'start_time',
  'end_time',
  'created_at',
  'updated_at',
  'deleted_at',
])

const isOperatorToken = (token: Token): boolean =>
  token.kind === 'symbol' ? Object.hasOwn(symbolOperators, token.text) : isOperator(token.text)

const isConnective = (token: Token): boolean => isWord(token, 'and') || isWord(token, 'or')

const fieldOf = (word: string): string => word.split('.', 1)[0] ?? word

/** Whether a full-text search starts here: not a field, and nothing that is compared with a value. */
function startsSearch(cursor: Cursor): boolean {
  const token = cursor.peek()
  if (token.kind === 'symbol' || token.kind === 'end' || isConnective(token)) return false
  if (token.kind === 'word' && isField(fieldOf(token.text))) return false
  const next = cursor.peek(1)
  return !isOperatorToken(next) && !isSymbol(next, '(') && !isSymbol(next, '[')
}

/** `refund "order 17"`: a full-text search for all of these words. */
function readSearch(cursor: Cursor): Node {
  const { column } = cursor.peek()
  const terms: string[] = []
  while (startsSearch(cursor)) {
    const token = cursor.next()
    terms.push(token.kind === 'string' ? `"${token.value.replaceAll('"', ' ')}"` : token.text)
  }
  return { column, members: { field: 'content', operator: 'contains', value: terms.join(' '), options: {} } }
}

function readCondition(cursor: Cursor): Node {
  const token = cursor.next()
  if (token.kind !== 'word' || isConnective(token)) throw syntaxError('a condition', token)
  const output = annotationOutput(token.text)
  if (output !== undefined) return readAnnotationOutput(cursor, output, token.column)
  const dot = token.text.indexOf('.')
  const field = fieldOf(token.text)
  if (!isField(field)) {
    throw new AssayError('filter_invalid', `${unknownField(field)} (column ${token.column})`)
  }
  const key = dot < 0 ? readBracketKey(cursor) : token.text.slice(dot + 1)
  return { column: token.column, members: readTest(cursor, { field, key }) }
}

/** A condition on an output: some annotation of the evaluator matches. With `not_exists`: none has the output. */
function readAnnotationOutput(cursor: Cursor, { evaluator, key }: AnnotationOutput, column: number): Node {
  const test = readTest(cursor, { field: 'attributes', key })
  const isAbsent = test['operator'] === 'not_exists'
  const members = isAbsent ? { ...test, operator: 'exists' } : test
  const innerFilter = group('and', {
    children: [
      { column, members: evaluator },
      { column, members },
    ],
    column,
  })
  const annotationFilter = related('annotation', { childNode: innerFilter, column })
  return isAbsent ? group('not', { children: [annotationFilter], column }) : annotationFilter
}

/** Operator, value and options of a condition on the subject. */
function readTest(
  cursor: Cursor,
  { field, key }: { readonly field: string; readonly key: string | undefined },
): JsonObject {
  const operator = readOperator(cursor)
  const readNumber = digitFields.has(field) ? (number: NumberToken) => number.text : exactNumber
  const value = operator === 'exists' || operator === 'not_exists' ? null : readValue({ cursor, readNumber })
  const options: Record<string, boolean> = {}
  while (cursor.peek().kind === 'word' && optionNames.includes(cursor.peek().text)) {
    setOwn(options, cursor.next().text, true)
  }
  return { field, ...(key === undefined ? {} : { key }), operator, value, options }
}

function readBracketKey(cursor: Cursor): string | undefined {
  if (!isSymbol(cursor.peek(), '[')) return undefined
  cursor.next()
  const key = cursor.next()
  if (key.kind !== 'string') throw syntaxError('a key in quotes', key)
  expectSymbol(cursor, ']')
  return key.value
}

function readOperator(cursor: Cursor): string {
  const token = cursor.next()
  const operator = token.kind === 'symbol' ? ownMember(symbolOperators, token.text) : token.text
  if (operator !== undefined && isOperator(operator)) return operator
  throw syntaxError(`an operator (${Object.keys(symbolOperators).join(' ')} ${operators.join(' ')})`, token)
}
