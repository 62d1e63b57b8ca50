// Mustache for prompts: variables, sections, inverted sections, comments, other delimiters; a tag that stands alone takes its
// line with it. Nothing is escaped, what is no text is written as JSON, and a name that is not among the inputs is an error.
// Ours, since the SDK fills in templates too and has no dependencies.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { badSettings } from '../failure.ts'
import { missingInput, written, type OutputLimit } from './values.ts'

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | {
      readonly kind: 'section'
      readonly name: string
      readonly inverted: boolean
      readonly body: readonly Node[]
    }

interface Tag {
  /** `#`, `^`, `/`, `!`, `=`, `>`, or nothing for a value. */
  readonly sigil: string
  readonly name: string
}

type Token = { readonly text: string } | Tag

const nestingMax = 100
/** Blanks between the delimiter of a tag and what it begins with. */
const blanksMax = 20
const sigils = new Set(['#', '^', '/', '>', '{', '&', '=', '!'])
const standsAlone = new Set(['#', '^', '/', '!', '='])

/** Texts and tags in their order. */
function tokensOf(template: string): readonly Token[] {
  const tokens: Token[] = []
  let [open, close] = ['{{', '}}']
  let at = 0
  for (;;) {
    const start = template.indexOf(open, at)
    tokens.push({ text: template.slice(at, start < 0 ? undefined : start) })
    if (start < 0) return tokens
    const [mark = ''] = template.slice(start + open.length, start + open.length + blanksMax).trimStart()
    const closing = mark === '{' ? `}${close}` : mark === '=' ? `=${close}` : close
    const end = template.indexOf(closing, start + open.length + (closing === close ? 0 : 1))
    if (end < 0) throw badSettings(`A tag of the template is not closed by '${closing}'.`)
    const inner = template.slice(start + open.length, end).trim()
    const sigil = sigils.has(mark) ? mark : ''
    const name = inner.slice(sigil.length).trim()
    at = end + closing.length
    tokens.push({ sigil: sigil === '{' || sigil === '&' ? '' : sigil, name })
    if (sigil !== '=') continue
    const marks = name.split(/\s+/)
    const [left, right] = marks
    if (marks.length !== 2 || left === undefined || right === undefined || right === '')
      throw badSettings(`'${name}' are no delimiters.`)
    ;[open, close] = [left, right]
  }
}

/** Lines that hold nothing but tags which write nothing lose their blanks and their end. */
function withoutLonelyLines(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = []
  let line: Token[] = []
  const endLine = (): void => {
    const tags = line.filter((token) => 'sigil' in token)
    const isLonely =
      tags.length > 0 &&
      tags.every(({ sigil }) => standsAlone.has(sigil)) &&
      line.every((token) => 'sigil' in token || token.text.trim() === '')
    kept.push(...(isLonely ? tags : line))
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
  return kept
}

function nodesOf(template: string): readonly Node[] {
  const root: Node[] = []
  const open: { readonly tag: Tag; readonly outer: Node[]; readonly body: Node[] }[] = []
  let into = root
  for (const token of withoutLonelyLines(tokensOf(template))) {
    if ('text' in token) {
      if (token.text !== '') into.push({ kind: 'text', text: token.text })
    } else if (token.sigil === '') into.push({ kind: 'value', name: token.name })
    else if (token.sigil === '#' || token.sigil === '^') {
      if (open.length >= nestingMax) throw badSettings('The sections of the template nest too deep.')
      const body: Node[] = []
      open.push({ tag: token, outer: into, body })
      into = body
    } else if (token.sigil === '/') {
      const section = open.pop()
      if (section?.tag.name !== token.name) throw badSettings(`'{{/${token.name}}}' closes nothing.`)
      const { tag, outer, body } = section
      outer.push({ kind: 'section', name: tag.name, inverted: tag.sigil === '^', body })
      into = outer
    } else if (token.sigil === '>') {
      throw badSettings(`'{{>${token.name}}}' is not supported in templates.`)
    }
  }
  const left = open.at(-1)
  if (left !== undefined) throw badSettings(`'{{#${left.tag.name}}}' is not closed.`)
  return root
}

/** The values that surround a place, the innermost first. */
interface Names {
  readonly value: Json
  readonly outer: Names | undefined
}

function holderOf(names: Names | undefined, name: string): Json | undefined {
  for (let at = names; at !== undefined; at = at.outer) {
    if (isJsonObject(at.value) && Object.hasOwn(at.value, name)) return ownMember(at.value, name)
  }
  return undefined
}

/** The first part is looked for from the innermost value outwards, the others below it. */
function valueOf(names: Names, name: string): Json | undefined {
  if (name === '.') return names.value
  const [first = '', ...rest] = name.split('.')
  let at = holderOf(names, first)
  for (const part of rest) {
    if (Array.isArray(at)) at = /^\d+$/.test(part) ? (at as readonly Json[])[Number(part)] : undefined
    else at = isJsonObject(at) ? ownMember(at, part) : undefined
  }
  return at
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

export function renderMustache(text: string, values: JsonObject, limit: OutputLimit): string {
  const parts: string[] = []
  const run = (nodes: readonly Node[], names: Names): void => {
    for (const node of nodes) {
      if (node.kind === 'text') parts.push(limit.pass(node.text))
      else if (node.kind === 'value') {
        const value = valueOf(names, node.name)
        if (value === undefined) throw missingInput(node.name)
        parts.push(limit.pass(written(value)))
      } else {
        const value = valueOf(names, node.name)
        if (node.inverted) {
          if (isNothing(value)) run(node.body, names)
        } else if (Array.isArray(value)) {
          for (const item of value as readonly Json[]) run(node.body, { value: item, outer: names })
        } else if (value === true) run(node.body, names)
        else if (value !== undefined && !isNothing(value)) run(node.body, { value, outer: names })
      }
    }
  }
  run(nodesOf(text), { value: values, outer: undefined })
  return parts.join('')
}
