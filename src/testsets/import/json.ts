// Reads JSON files element by element: an array of row objects (json), or one row object per line (jsonl).
import { messageOf } from '../../kernel/errors.ts'
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { InexactValue, parseExact } from '../exact.ts'
import { isLongerThan, rowTooLarge, type TestsetLimits } from '../limits.ts'
import { checkFieldSizes } from '../write.ts'
import { notADictionary, type ImportBatches, type ImportError, type ImportItem } from './items.ts'
import { JsonElements, NotAnArray } from './json-elements.ts'
import { decodeText, lineEnds, UndecodableText } from './text.ts'

interface RowLocation {
  readonly line: number
  readonly row: number
}

/** Reads one row object; `line` is where its text starts. */
function rowOf(
  text: string,
  { location, limits }: { readonly location: RowLocation; readonly limits: TestsetLimits },
): ImportItem {
  let value: Json
  try {
    value = parseExact(text)
  } catch (cause) {
    if (cause instanceof InexactValue) {
      const where = cause.path.length === 0 ? {} : { column: cause.path.join('.') }
      return { kind: 'error', ...location, ...where, message: cause.message }
    }
    return { kind: 'error', ...location, message: `The row is not valid JSON: ${messageOf(cause)}` }
  }
  if (!isJsonObject(value)) return { kind: 'error', ...location, message: notADictionary }
  if (text.length > limits.rowBytesMax) throw rowTooLarge(limits, `line ${location.line}`)
  if (isLongerThan(text, limits.fieldBytesMax))
    checkFieldSizes(value, { limits, where: `line ${location.line}` })
  return { kind: 'row', line: location.line, flat: value, characters: text.length }
}

const undecodableError = (cause: UndecodableText, line: number): ImportError => ({
  kind: 'error',
  line: line + lineEnds(cause.textBefore),
  message: cause.message,
  isOfFile: true,
})

/** Reads a JSON array of row objects. Invalid rows are reported and skipped; a malformed array ends the reading. */
export async function* readJson(chunks: AsyncIterable<Uint8Array>, limits: TestsetLimits): ImportBatches {
  const elements = new JsonElements(limits)
  let rows = 0
  try {
    for await (const text of decodeText(chunks)) {
      const batch = elements
        .push(text)
        .map((element) => rowOf(element.text, { location: { line: element.line, row: ++rows }, limits }))
      if (batch.length > 0) yield batch
    }
    elements.end()
  } catch (cause) {
    if (cause instanceof UndecodableText) yield [undecodableError(cause, elements.line)]
    else if (cause instanceof NotAnArray) {
      const message = cause.message === 'not an array' ? notADictionary : cause.message
      yield [{ kind: 'error', line: cause.line, message, isOfFile: true }]
    } else throw cause
  }
}

/** Reads one row object per line; blank lines are skipped. */
export async function* readJsonl(chunks: AsyncIterable<Uint8Array>, limits: TestsetLimits): ImportBatches {
  let unparsedText = ''
  let line = 0
  let rows = 0
  const itemsOf = (lines: readonly string[]): readonly ImportItem[] =>
    lines.flatMap((text) => {
      line += 1
      return text.trim() === '' ? [] : [rowOf(text, { location: { line, row: ++rows }, limits })]
    })
  try {
    for await (const text of decodeText(chunks)) {
      // Search only the new text: a long line must not be searched again with every chunk.
      const lines = text.split('\n')
      lines[0] = unparsedText + (lines[0] ?? '')
      unparsedText = lines.pop() ?? ''
      if (unparsedText.length > limits.rowBytesMax) throw rowTooLarge(limits, `line ${line + 1}`)
      const batch = itemsOf(lines)
      if (batch.length > 0) yield batch
    }
    const last = itemsOf([unparsedText])
    if (last.length > 0) yield last
  } catch (cause) {
    if (!(cause instanceof UndecodableText)) throw cause
    yield [undecodableError(cause, line + 1)]
  }
}
