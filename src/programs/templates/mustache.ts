import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { missingInput, outputCharactersMax, written } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'section'; readonly name: string; readonly inverted: boolean; readonly inside: Node[] }

const tagPattern = /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g

interface Tag {
  readonly mark: string
  readonly name: string
}

function tagOf(triple: string | undefined, plain: string | undefined): Tag {
  if (triple !== undefined) return { mark: '&', name: triple.trim() }
  const inner = (plain ?? '').trim()
  const mark = /^[#^/!&>=]/.exec(inner)?.[0] ?? ''
  return { mark, name: inner.slice(mark.length).trim() }
}

/** Sections that stand on a line of their own take the line with them. */
const withoutStandaloneLines = (text: string): string =>
  text.replaceAll(/^[ \t]*(\{\{[#^/!][^{}]*\}\})[ \t]*(?:\r?\n|$)/gm, '$1')

function parse(source: string): readonly Node[] {
  const text = withoutStandaloneLines(source)
  const root: Node[] = []
  const open: { readonly name: string; readonly inside: Node[] }[] = [{ name: '', inside: root }]
  let end = 0
  const here = (): Node[] => open.at(-1)?.inside ?? root
  for (const match of text.matchAll(tagPattern)) {
    if (match.index > end) here().push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    const { mark, name } = tagOf(match[1], match[2])
    if (mark === '!') continue
    if (mark === '>' || mark === '=') throw badSettings(`'${match[0]}' is not supported in templates.`)
    if (mark === '#' || mark === '^') {
      const inside: Node[] = []
      here().push({ kind: 'section', name, inverted: mark === '^', inside })
      open.push({ name, inside })
    } else if (mark === '/') {
      if (open.length === 1 || open.pop()?.name !== name) throw badSettings(`'${match[0]}' closes nothing.`)
    } else here().push({ kind: 'value', name })
  }
  if (open.length > 1) throw badSettings(`The section '${open.at(-1)?.name}' is not closed.`)
  if (end < text.length) root.push({ kind: 'text', text: text.slice(end) })
  return root
}

type Stack = readonly Json[]

/** The first part is looked for from the innermost value outwards, the others below it. */
function lookUp(stack: Stack, name: string): Json | undefined {
  if (name === '.') return stack.at(-1)
  const [first = '', ...rest] = name.split('.')
  const holder = stack.findLast((value) => isJsonObject(value) && Object.hasOwn(value, first))
  let at: Json | undefined = isJsonObject(holder) ? ownMember(holder, first) : undefined
  for (const part of rest) {
    if (Array.isArray(at)) at = /^\d+$/.test(part) ? (at as readonly Json[])[Number(part)] : undefined
    else at = isJsonObject(at) ? ownMember(at, part) : undefined
  }
  return at
}

const isFalsy = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0)

class Output {
  readonly #parts: string[] = []
  #length = 0

  add(text: string): void {
    this.#length += text.length
    if (this.#length > outputCharactersMax) throw badSettings('The template writes too much.')
    this.#parts.push(text)
  }

  get text(): string {
    return this.#parts.join('')
  }
}

function render(nodes: readonly Node[], stack: Stack, output: Output): void {
  for (const node of nodes) {
    if (node.kind === 'text') {
      output.add(node.text)
      continue
    }
    const value = lookUp(stack, node.name)
    if (node.kind === 'value') {
      if (value === undefined) throw missingInput(node.name)
      output.add(written(value))
    } else if (node.inverted || isFalsy(value)) {
      if (node.inverted && isFalsy(value)) render(node.inside, stack, output)
    } else {
      const items: readonly Json[] = Array.isArray(value) ? value : [value as Json]
      for (const item of items) render(node.inside, [...stack, item], output)
    }
  }
}

export function renderMustache(text: string, values: JsonObject): string {
  const output = new Output()
  render(parse(text), [values], output)
  return output.text
}
