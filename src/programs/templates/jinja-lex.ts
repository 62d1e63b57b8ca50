// Jinja templates cut into texts, `{{ … }}` and `{% … %}`, and expressions into tokens.
import { badSettings } from '../failure.ts'
import { ownMember } from '../../kernel/own.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly source: string }
  | { readonly kind: 'statement'; readonly source: string }

const opening = /\{\{-?|\{%-?|\{#-?/g
const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }

/** Where the tag that begins at `from` ends; texts in quotes are passed over. */
function closingAt(source: string, from: number, closing: string): number {
  let quote = ''
  for (let at = from; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (quote !== '') {
      if (char === '\\') at += 1
      else if (char === quote) quote = ''
    } else if (closing !== '#}' && (char === '"' || char === "'")) quote = char
    else if (source.startsWith(closing, at)) return at
  }
  throw badSettings(`A tag of the template is not closed by '${closing}'.`)
}

function rawEnd(source: string, from: number): { readonly start: number; readonly end: number } {
  const endTag = /\{%-?\s*endraw\s*-?%\}/g
  endTag.lastIndex = from
  const match = endTag.exec(source)
  if (match === null) throw badSettings("'raw' is not closed by 'endraw'.")
  return { start: match.index, end: match.index + match[0].length }
}

/** `-` beside a tag trims the blanks and line breaks on its side; without it everything stays. */
export function pieces(source: string): readonly Piece[] {
  const found: Piece[] = []
  let at = 0
  let trimNext = false
  const text = (end: number, trimEnd: boolean): void => {
    let part = source.slice(at, end)
    if (trimNext) part = part.trimStart()
    if (trimEnd) part = part.trimEnd()
    if (part !== '') found.push({ kind: 'text', text: part })
  }
  for (;;) {
    opening.lastIndex = at
    const match = opening.exec(source)
    if (match === null) break
    text(match.index, match[0].endsWith('-'))
    const mark = match[0].slice(0, 2)
    const end = closingAt(source, match.index + match[0].length, ownMember(closings, mark) as string)
    const trims = source.charAt(end - 1) === '-'
    const inner = source.slice(match.index + match[0].length, trims ? end - 1 : end).trim()
    at = end + 2
    trimNext = trims
    if (mark === '{%' && inner === 'raw') {
      const raw = rawEnd(source, at)
      found.push({ kind: 'text', text: source.slice(at, raw.start) })
      at = raw.end
      trimNext = false
    } else if (mark !== '{#') found.push({ kind: mark === '{{' ? 'output' : 'statement', source: inner })
  }
  text(source.length, false)
  return found
}

export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'mark'; readonly text: string }

const tokenPattern =
  /\s+|([A-Za-z_][A-Za-z0-9_]*)|(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(==|!=|<=|>=|\/\/|[-+*/%~<>()[\]{}.,|:=])/y

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, char: string) => ownMember({ n: '\n', t: '\t', r: '\r' }, char) ?? char)

export function tokens(source: string): readonly Token[] {
  const found: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(source)
    if (match === null) throw badSettings(`'${source}' cannot be read at character ${at + 1}.`)
    const [, name, number, double, single, mark] = match
    const quoted = double ?? single
    if (name !== undefined) found.push({ kind: 'name', text: name })
    else if (number !== undefined) found.push({ kind: 'literal', value: Number(number) })
    else if (quoted !== undefined) found.push({ kind: 'literal', value: unescaped(quoted) })
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark })
  }
  return found
}
