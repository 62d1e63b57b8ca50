import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from './client.ts'
import { deltaOf, isEqual, isEmptyDelta, isObject } from './delta.ts'
import { mergePayloads } from './diff/merge.ts'

/** Applies a delta like the server: removes members, then merges recursively. */
function applyDelta(data: JsonObject, { set, remove }: ReturnType<typeof deltaOf>): JsonObject {
  const copy = structuredClone(data) as Record<string, Json>
  for (const pointer of remove) {
    const parts = pointer
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = parts.pop() ?? ''
    let target: Json = copy
    for (const part of parts) target = (target as JsonObject)[part] as Json
    delete (target as Record<string, Json>)[last]
  }
  const merge = (into: JsonObject, change: JsonObject): JsonObject => ({
    ...into,
    ...Object.fromEntries(
      Object.entries(change).map(([name, value]) => {
        const previous = Object.hasOwn(into, name) ? into[name] : undefined
        return [name, isObject(previous) && isObject(value) ? merge(previous, value) : value]
      }),
    ),
  })
  return merge(copy, set)
}

const names = fc.constantFrom('a', 'b', 'c/d', 'e~f', 'constructor')
const payload = fc.letrec<{ readonly value: Json; readonly object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, 1, 'x', 'y'),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
})).object

describe('the change between two payloads', () => {
  test('turns one into the other', () => {
    fc.assert(
      fc.property(payload, payload, (before, after) => {
        expect(isEqual(applyDelta(before, deltaOf(before, after)), after)).toBe(true)
      }),
    )
  })

  test('is empty between equal payloads', () => {
    fc.assert(fc.property(payload, (data) => isEmptyDelta(deltaOf(data, structuredClone(data)))))
  })
})

describe('two changes of one payload', () => {
  test('that touch different paths are merged', () => {
    const base = { prompt: { messages: [{ content: 'a' }, { content: 'b' }], top_p: 1 }, url: 'x' }
    const ours = { prompt: { messages: [{ content: 'A' }, { content: 'b' }], top_p: 1 }, url: 'x' }
    const theirs = { prompt: { messages: [{ content: 'a' }, { content: 'B' }] }, url: 'x', new: true }
    expect(mergePayloads({ base, ours, theirs })).toEqual({
      data: { prompt: { messages: [{ content: 'A' }, { content: 'B' }] }, url: 'x', new: true },
      conflicts: [],
    })
  })

  test('that touch one path are a conflict, resolved by the caller', () => {
    const payloads = { base: { t: 1, u: 1 }, ours: { t: 2, u: 3 }, theirs: { t: 3 } }
    const result = mergePayloads(payloads, (path) => (path === '/t' ? 'theirs' : 'ours'))
    expect(result.data).toEqual({ t: 3, u: 3 })
    expect(result.conflicts.map(({ path }) => path)).toEqual(['/t', '/u'])
  })

  test('lists that changed their length on both sides are one conflict', () => {
    const { conflicts } = mergePayloads({ base: { m: [1] }, ours: { m: [1, 2] }, theirs: { m: [] } })
    expect(conflicts).toEqual([{ path: '/m', base: [1], ours: [1, 2], theirs: [] }])
  })

  test('a side without changes takes the other side', () => {
    fc.assert(
      fc.property(payload, payload, (base, changedPayload) => {
        expect(mergePayloads({ base, ours: changedPayload, theirs: base }).data).toEqual(changedPayload)
        expect(mergePayloads({ base, ours: base, theirs: changedPayload }).data).toEqual(changedPayload)
      }),
    )
  })
})
