// JSON text of requests: a value that cannot be stored is refused with its path, a syntax error with its byte offset.
import { AssayError, invalid } from '../errors.ts'
import { parseChecked, type NumberRule } from './checked.ts'
import { syntaxErrorAt } from './syntax.ts'
import type { Json, JsonPath } from './value.ts'

export { nestingMax } from './checked.ts'

const invalidJson = (offset: number): AssayError =>
  new AssayError('json_invalid', [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }])

/** `root` is where the text stands in the request: the path of a fault starts there. */
export function parseJson(text: string, root: JsonPath = ['body'], rule: NumberRule = {}): Json {
  try {
    const { value, faults } = parseChecked(text, rule)
    if (faults.length === 0) return value
    throw invalid(
      faults.map(({ path, msg, ...input }) => ({
        type: 'value_error',
        loc: [...root, ...path],
        msg,
        ...input,
      })),
    )
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw invalidJson(Buffer.byteLength(text.slice(0, syntaxErrorAt(text))))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The same from bytes; text that is not UTF-8 is not JSON. */
export function parseJsonBytes(bytes: Uint8Array, rule: NumberRule = {}): Json {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJson(0)
  }
  return parseJson(text, ['body'], rule)
}
