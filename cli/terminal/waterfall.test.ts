import { describe, expect, test } from 'vitest'
import { sanitizeLine } from './style.ts'
import { formatCost, formatDuration } from './format.ts'
import { barAt, treeRows, type WaterfallSpan } from './waterfall.ts'

const span = (id: string, parentId: string | undefined, startMs = 0): WaterfallSpan => ({
  id,
  parentId,
  name: id,
  startMs,
  endMs: startMs + 1,
  failed: false,
})

const waterfallLines = (spans: readonly WaterfallSpan[]): readonly string[] =>
  treeRows(spans).map(({ span: { name }, branch }) => `${branch}${name}`)

describe('the tree of a trace', () => {
  test('has siblings by time, and a branch for each span', () => {
    expect(
      waterfallLines([
        span('d', 'b', 4),
        span('c', 'a', 3),
        span('b', 'a', 1),
        span('e', 'b', 5),
        span('a', undefined),
      ]),
    ).toEqual(['a', '├ b', '│ ├ d', '│ └ e', '└ c'])
  })

  test('has spans without their parent as roots, and spans of a cycle once', () => {
    expect(
      waterfallLines([span('a', 'gone'), span('b', 'c', 1), span('c', 'b', 2), span('self', 'self', 3)]),
    ).toEqual(['a', 'self', 'b', '└ c'])
  })

  test('of twenty thousand nested spans does not overflow the stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) =>
      span(String(i), i === 0 ? undefined : String(i - 1), i),
    )
    expect(treeRows(chain)).toHaveLength(20_000)
  })
})

test('a bar is at the position of its time, and is never empty', () => {
  const trace = { startMs: 0, endMs: 100 }
  expect(barAt({ startMs: 0, endMs: 100 }, { period: trace, width: 10 })).toBe('██████████')
  expect(barAt({ startMs: 50, endMs: 80 }, { period: trace, width: 10 })).toBe('     ███  ')
  expect(barAt({ startMs: 100, endMs: 100 }, { period: trace, width: 10 })).toBe('         ▏')
  expect(barAt({ startMs: 0, endMs: 0 }, { period: { startMs: 0, endMs: 0 }, width: 4 })).toBe('▏   ')
})

test('untrusted text cannot set colours, move the cursor or break the line', () => {
  expect(sanitizeLine('a\u001B[2Jb\nc\u202Ed\u009Be')).toBe('a�[2Jb c�d�e')
})

test('numbers are formatted for people', () => {
  expect([0.5, 12.34, 1500, 61_000].map(formatDuration)).toEqual(['500 µs', '12.3 ms', '1.50 s', '1 min 1 s'])
  expect([0, 0.0000001, 0.00054, 1.5].map(formatCost)).toEqual(['', '<$0.000001', '$0.00054', '$1.50'])
})
