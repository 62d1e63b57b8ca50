import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundFieldErrors, fieldErrorsMax } from './bounded-field-errors.ts'
import { AssayError } from './errors.ts'
import { asSent, parse, parseInSlices } from './validation.ts'

/** A string schema that counts the values it checks. */
function countedText() {
  let checkCount = 0
  const schema = z.preprocess((value) => {
    checkCount += 1
    return value
  }, z.string())
  return { schema, checkCount: () => checkCount }
}

const fieldErrorsOf = (schema: z.ZodType, value: unknown) => {
  try {
    parse(schema, value, ['body'])
    return []
  } catch (error) {
    if (!(error instanceof AssayError) || !Array.isArray(error.detail)) throw error
    return error.detail
  }
}

const wrongList = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const wrongRecord = (size: number) => Object.fromEntries(wrongList(size).map((i) => [`m${i}`, i]))

test.each([
  ['a list', (text: z.ZodType) => z.array(text), wrongList(1_000_000)],
  ['a list with a minimum length', (text: z.ZodType) => z.array(text).min(1), wrongList(1_000_000)],
  ['a record', (text: z.ZodType) => z.record(z.string(), text), wrongRecord(100_000)],
  ['a lazy list', (text: z.ZodType) => z.lazy(() => z.array(text)), wrongList(1_000_000)],
])('%s of wrong values is read up to the last listed field error', (_, schemaOf, value) => {
  const text = countedText()
  const fieldErrors = fieldErrorsOf(z.object({ at: z.object({ here: schemaOf(text.schema).optional() }) }), {
    at: { here: value },
  })
  expect(fieldErrors).toHaveLength(fieldErrorsMax)
  expect(fieldErrors[2]).toMatchObject({
    type: 'string_type',
    loc: ['body', 'at', 'here', expect.anything()],
    input: 2,
  })
  expect(text.checkCount()).toBeLessThan(fieldErrorsMax + 100)
})

test('nested lists share one limit of field errors', () => {
  const text = countedText()
  const lists = Array.from({ length: 2000 }, () => wrongList(2000))
  expect(fieldErrorsOf(z.array(z.array(text.schema)), lists)).toHaveLength(fieldErrorsMax)
  expect(text.checkCount()).toBe(fieldErrorsMax)
})

test('unknown keys have the same limit as other field errors', () => {
  expect(fieldErrorsOf(z.strictObject({}), wrongRecord(10_000))).toHaveLength(fieldErrorsMax)
})

test('valid values, and field errors at later positions, are read as before', () => {
  // The record has more names than are read together. A missing name is still reported once.
  const words = wrongRecord(40)
  const createSchema = () =>
    z.object({
      list: z.array(z.string().transform((text) => text.length)).max(5000),
      record: z.record(z.string().min(2), z.number()),
      words: z.record(z.enum(Object.keys(words)), z.number()),
    })
  const list = Array.from({ length: 3000 }, (_, i) => String(i))
  const validValue = { list, record: wrongRecord(3000), words }
  const [plainSchema, boundedSchema] = [createSchema(), boundFieldErrors(createSchema())]
  expect(boundedSchema.parse(validValue)).toEqual(plainSchema.parse(validValue))
  const invalidValue = {
    list: [...list, 1],
    record: { ...wrongRecord(2000), x: 1, last: 'no' },
    words: wrongRecord(39),
  }
  expect(boundedSchema.safeParse(invalidValue).error?.issues).toEqual(
    plainSchema.safeParse(invalidValue).error?.issues,
  )
  expect(boundedSchema.safeParse({ ...validValue, list: [...list, ...list] }).success).toBe(false)
})

test('a field error omits a long input and contains large integers as text', () => {
  const inputOf = (value: unknown): unknown => fieldErrorsOf(z.object({ a: z.string() }), { a: value })[0]
  expect(inputOf({ deep: [12345678901234567890n] })).toMatchObject({
    input: { deep: ['12345678901234567890'] },
  })
  expect(inputOf(wrongList(10_000))).not.toHaveProperty('input')
  expect(inputOf([['x'.repeat(300)]])).not.toHaveProperty('input')
})

const rowsSchema = asSent(
  'Rows',
  z.strictObject({ rows: z.array(z.looseObject({ data: z.string().nullish() })) }),
)

test.each([
  ['valid rows', { rows: Array.from({ length: 200 }, (_, i) => ({ data: 'a', i })) }],
  ['some wrong rows', { rows: Array.from({ length: 200 }, (_, i) => ({ data: i % 7 === 0 ? i : 'a' })) }],
  ['only wrong rows', { rows: Array.from({ length: 3000 }, (_, i) => i) }],
  ['few wrong rows', { rows: [{ data: 1 }] }],
  ['another member', { lines: [] }],
])('%s have the same outcome when they are parsed in time slices', async (_, value) => {
  const schema = z.object({ data: rowsSchema, more: z.record(z.string(), z.int().transform(String)) })
  const body = { data: value, more: wrongRecord(40) }
  const slicedOutcome = (await Promise.allSettled([parseInSlices(schema, body, ['body'])]))[0]
  const directOutcome = (await Promise.allSettled([(async () => parse(schema, body, ['body']))()]))[0]
  expect(slicedOutcome).toEqual(directOutcome)
})

test('other work is done while a long list is read in time slices', async () => {
  let timerCalls = 0
  const count = (): void => {
    timerCalls += 1
    countTimer = setImmediate(count)
  }
  let countTimer = setImmediate(count)
  await parseInSlices(
    z.object({ data: rowsSchema }),
    { data: { rows: Array.from({ length: 500_000 }, () => ({})) } },
    ['body'],
  )
  clearImmediate(countTimer)
  expect(timerCalls).toBeGreaterThan(2)
})

test('a list over its maximum length is read only up to that length', () => {
  const text = countedText()
  const schema = z.array(text.schema).max(10)
  expect(fieldErrorsOf(schema, Array(1000).fill('a'))).toMatchObject([{ type: 'too_long', loc: ['body'] }])
  expect(text.checkCount()).toBe(10)
  expect(fieldErrorsOf(schema, wrongList(1000))).toHaveLength(11)
})
