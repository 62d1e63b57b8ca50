import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { structuralDiff, type StructuralDiff } from './diff.ts'
import { pointerParts } from './path.ts'
import { jsonEqual, type Json } from './value.ts'

describe('structural diff', () => {
  test('lists the smallest subtrees that differ, sorted by path', () => {
    const base = { p: { t: 0.9, m: [{ r: 's' }, { r: 'u', c: 'q' }] }, 'a/b': 1 }
    const target = { p: { max: 400, t: 0.2, m: [{ r: 's' }] }, 'a/b': 1, b: { c: {} } }
    expect(structuralDiff(base, target)).toEqual({
      added: [
        { path: '/b', value: { c: {} } },
        { path: '/p/max', value: 400 },
      ],
      removed: [{ path: '/p/m/1', value: { r: 'u', c: 'q' } }],
      changed: [{ path: '/p/t', base: 0.9, target: 0.2 }],
    })
  })

  test.each<[string, Json, Json]>([
    ['text and number', '1', 1],
    ['null and object', null, {}],
    ['list and object', [], {}],
    ['false and null', false, null],
  ])('another JSON type is a change: %s', (_, base, target) => {
    expect(structuralDiff({ a: base }, { a: target })).toEqual({
      added: [],
      removed: [],
      changed: [{ path: '/a', base, target }],
    })
  })

  test('a new null counts as added', () => {
    expect(structuralDiff({}, { a: null }).added).toEqual([{ path: '/a', value: null }])
  })

  test('key order makes no difference', () => {
    expect(structuralDiff({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual({ added: [], removed: [], changed: [] })
  })

  test('members named like inherited ones are compared', () => {
    expect(structuralDiff({}, JSON.parse('{"constructor":1,"__proto__":2}')).added).toEqual([
      { path: '/__proto__', value: 2 },
      { path: '/constructor', value: 1 },
    ])
  })

  test('an absent side differs at the empty pointer; two absent sides do not differ', () => {
    expect(structuralDiff(undefined, { a: 1 }).added).toEqual([{ path: '', value: { a: 1 } }])
    expect(structuralDiff({ a: 1 }, undefined).removed).toEqual([{ path: '', value: { a: 1 } }])
    expect(structuralDiff(undefined, undefined)).toEqual({ added: [], removed: [], changed: [] })
  })

  test('a diff applied to its base yields the target', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).map((json): Json => JSON.parse(JSON.stringify(json)))
    // Two thirds of the pairs share most of their content, as revisions do.
    const pair = fc.oneof(
      fc.tuple(value, value),
      fc.tuple(value, value, value).map(([a, b, c]): [Json, Json] => [
        { a, list: [a, b], b },
        { a, list: [a, c, b], c },
      ]),
      fc.tuple(value, value).map(([a, b]): [Json, Json] => [
        { '/': a, '~': [1, a, b] },
        { '/': a, '~': [1, b] },
      ]),
    )
    fc.assert(
      fc.property(pair, ([base, target]) => {
        expect(jsonEqual(apply(base, structuralDiff(base, target)), target)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

/** A simple mutable implementation of applying a diff, for the property above. */
function apply(base: Json, diff: StructuralDiff): Json {
  // Copies through text: structuredClone would keep parts shared that the generator used twice.
  const root: { value: unknown } = { value: JSON.parse(JSON.stringify(base)) }
  const slot = (path: string): [Record<string, unknown>, string] => {
    const parts = ['value', ...pointerParts(path)]
    const last = parts.pop() ?? ''
    let at: Record<string, unknown> = root
    for (const part of parts) at = at[part] as Record<string, unknown>
    return [at, last]
  }
  const position = ({ path }: { path: string }) => Number(pointerParts(path).at(-1))
  for (const { path, target } of diff.changed) {
    const [at, last] = slot(path)
    Object.defineProperty(at, last, { value: target, configurable: true, enumerable: true, writable: true })
  }
  // From the end of lists, so that earlier positions stay valid.
  for (const { path } of [...diff.removed].sort((a, b) => position(b) - position(a))) {
    const [at, last] = slot(path)
    if (Array.isArray(at)) at.splice(Number(last), 1)
    else delete at[last]
  }
  for (const { path, value } of [...diff.added].sort((a, b) => position(a) - position(b))) {
    const [at, last] = slot(path)
    Object.defineProperty(at, last, { value, configurable: true, enumerable: true, writable: true })
  }
  return root.value as Json
}
