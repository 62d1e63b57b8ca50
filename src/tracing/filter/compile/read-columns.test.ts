import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnNames } from '../../../storage/contract/rows/span-rows.ts'
import { parseFilter } from '../text/text-parse.ts'
import { arbitraryFilter } from '../testing/arbitraries.ts'
import { compileFilter } from './compile.ts'

/** The SQL without subqueries, which read other spans. Values are bound, so parentheses are ours. */
function withoutSubqueries(sql: string): string {
  const start = sql.indexOf('(SELECT')
  if (start < 0) return sql
  let depth = 0
  let end = start
  do {
    depth += sql[end] === '(' ? 1 : sql[end] === ')' ? -1 : 0
    end += 1
  } while (depth > 0)
  return sql.slice(0, start) + withoutSubqueries(sql.slice(end))
}

/** Several columns hold parts of the attributes or of the content, or an index of a list of records. */
const listedColumnsOf = (word: string): readonly string[] => {
  if (/^(strings|numbers|booleans|container_paths|long_paths|inputs|outputs)$/.test(word))
    return ['attributes']
  if (word.startsWith('content')) return ['content']
  const record = /^(reference|link|event|hash)_/.exec(word)?.[1]
  return record === undefined ? [word] : [record === 'hash' ? 'hashes' : `${record}s`]
}

const storedColumns = new Set<string>(columnNames)

test('a compiled filter lists every column of the tested span that its SQL reads', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      const { sql, columns = [] } = compileFilter(filter, { source: 'spans' })
      const words =
        withoutSubqueries(sql)
          .replaceAll(/'[^']*'/g, '')
          .match(/\w+/g) ?? []
      const readColumns = words
        .filter((word) => storedColumns.has(word) || word.startsWith('content_'))
        .flatMap(listedColumnsOf)
      expect(columns).toEqual(expect.arrayContaining([...new Set(readColumns)]))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['attributes.ag.metrics.duration.cumulative > 5', ['duration_ms']],
  ['child(span_name = a)', ['trace_id', 'span_id']],
])('%s lists no column of other spans', (text, expected) => {
  const { columns = [] } = compileFilter(parseFilter(text, { loc: ['filter'], focus: 'span' }), {
    source: 'spans',
  })
  expect(columns.toSorted()).toEqual(expected.toSorted())
})
