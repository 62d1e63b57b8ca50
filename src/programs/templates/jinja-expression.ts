// Parses expressions of Jinja templates into a tree. The only calls are filters and tests of a fixed list, so an
// expression can reach nothing but the inputs.
import type { Json } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { tokenize, type Token } from './jinja-lex.ts'

export type Expression =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly member: Expression }
  | {
      readonly kind: 'filter'
      readonly of: Expression
      readonly name: string
      readonly args: readonly Expression[]
    }
  | { readonly kind: 'test'; readonly of: Expression; readonly name: string; readonly isNegated: boolean }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'negative'; readonly of: Expression }
  | {
      readonly kind: 'operator'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'choice'
      readonly test: Expression
      readonly consequent: Expression
      readonly alternative: Expression | undefined
    }

const constants: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

/** Lowest precedence first. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['or']),
  new Set(['and']),
  new Set(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in']),
  new Set(['~']),
  new Set(['+', '-']),
  new Set(['*', '/', '//', '%']),
]
const depthMax = 50

export class ExpressionParser {
  readonly #source: string
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
    this.#tokens = tokenize(source)
  }

  /** The text of the next token if it is a name or a symbol. */
  peek(offset = 0): string | undefined {
    const token = this.#tokens[this.#position + offset]
    return token === undefined || token.kind === 'literal' ? undefined : token.text
  }

  take(text: string): boolean {
    if (this.peek() !== text) return false
    this.#position += 1
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.syntaxError(`'${text}' is expected`)
  }

  name(): string {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'name') throw this.syntaxError('a name is expected')
    this.#position += 1
    return token.text
  }

  end(): void {
    if (this.#position < this.#tokens.length) throw this.syntaxError('there is text after its end')
  }

  syntaxError(reason: string) {
    return badSettings(`'${this.#source}' cannot be read: ${reason}.`)
  }

  expression(): Expression {
    this.#depth += 1
    if (this.#depth > depthMax) throw this.syntaxError(`it is nested more than ${depthMax} levels deep`)
    const first = this.#binary(0)
    const result = this.take('if') ? this.#choice(first) : first
    this.#depth -= 1
    return result
  }

  /** The sequence of a loop ends before `if`, which starts its filter. */
  sequence(): Expression {
    return this.#binary(0)
  }

  #choice(consequent: Expression): Expression {
    const test = this.#binary(0)
    return {
      kind: 'choice',
      test,
      consequent,
      alternative: this.take('else') ? this.expression() : undefined,
    }
  }

  #operator(level: number): string | undefined {
    const isNotIn = this.peek() === 'not' && this.peek(1) === 'in'
    const operator = isNotIn ? 'not in' : this.peek()
    if (operator === undefined || levels[level]?.has(operator) !== true) return undefined
    this.#position += isNotIn ? 2 : 1
    return operator
  }

  #binary(level: number): Expression {
    if (level === 2 && this.take('not')) return { kind: 'not', of: this.#binary(2) }
    if (level === levels.length) return this.#unary()
    let left = this.#binary(level + 1)
    for (let operator = this.#operator(level); operator !== undefined; operator = this.#operator(level)) {
      left = { kind: 'operator', operator, left, right: this.#binary(level + 1) }
    }
    return left
  }

  #unary(): Expression {
    return this.take('-') ? { kind: 'negative', of: this.#unary() } : this.#suffixes(this.#primary())
  }

  #primary(): Expression {
    const token = this.#tokens[this.#position]
    if (token === undefined) throw this.syntaxError('it ends too early')
    this.#position += 1
    if (token.kind === 'literal') return { kind: 'literal', value: token.value }
    if (token.kind === 'name') {
      const constant = constants.get(token.text)
      return constant === undefined
        ? { kind: 'name', name: token.text }
        : { kind: 'literal', value: constant }
    }
    if (token.text === '(') {
      const expression = this.expression()
      this.expect(')')
      return expression
    }
    if (token.text === '[') return { kind: 'list', items: this.#items(']') }
    throw this.syntaxError(`'${token.text}' is not expected`)
  }

  #items(closing: string): readonly Expression[] {
    const items: Expression[] = []
    while (!this.take(closing)) {
      // Named arguments are used by position; the filters here have at most two.
      if (this.peek(1) === '=') this.#position += 2
      items.push(this.expression())
      if (!this.take(',') && this.peek() !== closing)
        throw this.syntaxError(`',' or '${closing}' is expected`)
    }
    return items
  }

  #suffixes(start: Expression): Expression {
    let expression = start
    for (;;) {
      if (this.take('.')) expression = { kind: 'member', of: expression, member: this.#memberName() }
      else if (this.take('[')) {
        expression = { kind: 'member', of: expression, member: this.expression() }
        this.expect(']')
      } else if (this.take('|')) {
        const name = this.name()
        expression = { kind: 'filter', of: expression, name, args: this.take('(') ? this.#items(')') : [] }
      } else if (this.take('is')) {
        const isNegated = this.take('not')
        expression = { kind: 'test', of: expression, name: this.name(), isNegated }
      } else if (this.peek() === '(') throw this.syntaxError('functions cannot be called')
      else return expression
    }
  }

  #memberName(): Expression {
    const token = this.#tokens[this.#position]
    this.#position += 1
    if (token?.kind === 'name') return { kind: 'literal', value: token.text }
    if (token?.kind === 'literal' && typeof token.value === 'number')
      return { kind: 'literal', value: token.value }
    throw this.syntaxError('a name is expected after the dot')
  }
}
