// Parses JSON bodies of span records from bytes: span trees may be deeper, and integers longer, than in other
// JSON bodies.
import { AssayError, invalid } from '../../../kernel/errors.ts'
import { syntaxErrorAt } from '../../../kernel/json/syntax.ts'
import { atOnce } from '../../../kernel/sliced.ts'
import { parseExact } from '../../exact-json.ts'
import { isObject, type Value, type ValueObject } from '../../value.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const invalidJson = (offset: number): AssayError =>
  new AssayError('json_invalid', [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }])

function parseBytes(bytes: Uint8Array): Value {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJson(0)
  }
  try {
    return parseExact(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidJson(Buffer.byteLength(text.slice(0, atOnce(syntaxErrorAt(text)))))
  }
}

/** Parses the inflated bytes of a request as an object. */
export function exactBody(bytes: Uint8Array): ValueObject {
  const body = parseBytes(bytes)
  if (isObject(body)) return body
  throw invalid([{ type: 'dict_type', loc: ['body'], msg: 'Input should be an object.' }])
}
