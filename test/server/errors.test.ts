import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorStatus, type FieldErrorType } from '../../src/kernel/errors.ts'

const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const documentedCodes = new Map(
  [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+) \|$/gm)].map(([, code = '', status, meaning = '']) => [
    code,
    { status: Number(status), meaning },
  ]),
)

/** The compiler compares this list with the type; the test compares it with the documentation. */
const fieldErrorTypes: Readonly<Record<FieldErrorType, true>> = {
  missing: true,
  json_invalid: true,
  extra_forbidden: true,
  string_type: true,
  int_type: true,
  float_type: true,
  bool_type: true,
  list_type: true,
  dict_type: true,
  uuid_parsing: true,
  datetime_parsing: true,
  url_parsing: true,
  enum: true,
  greater_than_equal: true,
  less_than_equal: true,
  too_long: true,
  value_error: true,
  'value_error.json_schema': true,
}

describe('docs/errors.md', () => {
  test('lists exactly the codes that exist, each with its status', () => {
    const statuses = Object.fromEntries([...documentedCodes].map(([code, { status }]) => [code, status]))
    expect(statuses).toEqual(errorStatus)
  })

  test('explains each code in a sentence', () => {
    for (const [code, { meaning }] of documentedCodes) expect(meaning, code).toMatch(/^[A-Z].{15,}\.$/)
  })

  test('lists exactly the types of field errors', () => {
    const list = text.slice(text.indexOf('`type` is one of:') + 17)
    const listedTypes = new Set([...list.matchAll(/`([\w.]+)`/g)].map(([, type]) => type))
    expect(listedTypes).toEqual(new Set(Object.keys(fieldErrorTypes)))
  })
})
