// Splits Jinja templates into texts, `{{ … }}` and `{% … %}`, and expressions into tokens.
import { badSettings } from '../failure.ts'
import { ownMember } from '../../kernel/own.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly source: string }
  | { readonly kind: 'statement'; readonly source: string }

const openingPattern = /\{\{-?|\{%-?|\{#-?/g
const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' }

/** The end of the tag that starts at `from`; quoted strings are skipped. */
function closingAt(
  source: string,
  { from, closing }: { readonly from: number; readonly closing: string },
): number {
  let quote = ''
  for (let index = from; index < source.length; index += 1) {
    const char = source.charAt(index)
    if (quote !== '') {
      if (char === '\\') index += 1
      else if (char === quote) quote = ''
    } else if (closing !== '#}' && (char === '"' || char === "'")) quote = char
    else if (source.startsWith(closing, index)) return index
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

/** `-` beside a tag trims the whitespace on its side; without it everything stays. */
export function splitTemplate(source: string): readonly Piece[] {
  const pieces: Piece[] = []
  let position = 0
  let trimNext = false
  const addText = (end: number, trimEnd: boolean): void => {
    let part = source.slice(position, end)
    if (trimNext) part = part.trimStart()
    if (trimEnd) part = part.trimEnd()
    if (part !== '') pieces.push({ kind: 'text', text: part })
  }
  for (;;) {
    openingPattern.lastIndex = position
    const match = openingPattern.exec(source)
    if (match === null) break
    addText(match.index, match[0].endsWith('-'))
    const mark = match[0].slice(0, 2)
    const end = closingAt(source, {
      from: match.index + match[0].length,
      closing: ownMember(closings, mark) as string,
    })
    const isTrimming = source.charAt(end - 1) === '-'
    const content = source.slice(match.index + match[0].length, isTrimming ? end - 1 : end).trim()
    position = end + 2
    trimNext = isTrimming
    if (mark === '{%' && content === 'raw') {
      const raw = rawEnd(source, position)
      pieces.push({ kind: 'text', text: source.slice(position, raw.start) })
      position = raw.end
      trimNext = false
    } else if (mark !== '{#') pieces.push({ kind: mark === '{{' ? 'output' : 'statement', source: content })
  }
  addText(source.length, false)
  return pieces
}

export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'mark'; readonly text: string }

const tokenPattern =
  /\s+|([A-Za-z_][A-Za-z0-9_]*)|(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(==|!=|<=|>=|\/\/|[-+*/%~<>()[\]{}.,|:=])/y

const unescape = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, char: string) => ownMember({ n: '\n', t: '\t', r: '\r' }, char) ?? char)

export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const position = tokenPattern.lastIndex
    const match = tokenPattern.exec(source)
    if (match === null) throw badSettings(`'${source}' is invalid at character ${position + 1}.`)
    const [, name, number, double, single, mark] = match
    const quotedText = double ?? single
    if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) })
    else if (quotedText !== undefined) tokens.push({ kind: 'literal', value: unescape(quotedText) })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
  }
  return tokens
}
