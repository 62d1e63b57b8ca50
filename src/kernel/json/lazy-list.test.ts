import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText, LazyList } from './lazy-list.ts'
import type { Json } from './value.ts'

const lazy = (batches: readonly (readonly Json[])[]): Json =>
  new LazyList(async function* () {
    yield* batches
  }).asJson()

async function textOf(value: unknown): Promise<string> {
  const text = jsonText(value)
  if (typeof text === 'string') return text
  let fullText = ''
  for await (const part of text) fullText += part
  return fullText
}

describe('the text of a value', () => {
  test('is equal for lazy and plain lists, however they are chunked', async () => {
    const batches = fc.array(fc.array(fc.jsonValue() as fc.Arbitrary<Json>, { maxLength: 4 }), {
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(batches, batches, fc.string(), async (first, second, text) => {
        const value = (list: (from: readonly (readonly Json[])[]) => Json) => ({
          text,
          first: list(first),
          inner: [{ second: list(second) }, null],
        })
        expect(await textOf(value(lazy))).toBe(JSON.stringify(value((from) => from.flat())))
      }),
    )
  })

  test('is a plain string when the value has no lazy list', () => {
    expect(jsonText({ a: [1] })).toBe('{"a":[1]}')
  })

  test('cannot be built from a lazy list by JSON.stringify alone', () => {
    expect(() => JSON.stringify({ list: lazy([]) })).toThrow('jsonText only')
  })

  test('is not affected by an earlier failure', async () => {
    const failingList = {
      toJSON: () => {
        throw new Error('no text')
      },
    }
    expect(() => jsonText([lazy([]), failingList])).toThrow('no text')
    expect(await textOf([lazy([[1]])])).toBe('[[1]]')
  })
})
