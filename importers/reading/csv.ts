// Reads CSV (RFC 4180) with a header; a quoted field may contain line ends.
import { jsonOrText } from './exact-json.ts'
import type { Read } from './record.ts'

interface Row {
  readonly fields: readonly string[]
  /** Whether a quoted field continues in the next line. */
  readonly open: boolean
}

/** The fields of a record, or of its beginning. */
function fieldsOf(text: string): Row {
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(',', at)
      fields.push(end < 0 ? text.slice(at) : text.slice(at, end))
      if (end < 0) return { fields, open: false }
      at = end + 1
      continue
    }
    let field = ''
    at += 1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote < 0) return { fields, open: true }
      field += text.slice(at, quote)
      at = quote + 1
      if (text[at] !== '"') break
      field += '"'
      at += 1
    }
    fields.push(field)
    if (at >= text.length) return { fields, open: false }
    at += 1
  }
}

/** A longer record means that a quote was never closed. */
const charactersMax = 64 * 2 ** 20

/** Values that are JSON are parsed: exports write objects and numbers this way. A number that a double would round stays text. */
function valueOf(text: string): unknown {
  if (text === '') return undefined
  if (!/^[[{"\d-]|^(true|false|null)$/.test(text)) return text
  const value = jsonOrText(text)
  return typeof value === 'bigint' ? text : value
}

export async function* csvRecords(file: string, lines: AsyncIterable<string>): AsyncGenerator<Read> {
  let head: readonly string[] | undefined
  let pending = ''
  let line = 0
  let startLine = 1
  for await (const text of lines) {
    line += 1
    if (pending === '') startLine = line
    pending = pending === '' ? text : `${pending}\n${text}`
    if (pending.length > charactersMax) throw new Error('a quote is not closed')
    const { fields, open } = fieldsOf(pending)
    if (open) continue
    const recordText = pending
    pending = ''
    if (recordText.trim() === '') continue
    if (head === undefined) {
      head = fields.map((name, i) => (i === 0 ? name.replace(/^\uFEFF/, '') : name))
      continue
    }
    const at = { file, line: startLine }
    if (fields.length !== head.length) {
      yield { at, fault: `it has ${fields.length} fields where the head has ${head.length}` }
      continue
    }
    const names = head
    yield { at, record: Object.fromEntries(fields.map((field, i) => [names[i] ?? '', valueOf(field)])) }
  }
  if (pending !== '') yield { at: { file, line: startLine }, fault: 'a quote is not closed' }
}
