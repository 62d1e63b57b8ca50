// Parses the JSON text of requests. A value that cannot be stored is refused with its path, a syntax error
// with its byte offset.
import { AssayError, invalid } from '../errors.ts'
import { atOnce, type Sliced } from '../sliced.ts'
import { inSlices } from '../time-slices.ts'
import { parsing, type NumberRule } from './checked.ts'
import { syntaxErrorAt } from './syntax.ts'
import type { Json, JsonPath } from './value.ts'

export { nestingMax } from './outline.ts'

const invalidJson = (offset: number): AssayError =>
  new AssayError('json_invalid', [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }])

function* parsingJson(text: string, root: JsonPath, rule: NumberRule): Sliced<Json> {
  try {
    const { value, fieldErrors } = yield* parsing(text, rule)
    if (fieldErrors.length === 0) return value
    throw invalid(
      fieldErrors.map(({ path, msg, ...input }) => ({
        type: 'value_error',
        loc: [...root, ...path],
        msg,
        ...input,
      })),
    )
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw invalidJson(Buffer.byteLength(text.slice(0, yield* syntaxErrorAt(text))))
  }
}

/** `root` is the path of the text in the request; the paths of field errors start there. */
export const parseJson = (text: string, root: JsonPath = ['body']): Json =>
  atOnce(parsingJson(text, root, {}))

export const parseJsonInSlices = (text: string): Promise<Json> => inSlices(parsingJson(text, ['body'], {}))

/** The number of bytes that are decoded without a pause. */
const sliceBytes = 1024 * 1024

/** Decodes UTF-8 bytes. Throws TypeError for invalid ones. */
export function* decodingUtf8(bytes: Uint8Array): Sliced<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const texts: string[] = []
  for (let from = 0; from < bytes.length - sliceBytes; from += sliceBytes) {
    texts.push(utf8.decode(bytes.subarray(from, from + sliceBytes), { stream: true }))
    yield
  }
  texts.push(utf8.decode(bytes.subarray(texts.length * sliceBytes)))
  return texts.join('')
}

/** Parses the bytes of a body in time slices; text that is not UTF-8 is not JSON. */
export function* parsingJsonBytes(bytes: Uint8Array, rule: NumberRule = {}): Sliced<Json> {
  let text: string
  try {
    text = yield* decodingUtf8(bytes)
  } catch {
    throw invalidJson(0)
  }
  return yield* parsingJson(text, ['body'], rule)
}
