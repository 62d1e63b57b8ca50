import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deletedRow,
  deletionSteps,
  inputsMark,
  outputsMark,
  type NewRow,
  type NewSpan,
} from '../../../storage/contract/contract.ts'
import { noRules, SpanBatch, type BatchEntry } from './batch.ts'
import { groupByTrace, rerolledRows } from './stored-traces.ts'
import { recordOfRow } from './span-row.ts'

const projectId = '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa'
const traceId = '0db4076d6a20174a720af586dc588c6c'
const hex = (n: number): string => (n + 1).toString(16).padStart(16, '0')

interface TestSpan {
  readonly id: number
  readonly parent?: number
  readonly tokens: number
  readonly start?: number
  /** An operation of the gen_ai conventions. Without one the span is a task. */
  readonly operation?: 'chat' | 'invoke_agent'
  readonly scope?: string
  readonly response?: string
  readonly fails?: boolean
  readonly outputs?: string
}

function attributesOf({ tokens, operation, response, outputs }: TestSpan): readonly object[] {
  const text = (key: string, value: string | undefined): readonly object[] =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }]
  return [
    { key: 'ag.metrics.unit.tokens.prompt', value: { intValue: tokens } },
    ...text('gen_ai.operation.name', operation),
    ...text('gen_ai.request.model', operation === undefined ? undefined : 'gpt-4o-mini'),
    ...text('gen_ai.response.id', response),
    ...text('ag.data.outputs', outputs),
  ]
}

let receipts = 0
function entryOf(spans: readonly TestSpan[], overrides: Partial<BatchEntry> = {}): BatchEntry {
  receipts += 1
  return {
    id: `01a1dd51-ea3e-7d78-9f4b-${String(receipts).padStart(12, '0')}`,
    projectId,
    actorId: projectId,
    receivedAt: '2026-11-15T09:00:00.000000Z',
    form: 'otlp_json',
    payload: Buffer.from(
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: spans.map((span) => ({
              scope: { name: span.scope ?? '' },
              spans: [
                {
                  traceId,
                  spanId: hex(span.id),
                  parentSpanId: span.parent === undefined ? '' : hex(span.parent),
                  startTimeUnixNano: String(1_794_733_200_000_000_000n + BigInt(span.start ?? 0)),
                  endTimeUnixNano: String(1_794_733_201_000_000_000n),
                  attributes: attributesOf(span),
                  ...(span.fails === true ? { status: { code: 2 } } : {}),
                },
              ],
            })),
          },
        ],
      }),
    ),
    ...overrides,
  }
}

/** A span store in memory: rows by key and start time, the highest version of each; tombstones remove rows. */
class MemoryRows {
  readonly #rows = new Map<string, NewRow>()

  write(rows: readonly NewRow[]): void {
    for (const row of rows) {
      const key = `${row.trace_id} ${row.span_id} ${row.start_time}`
      const former = this.#rows.get(key)
      if (former === undefined || BigInt(former.version) <= BigInt(row.version)) this.#rows.set(key, row)
    }
  }

  live(): readonly NewSpan[] {
    return [...this.#rows.values()]
      .filter((row): row is NewSpan => !('is_deleted' in row))
      .map((row) => ({
        ...row,
        attributes: row.attributes.replace(inputsMark, row.inputs).replace(outputsMark, row.outputs),
      }))
  }
}

/** Stores one batch as the worker does. */
function store(memory: MemoryRows, ...entries: readonly BatchEntry[]): void {
  const batch = new SpanBatch(BigInt(receipts) * 1000n)
  for (const entry of entries) batch.add(entry, noRules)
  const changedSpans = batch.rows(groupByTrace(memory.live()), (row) => memory.write([row]))
  memory.write(rerolledRows(memory.live(), changedSpans))
}

const recordTexts = (rows: MemoryRows): readonly string[] =>
  rows
    .live()
    .map((row) => {
      const { created_at: _, updated_at: __, updated_by_id: ___, ...record } = recordOfRow(row)
      return JSON.stringify(record)
    })
    .toSorted()

const treeArbitrary = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.tuple(
    ...Array.from({ length: size }, (_, id) =>
      fc.record({
        id: fc.constant(id),
        tokens: fc.nat(2),
        start: fc.constantFrom(0, 1_000_000, 60_000_000),
        operation: fc.constantFrom(undefined, 'chat', 'chat', 'invoke_agent'),
        scope: fc.constantFrom('', 'a', 'b'),
        response: fc.constantFrom(undefined, undefined, 'r1', 'r2'),
        fails: fc.boolean(),
        outputs: fc.constantFrom(undefined, 'Hi', 'Hello'),
        // Earlier spans are parents, and sometimes a parent never arrives.
        parent: id === 0 ? fc.constant(undefined) : fc.oneof(fc.nat(id - 1), fc.constant(99)),
      }),
    ),
  ),
)

describe('a trace in batches', () => {
  test('yields the same spans for any order and any batches', () => {
    fc.assert(
      fc.property(
        treeArbitrary.chain((spans) =>
          fc.tuple(
            fc.constant(spans as readonly TestSpan[]),
            fc.shuffledSubarray(spans as TestSpan[], { minLength: spans.length }),
            fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 12, maxLength: 12 }),
          ),
        ),
        ([spans, shuffled, cuts]) => {
          const rowsAtOnce = new MemoryRows()
          store(rowsAtOnce, entryOf(spans))
          const parts = new MemoryRows()
          let from = 0
          for (const cutIndex of cuts) {
            if (from < shuffled.length) store(parts, entryOf(shuffled.slice(from, from + cutIndex)))
            from += cutIndex
          }
          expect(recordTexts(parts)).toEqual(recordTexts(rowsAtOnce))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a span sent again is updated, whether or not its copies are stored in one batch', () => {
    const otherProjectId = '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9bb'
    const copies = [
      entryOf([{ id: 0, tokens: 1 }]),
      entryOf([{ id: 0, tokens: 2 }], { receivedAt: '2026-11-15T09:00:01.000000Z' }),
      entryOf([{ id: 0, tokens: 3 }], { receivedAt: '2026-11-15T09:00:02.000000Z', actorId: otherProjectId }),
    ]
    const sharedRows = new MemoryRows()
    store(sharedRows, ...copies)
    const separateRows = new MemoryRows()
    for (const copy of copies) store(separateRows, copy)
    for (const rows of [sharedRows, separateRows]) {
      expect(rows.live().map((row) => recordOfRow(row))).toMatchObject([
        {
          created_at: '2026-11-15T09:00:00.000000Z',
          created_by_id: projectId,
          updated_at: '2026-11-15T09:00:02.000000Z',
          updated_by_id: otherProjectId,
        },
      ])
    }
  })

  test('a span that one request has twice is not updated', () => {
    const rows = new MemoryRows()
    store(
      rows,
      entryOf([
        { id: 0, tokens: 1 },
        { id: 0, tokens: 2 },
      ]),
    )
    expect(rows.live().map(({ updated_at }) => updated_at)).toEqual([null])
  })

  const call = { operation: 'chat', tokens: 100 } as const
  const agOf = (rows: MemoryRows, id: number) => {
    const row = rows.live().find(({ span_id }) => span_id === hex(id))
    if (row === undefined) throw new Error('the span is not stored')
    const { attributes } = recordOfRow(row) as unknown as {
      readonly attributes: { readonly ag: Readonly<Record<'metrics' | 'meta', Record<string, unknown>>> }
    }
    return attributes.ag
  }

  test('a duplicate that arrives first is marked when the counting span arrives, and unmarked when that changes', () => {
    const rows = new MemoryRows()
    const tokens = { incremental: { prompt: 100, total: 100 } }
    store(rows, entryOf([{ id: 1, parent: 0, scope: 'client', ...call }]))
    expect(agOf(rows, 1).metrics).toMatchObject({ tokens })
    const richer = { id: 2, parent: 0, scope: 'instrumentation', outputs: 'Hi', ...call }
    store(rows, entryOf([{ id: 0, tokens: 0 }, richer]))
    expect(agOf(rows, 1)).toMatchObject({
      metrics: { tokens: {} },
      meta: { duplicate_of: hex(2), usage: { counted: false, tokens: tokens.incremental } },
    })
    expect(agOf(rows, 0).metrics).toMatchObject({ tokens: { cumulative: { total: 100 } } })
    // Sent again, it is a different call.
    store(rows, entryOf([{ ...richer, tokens: 7 }]))
    expect(agOf(rows, 1).metrics).toMatchObject({ tokens })
    expect(agOf(rows, 1).meta).not.toHaveProperty('duplicate_of')
    expect(agOf(rows, 1).meta).not.toHaveProperty('usage')
    expect(agOf(rows, 0).metrics).toMatchObject({ tokens: { cumulative: { total: 107 } } })
  })

  test('rows of earlier versions, whose facts do not include calls, add up as before', () => {
    const rows = new MemoryRows()
    store(rows, entryOf([{ id: 1, parent: 0, scope: 'client', ...call }]))
    const olderRows = rows.live().map((row) => {
      const { call: _, ...facts } = JSON.parse(row.facts) as Record<string, unknown>
      return { ...row, facts: JSON.stringify(facts) }
    })
    const stored = new MemoryRows()
    stored.write(olderRows)
    store(
      stored,
      entryOf([
        { id: 0, tokens: 0 },
        { id: 2, parent: 0, scope: 'instrumentation', ...call },
      ]),
    )
    expect(agOf(stored, 0).metrics).toMatchObject({ tokens: { cumulative: { total: 200 } } })
  })

  test('a batch that is replayed changes nothing', () => {
    const rows = new MemoryRows()
    const first = entryOf([{ id: 0, tokens: 1 }])
    const second = entryOf([
      { id: 0, tokens: 2, start: 5 },
      { id: 1, parent: 0, tokens: 3 },
    ])
    store(rows, first)
    store(rows, second)
    const before = recordTexts(rows)
    store(rows, second)
    store(rows, first, second)
    expect(recordTexts(rows)).toEqual(before)
  })

  test('a span received earlier but stored later does not replace a newer one', () => {
    const rows = new MemoryRows()
    const [olderRows, newer] = [entryOf([{ id: 0, tokens: 1 }]), entryOf([{ id: 0, tokens: 2 }])]
    store(rows, newer)
    const before = recordTexts(rows)
    store(rows, olderRows)
    expect(recordTexts(rows)).toEqual(before)
  })

  test('a roll-up of old content loses against content that replaced it in the meantime', () => {
    const rows = new MemoryRows()
    store(rows, entryOf([{ id: 0, tokens: 1 }]))
    const stale = rows.live()
    const slow = new SpanBatch(BigInt(receipts) * 1_000_000n)
    slow.add(entryOf([{ id: 1, parent: 0, tokens: 10 }]), noRules)
    const late: NewRow[] = []
    const changedSpans = slow.rows(groupByTrace(stale), (row) => late.push(row))
    store(rows, entryOf([{ id: 0, tokens: 5, start: 7 }]))
    rows.write([...late, ...rerolledRows(stale, changedSpans)])
    const root = rows.live().filter(({ span_id }) => span_id === hex(0))
    expect(
      root.map(({ attributes }) => (/"incremental":\{"prompt":(\d+)/.exec(attributes) ?? [])[1]),
    ).toEqual(['5'])
  })

  test('a request that another worker already stored does not undo the deletion of its spans', () => {
    const rows = new MemoryRows()
    const entry = entryOf([{ id: 0, tokens: 1 }])
    store(rows, entry)
    // A worker that was delayed beyond its lease reads first and writes only after the deletion.
    const late = new SpanBatch(BigInt(receipts))
    late.add(entry, noRules)
    const rowsWritten: NewRow[] = []
    late.rows(groupByTrace(rows.live()), (row) => rowsWritten.push(row))
    rows.write(rows.live().map((row) => deletedRow(row, BigInt(row.version) + deletionSteps)))
    rows.write(rowsWritten)
    expect(rows.live()).toEqual([])
    store(rows, entryOf([{ id: 0, tokens: 2 }]))
    expect(rows.live()).toHaveLength(1)
  })
})
