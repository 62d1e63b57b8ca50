import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forestOf } from '../tree.ts'
import { identitiesOf, leadsBits, traceIdentities, type IdentifiedSpan } from './identities.ts'

const span = (spanId: string, over: Partial<IdentifiedSpan> = {}): IdentifiedSpan => ({
  spanId,
  startTimeUnixNano: 0n,
  ...over,
})
const of = (spanId: string, ...spans: readonly IdentifiedSpan[]) =>
  traceIdentities(forestOf(spans)).get(spanId)

describe('identities of a trace', () => {
  test('a root without an id gets the id of the earliest span that has one', () => {
    const spans = [
      span('root', { identities: { user: 'own' } }),
      span('late', { parentId: 'root', startTimeUnixNano: 9n, identities: { session: 'b', user: 'x' } }),
      span('early', { parentId: 'late', startTimeUnixNano: 5n, identities: { session: 'a', agent: 'g' } }),
    ]
    expect(of('root', ...spans)?.inferred).toEqual({ session: 'a', agent: 'g' })
    expect(of('early', ...spans)?.inferred).toBeUndefined()
  })

  test('among spans of equal time the lowest span id wins, in any order of arrival', () => {
    const spans = ['b', 'a', 'c'].map((id) => span(id, { parentId: 'r', identities: { session: id } }))
    expect(of('r', span('r'), ...spans)?.inferred).toEqual({ session: 'a' })
    expect(of('r', ...spans.toReversed(), span('r'))?.inferred).toEqual({ session: 'a' })
  })

  test('each of several roots gets the ids of the trace; orphans get none', () => {
    const spans = [
      span('r'),
      span('s'),
      span('orphan', { parentId: 'gone' }),
      span('c', { parentId: 'r', identities: { user: 'u' } }),
    ]
    expect(['r', 's', 'orphan'].map((id) => of(id, ...spans)?.inferred)).toEqual([
      { user: 'u' },
      { user: 'u' },
      undefined,
    ])
  })

  test('an empty text is no id', () => {
    expect(identitiesOf({ session: { id: '' }, user: { id: 'u' }, agent: 'x' })).toEqual({ user: 'u' })
    expect(identitiesOf({ session: { id: '' } })).toBeUndefined()
  })

  test('a span leads its session unless an ancestor has the same session', () => {
    const spans = [
      span('root'),
      span('a', { parentId: 'root', identities: { session: 's', user: 'u' } }),
      span('b', { parentId: 'a', startTimeUnixNano: 1n, identities: { session: 's', user: 'v' } }),
      span('c', { parentId: 'b', startTimeUnixNano: 2n, identities: { session: 't' } }),
    ]
    expect(['root', 'a', 'b', 'c'].map((id) => of(id, ...spans)?.leads)).toEqual([
      leadsBits.session + leadsBits.user,
      undefined,
      leadsBits.user,
      leadsBits.session,
    ])
  })

  test('every span of a session leads it or is below a span that does', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const spansArbitrary = fc.uniqueArray(
      fc.record(
        {
          spanId: fc.constantFrom(...ids),
          parentId: fc.constantFrom(...ids, 'gone'),
          session: fc.constantFrom('s', 't'),
        },
        { requiredKeys: ['spanId'] },
      ),
      { selector: ({ spanId }) => spanId },
    )
    fc.assert(
      fc.property(spansArbitrary, (drawnSpans) => {
        const spans = drawnSpans.map(({ session, ...rest }) =>
          span(rest.spanId, { ...rest, ...(session === undefined ? {} : { identities: { session } }) }),
        )
        const forest = forestOf(spans)
        const identities = traceIdentities(forest)
        const parentIds = new Map(
          [...forest.children].flatMap(([id, children]) => children.map((b) => [b.spanId, id])),
        )
        const sessionOf = (id: string) =>
          spans.find(({ spanId }) => spanId === id)?.identities?.session ??
          identities.get(id)?.inferred?.session
        for (const { spanId } of spans) {
          const session = sessionOf(spanId)
          if (session === undefined) continue
          let at: string | undefined = spanId
          while (
            at !== undefined &&
            !(sessionOf(at) === session && identities.get(at)?.leads === leadsBits.session)
          )
            at = parentIds.get(at)
          expect(at).toBeDefined()
        }
      }),
    )
  })
})
