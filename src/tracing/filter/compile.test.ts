import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileFilter } from './compile.ts'
import { type FilterSpan, matchesFilter } from './evaluate.ts'
import { arbitraryFilter, arbitrarySpan } from './testing/arbitraries.ts'
import { openSpanTable, type SpanTable } from './testing/chdb.ts'

/** No two spans of one trace with one id, as in the store. */
function distinct(spans: readonly FilterSpan[]): readonly FilterSpan[] {
  return [...new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span])).values()]
}

describe('the compiled condition', () => {
  const spans = [...Array(8).keys()].flatMap((copy) =>
    distinct(fc.sample(arbitrarySpan, { seed: 40 + copy, numRuns: 60 })).map((span) => ({
      ...span,
      // Eight sets of three traces: the last digits tell them apart.
      trace_id: copy === 0 ? span.trace_id : `${span.trace_id.slice(0, 31)}${copy}`,
    })),
  )
  let table: SpanTable
  beforeAll(async () => {
    table = await openSpanTable(spans)
  })
  afterAll(() => table.close())

  it('selects the spans that the reference selects', async () => {
    let selected = 0
    await fc.assert(
      fc.asyncProperty(arbitraryFilter, async (filter) => {
        const expected = [...spans.keys()].filter((i) => {
          const span = spans[i]
          return span !== undefined && matchesFilter(filter, span, spans)
        })
        selected += expected.length
        expect(await table.rowsWhere(compileFilter(filter, { source: table.name }))).toEqual(expected)
      }),
      { numRuns: 400 },
    )
    expect(selected).toBeGreaterThan(0)
  })
})
