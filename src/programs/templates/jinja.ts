// Renders Jinja templates: texts, outputs, if, for, set.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { ExpressionParser, type Expression } from './jinja-expression.ts'
import { splitTemplate, type Piece } from './jinja-lex.ts'
import {
  applyOperator,
  applyFilter,
  isTrue,
  itemsOf,
  Missing,
  passesTest,
  requireValue,
  type Value,
} from './jinja-values.ts'
import { textOf, type OutputLimit } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | { readonly kind: 'set'; readonly name: string; readonly value: Expression }
  | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: readonly Node[] }
  | {
      readonly kind: 'for'
      readonly names: readonly string[]
      readonly of: Expression
      readonly filter: Expression | undefined
      readonly body: readonly Node[]
      readonly otherwise: readonly Node[]
    }

interface Branch {
  readonly test: Expression
  readonly body: readonly Node[]
}

const nestingMax = 30
/** The most iterations of all loops together; ten nested loops of a hundred iterations would never end. */
const iterationsMax = 100_000

class TemplateParser {
  readonly #pieces: readonly Piece[]
  #position = 0
  #depth = 0

  constructor(source: string) {
    this.#pieces = splitTemplate(source)
  }

  parse(): readonly Node[] {
    const nodes = this.#until([])
    if (this.#position < this.#pieces.length)
      throw badSettings(`'${this.#word()}' does not match an open block.`)
    return nodes
  }

  #word(): string {
    const piece = this.#pieces[this.#position]
    return piece?.kind === 'statement' ? (piece.source.split(/\s/)[0] ?? '') : ''
  }

  /** A parser for the current statement, after its keyword. */
  #statement(): ExpressionParser {
    const piece = this.#pieces[this.#position]
    this.#position += 1
    const parser = new ExpressionParser(piece?.kind === 'statement' ? piece.source : '')
    parser.name()
    return parser
  }

  /** Nodes up to a statement that starts with one of `words`, which is not consumed. */
  #until(words: readonly string[]): readonly Node[] {
    const nodes: Node[] = []
    for (; this.#position < this.#pieces.length;) {
      const piece = this.#pieces[this.#position] as Piece
      if (piece.kind === 'statement') {
        const word = this.#word()
        if (words.includes(word) || /^(end|else|elif)/.test(word)) return nodes
        nodes.push(this.#block(word))
        continue
      }
      this.#position += 1
      if (piece.kind === 'text') nodes.push(piece)
      else nodes.push({ kind: 'output', value: completeExpression(new ExpressionParser(piece.source)) })
    }
    return nodes
  }

  #block(word: string): Node {
    this.#depth += 1
    if (this.#depth > nestingMax) throw badSettings('The blocks of the template nest too deep.')
    const node = word === 'if' ? this.#if() : word === 'for' ? this.#for() : this.#set(word)
    this.#depth -= 1
    return node
  }

  #set(word: string): Node {
    if (word !== 'set') throw badSettings(`'${word}' is not supported in templates.`)
    const parser = this.#statement()
    const name = parser.name()
    parser.expect('=')
    return { kind: 'set', name, value: completeExpression(parser) }
  }

  #close(word: string): void {
    if (this.#word() !== word) throw badSettings(`A block of the template is not closed by '${word}'.`)
    this.#statement().end()
  }

  #if(): Node {
    const branches: Branch[] = []
    do {
      const test = completeExpression(this.#statement())
      branches.push({ test, body: this.#until(['elif', 'else', 'endif']) })
    } while (this.#word() === 'elif')
    const otherwise = this.#else('endif')
    return { kind: 'if', branches, otherwise }
  }

  #else(closing: string): readonly Node[] {
    const hasElse = this.#word() === 'else'
    if (hasElse) this.#statement().end()
    const otherwise = hasElse ? this.#until([closing]) : []
    this.#close(closing)
    return otherwise
  }

  #for(): Node {
    const parser = this.#statement()
    const names = [parser.name()]
    while (parser.take(',')) names.push(parser.name())
    parser.expect('in')
    const sequence = parser.sequence()
    const filter = parser.take('if') ? parser.sequence() : undefined
    parser.end()
    const body = this.#until(['else', 'endfor'])
    return { kind: 'for', names, of: sequence, filter, body, otherwise: this.#else('endfor') }
  }
}

function completeExpression(parser: ExpressionParser): Expression {
  const expression = parser.expression()
  parser.end()
  return expression
}

type Names = ReadonlyMap<string, Json>

function nameOf(expression: Expression): string {
  if (expression.kind === 'name') return expression.name
  if (expression.kind !== 'member') return '…'
  const { member } = expression
  return `${nameOf(expression.of)}.${member.kind === 'literal' ? textOf(member.value) : '…'}`
}

/** Null is a value like any other: `is none` tests for it. */
const valueOrMissing = (value: Json | undefined, name: string): Value =>
  value === undefined ? new Missing(name) : value

function memberOf(expression: Expression & { readonly kind: 'member' }, names: Names): Value {
  const holder = requireValue(valueOf(expression.of, names))
  const member = requireValue(valueOf(expression.member, names))
  if (isJsonList(holder) && typeof member === 'number') {
    return valueOrMissing(holder.at(member), nameOf(expression))
  }
  const name = textOf(member)
  return isJsonObject(holder) && Object.hasOwn(holder, name)
    ? (ownMember(holder, name) as Json)
    : new Missing(nameOf(expression))
}

function valueOf(expression: Expression, names: Names): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'list':
      return expression.items.map((item) => requireValue(valueOf(item, names)))
    case 'name':
      return valueOrMissing(names.get(expression.name), expression.name)
    case 'member':
      return memberOf(expression, names)
    case 'filter':
      return applyFilter(expression.name, {
        value: valueOf(expression.of, names),
        args: expression.args.map((argument) => requireValue(valueOf(argument, names))),
      })
    case 'test':
      return passesTest(expression.name, valueOf(expression.of, names)) !== expression.isNegated
    case 'not':
      return !isTrue(valueOf(expression.of, names))
    case 'negative':
      return applyOperator('-', { left: 0, right: requireValue(valueOf(expression.of, names)) })
    case 'choice':
      if (isTrue(valueOf(expression.test, names))) return valueOf(expression.consequent, names)
      return expression.alternative === undefined ? '' : valueOf(expression.alternative, names)
    case 'operator':
      return evaluateOperator(expression, names)
    default:
      throw badSettings('The template is invalid.')
  }
}

/** `and` and `or` return one of their sides, and evaluate the second only if needed. */
function evaluateOperator(expression: Expression & { readonly kind: 'operator' }, names: Names): Value {
  const left = valueOf(expression.left, names)
  if (expression.operator === 'or') return isTrue(left) ? left : valueOf(expression.right, names)
  if (expression.operator === 'and') return isTrue(left) ? valueOf(expression.right, names) : left
  return applyOperator(expression.operator, {
    left: requireValue(left),
    right: requireValue(valueOf(expression.right, names)),
  })
}

class Rendering {
  readonly #parts: string[] = []
  readonly #limit: OutputLimit
  #iterations = 0

  constructor(limit: OutputLimit) {
    this.#limit = limit
  }

  get text(): string {
    return this.#parts.join('')
  }

  run(nodes: readonly Node[], outer: Names): void {
    const names = new Map(outer)
    for (const node of nodes) {
      if (node.kind === 'text') this.#add(node.text)
      else if (node.kind === 'output') this.#add(textOf(requireValue(valueOf(node.value, names))))
      else if (node.kind === 'set') names.set(node.name, requireValue(valueOf(node.value, names)))
      else if (node.kind === 'if') this.#if(node, names)
      else this.#for(node, names)
    }
  }

  #add(text: string): void {
    this.#parts.push(this.#limit.count(text))
  }

  #if(node: Node & { readonly kind: 'if' }, names: Names): void {
    const branch = node.branches.find(({ test }) => isTrue(valueOf(test, names)))
    this.run(branch?.body ?? node.otherwise, names)
  }

  #for(node: Node & { readonly kind: 'for' }, names: Names): void {
    const bindItem = (item: Json): Names => new Map([...names, ...bindings(node.names, item)])
    const sequence = itemsOf(requireValue(valueOf(node.of, names)))
    const { filter } = node
    const items =
      filter === undefined ? sequence : sequence.filter((item) => isTrue(valueOf(filter, bindItem(item))))
    if (items.length === 0) this.run(node.otherwise, names)
    for (const [i, item] of items.entries()) {
      this.#iterations += 1
      if (this.#iterations > iterationsMax) throw badSettings('The loops of the template run too long.')
      const loop: JsonObject = {
        index: i + 1,
        index0: i,
        first: i === 0,
        last: i === items.length - 1,
        length: items.length,
        revindex: items.length - i,
      }
      this.run(node.body, new Map([...bindItem(item), ['loop', loop]]))
    }
  }
}

function bindings(names: readonly string[], item: Json): readonly (readonly [string, Json])[] {
  if (names.length === 1) return [[names[0] as string, item]]
  const parts = itemsOf(item)
  if (parts.length !== names.length)
    throw badSettings(`${names.length} names do not fit ${parts.length} values.`)
  return names.map((name, i) => [name, parts[i] as Json])
}

export function renderJinja(text: string, values: JsonObject, limit: OutputLimit): string {
  const rendering = new Rendering(limit)
  rendering.run(new TemplateParser(text).parse(), new Map(Object.entries(values)))
  return rendering.text
}
