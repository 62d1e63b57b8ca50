// Parses JSON sent as text inside a request: in a query string, or as a filter that could also be one line of text.
import { AssayError, invalid } from '../../../kernel/errors.ts'
import { parseJson } from '../../../kernel/json/parse.ts'
import type { Json } from '../../../kernel/json/value.ts'
import type { Loc } from '../problems.ts'

/** Parsed like bodies: a number that would be rounded is refused with its location. */
export function jsonOfText(text: string, loc: Loc): Json {
  try {
    return parseJson(text, loc)
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'json_invalid') throw error
    throw invalid([{ type: 'json_invalid', loc, msg: 'Input should be JSON text.' }])
  }
}
