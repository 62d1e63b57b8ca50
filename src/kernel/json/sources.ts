// Parses JSON text with the source of each number. Node 20 and older browsers do not pass it to the reviver of JSON.parse;
// there numbers are marked in the text first.

/** Called for each number with its literal. */
export type NumberReader = (value: number, source: string) => unknown

type SourceReviver = (key: string, value: unknown, context: { readonly source: string }) => unknown

function parseWithContext(text: string, read: NumberReader): unknown {
  const reviver: SourceReviver = (_, value, context) =>
    typeof value === 'number' ? read(value, context.source) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/** The first characters of strings in marked text. */
const [numberMark, stringMark] = ['n', 's']

/** The index after the closing quote of the string that opens at `quote`. No regular expression: long strings exhaust its stack. */
export function endOfString(text: string, quote: number): number {
  let offset = quote + 1
  while (text[offset] !== '"') offset += text[offset] === '\\' ? 2 : 1
  return offset + 1
}

const blanks = /[\t\n\r ]*/y
const numbers = /-?[\d.eE+-]+/y

/** Writes numbers as strings of their literal, and marks strings that are values, so that both differ. The text is valid JSON. */
function markNumbers(text: string): string {
  /** The index after the match at `from`. */
  const endOfMatch = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from
    pattern.test(text)
    return pattern.lastIndex
  }
  const parts: string[] = []
  let copiedTo = 0
  const mark = (to: number, marked: string): void => {
    parts.push(text.slice(copiedTo, to), marked)
    copiedTo = to
  }
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset)
    if (unit === 34) {
      const end = endOfString(text, offset)
      const isKey = text[endOfMatch(blanks, end)] === ':'
      if (!isKey) mark(offset + 1, stringMark)
      offset = end - 1
    } else if (unit === 45 || (unit >= 48 && unit <= 57)) {
      mark(offset, `"${numberMark}`)
      offset = endOfMatch(numbers, offset)
      mark(offset, '"')
      offset--
    }
  }
  return parts.join('') + text.slice(copiedTo)
}

/** The same without the context of revivers. */
export function parseMarked(text: string, read: NumberReader): unknown {
  // Refuses invalid JSON with the position in the text.
  JSON.parse(text)
  return JSON.parse(markNumbers(text), (_, value: unknown) => {
    if (typeof value !== 'string') return value
    const source = value.slice(1)
    return value.startsWith(numberMark) ? read(Number(source), source) : source
  })
}

const hasContext = JSON.parse('1', (_, __, ...context: readonly unknown[]) => context.length > 0) === true

/** Parses JSON text; `read` replaces each number. Throws SyntaxError as JSON.parse does. */
export const parseWithSources: (text: string, read: NumberReader) => unknown = hasContext
  ? parseWithContext
  : parseMarked
