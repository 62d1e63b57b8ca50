// Mustache for prompts: variables, sections, inverted sections, comments, other delimiters; a tag alone on its line
// removes the line. Nothing is escaped, values other than text are written as JSON, and an unknown name is an error.
// Written here, since the SDK renders templates too and has no dependencies.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { badSettings } from '../failure.ts'
import { missingInput, textOf, type OutputLimit } from './values.ts'

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | {
      readonly kind: 'section'
      readonly name: string
      readonly isInverted: boolean
      readonly body: readonly Node[]
    }

interface Tag {
  /** `#`, `^`, `/`, `!`, `=`, `>`, or nothing for a value. */
  readonly sigil: string
  readonly name: string
}

type Token = { readonly text: string } | Tag

const nestingMax = 100
/** The most blanks between the delimiter of a tag and its content. */
const blanksMax = 20
const sigils = new Set(['#', '^', '/', '>', '{', '&', '=', '!'])
const standaloneSigils = new Set(['#', '^', '/', '!', '='])

/** Texts and tags in order. */
function tokensOf(template: string): readonly Token[] {
  const tokens: Token[] = []
  let [open, close] = ['{{', '}}']
  let position = 0
  for (;;) {
    const start = template.indexOf(open, position)
    tokens.push({ text: template.slice(position, start < 0 ? undefined : start) })
    if (start < 0) return tokens
    const [mark = ''] = template.slice(start + open.length, start + open.length + blanksMax).trimStart()
    const closing = mark === '{' ? `}${close}` : mark === '=' ? `=${close}` : close
    const end = template.indexOf(closing, start + open.length + (closing === close ? 0 : 1))
    if (end < 0) throw badSettings(`A tag of the template is not closed by '${closing}'.`)
    const content = template.slice(start + open.length, end).trim()
    const sigil = sigils.has(mark) ? mark : ''
    const name = content.slice(sigil.length).trim()
    position = end + closing.length
    tokens.push({ sigil: sigil === '{' || sigil === '&' ? '' : sigil, name })
    if (sigil !== '=') continue
    const marks = name.split(/\s+/)
    const [left, right] = marks
    if (marks.length !== 2 || left === undefined || right === undefined || right === '')
      throw badSettings(`'${name}' are not valid delimiters.`)
    ;[open, close] = [left, right]
  }
}

/** Removes the blanks and line ends of lines that have only tags without output. */
function withoutStandaloneLines(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = []
  let line: Token[] = []
  const endLine = (): void => {
    const tags = line.filter((token) => 'sigil' in token)
    const isStandalone =
      tags.length > 0 &&
      tags.every(({ sigil }) => standaloneSigils.has(sigil)) &&
      line.every((token) => 'sigil' in token || token.text.trim() === '')
    result.push(...(isStandalone ? tags : line))
    line = []
  }
  for (const token of tokens) {
    if ('sigil' in token) {
      line.push(token)
      continue
    }
    const lines = token.text.split(/(?<=\n)/)
    for (const [i, text] of lines.entries()) {
      line.push({ text })
      if (i < lines.length - 1 || text.endsWith('\n')) endLine()
    }
  }
  endLine()
  return result
}

function nodesOf(template: string): readonly Node[] {
  const root: Node[] = []
  const openSections: { readonly tag: Tag; readonly outer: Node[]; readonly body: Node[] }[] = []
  let target = root
  for (const token of withoutStandaloneLines(tokensOf(template))) {
    if ('text' in token) {
      if (token.text !== '') target.push({ kind: 'text', text: token.text })
    } else if (token.sigil === '') target.push({ kind: 'value', name: token.name })
    else if (token.sigil === '#' || token.sigil === '^') {
      if (openSections.length >= nestingMax) throw badSettings('The sections of the template nest too deep.')
      const body: Node[] = []
      openSections.push({ tag: token, outer: target, body })
      target = body
    } else if (token.sigil === '/') {
      const section = openSections.pop()
      if (section?.tag.name !== token.name)
        throw badSettings(`'{{/${token.name}}}' does not match an open section.`)
      const { tag, outer, body } = section
      outer.push({ kind: 'section', name: tag.name, isInverted: tag.sigil === '^', body })
      target = outer
    } else if (token.sigil === '>') {
      throw badSettings(`'{{>${token.name}}}' is not supported in templates.`)
    }
  }
  const unclosedSection = openSections.at(-1)
  if (unclosedSection !== undefined) throw badSettings(`'{{#${unclosedSection.tag.name}}}' is not closed.`)
  return root
}

/** The values in scope, innermost first. */
interface Scope {
  readonly value: Json
  readonly outer: Scope | undefined
}

function lookUp(scope: Scope | undefined, name: string): Json | undefined {
  for (let current = scope; current !== undefined; current = current.outer) {
    if (isJsonObject(current.value) && Object.hasOwn(current.value, name))
      return ownMember(current.value, name)
  }
  return undefined
}

/** Looks up the first part from the innermost value outwards, the others below it. */
function valueOf(scope: Scope, name: string): Json | undefined {
  if (name === '.') return scope.value
  const [first = '', ...rest] = name.split('.')
  let current = lookUp(scope, first)
  for (const part of rest) {
    if (isJsonList(current)) current = /^\d+$/.test(part) ? current[Number(part)] : undefined
    else current = isJsonObject(current) ? ownMember(current, part) : undefined
  }
  return current
}

const isFalsy = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (isJsonList(value) && value.length === 0)

export function renderMustache(text: string, values: JsonObject, limit: OutputLimit): string {
  const parts: string[] = []
  const run = (nodes: readonly Node[], scope: Scope): void => {
    for (const node of nodes) {
      if (node.kind === 'text') parts.push(limit.count(node.text))
      else if (node.kind === 'value') {
        const value = valueOf(scope, node.name)
        if (value === undefined) throw missingInput(node.name)
        parts.push(limit.count(textOf(value)))
      } else {
        const value = valueOf(scope, node.name)
        if (node.isInverted) {
          if (isFalsy(value)) run(node.body, scope)
        } else if (isJsonList(value)) {
          for (const item of value) run(node.body, { value: item, outer: scope })
        } else if (value === true) run(node.body, scope)
        else if (value !== undefined && !isFalsy(value)) run(node.body, { value, outer: scope })
      }
    }
  }
  run(nodesOf(text), { value: values, outer: undefined })
  return parts.join('')
}
