// A store of very many spans, filled before a server starts on it: ingest stores a few thousand, which are then copied
// inside the engine with other ids, times and customers.
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { openEmbedded } from '../../src/storage/columnar/open.ts'
import { RowEncoder } from '../../src/storage/contract/contract.ts'
import { noRules, SpanBatch } from '../../src/tracing/ingest/rows/batch.ts'

export const seedTraces = 2_500
export const spansPerTrace = 8
export const seedSpans = seedTraces * spansPerTrace
export const copySeconds = 2_000

/** Fewer and larger inserts need fewer merges. */
const copiesPerInsert = 10

const words =
  'order refund customer agent ticket payment invoice delivery late broken phone laptop return label warehouse address email reply summary context question answer policy shipping'.split(
    ' ',
  )

/** The state of a random generator that gives the same numbers in every run. */
let state = 1
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return state / 0x7fffffff
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const sentence = (length: number): string => Array.from({ length }, () => pick(words)).join(' ')
const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')

const names = ['support', 'retrieve', 'answer', 'lookup', 'rank', 'answer', 'lookup', 'audit'] as const
const types = ['workflow', 'query', 'chat', 'tool', 'rerank', 'chat', 'tool', 'task'] as const

export function traceRecords(trace: number, at: number): readonly object[] {
  const traceId = hex(32)
  const root = hex(16)
  return names.map((span_name, i) => ({
    trace_id: traceId,
    span_id: i === 0 ? root : hex(16),
    ...(i === 0 ? {} : { parent_id: root }),
    span_name,
    start_time: new Date(at + i * 10).toISOString(),
    end_time: new Date(at + i * 10 + 50 + Math.floor(random() * 1000)).toISOString(),
    status_code: random() < 0.03 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    attributes: {
      ag: {
        type: { span: types[i] },
        data: {
          inputs: { question: sentence(30), messages: [{ role: 'user', content: sentence(30) }] },
          outputs: sentence(40),
        },
        ...(i === 0 ? { session: { id: `sess-${trace % 500}` }, user: { id: `u-${trace % 100}` } } : {}),
        metrics:
          types[i] === 'chat'
            ? {
                tokens: { incremental: { total: Math.floor(random() * 1000) } },
                costs: { incremental: { total: random() / 100 } },
              }
            : {},
        tags: { team: pick(['care', 'sales', 'ops']), customer: `c${trace}` },
        meta: { model: pick(['gpt-4o', 'gpt-4o-mini', 'claude']), temperature: random() },
      },
      http: { method: 'POST', route: `/v1/${pick(words)}`, status: 200 },
    },
  }))
}

/** Stores records as ingest does. */
export async function fillRecords(
  directory: string,
  projectId: string,
  batches: Iterable<readonly object[]>,
): Promise<void> {
  const store = await openEmbedded(directory)
  for (const records of batches) {
    const batch = new SpanBatch(1000n)
    batch.add(
      {
        id: projectId,
        projectId,
        actorId: projectId,
        receivedAt: '2026-10-15T00:00:00.000000Z',
        form: 'records',
        payload: Buffer.from(JSON.stringify(records)),
      },
      noRules,
    )
    const encoder = new RowEncoder()
    batch.rows(new Map(), (row) => encoder.add(row))
    await store.write(encoder.rows())
  }
  await store.close()
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

export const clientOf = (directory: string): ClickHouseClient =>
  createClient({ connection: createChdbConnection({ path: directory }) as unknown as Connection })

async function countSpans(directory: string): Promise<number> {
  const client = clientOf(directory)
  const result = await client.query({
    query: "SELECT toUInt32(ifNull(sum(total_rows), 0)) AS spans FROM system.tables WHERE name = 'spans'",
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ readonly spans: number }>()
  await client.close()
  return row?.spans ?? 0
}

function* seedBatches(base: number): Generator<readonly object[]> {
  for (let trace = 0; trace < seedTraces; trace += 500) {
    yield Array.from({ length: 500 }, (_, i) => traceRecords(trace + i, base + (trace + i) * 800)).flat()
  }
}

/** Adds the spans that the directory lacks. They start at `base`; each copy starts `copySeconds` later. */
export async function fillStore(
  directory: string,
  { projectId, base, copies }: { readonly projectId: string; readonly base: number; readonly copies: number },
): Promise<void> {
  const storedCopies = Math.floor((await countSpans(directory)) / seedSpans)
  if (storedCopies === 0) await fillRecords(directory, projectId, seedBatches(base))
  await multiply(directory, base, { first: Math.max(1, storedCopies), copies })
}

/**
 * Copies differ in trace id, time, session, user and customer: a customer is as rare in a million spans as in twenty
 * thousand.
 */
async function multiply(
  directory: string,
  base: number,
  { first, copies }: { readonly first: number; readonly copies: number },
): Promise<void> {
  const client = clientOf(directory)
  const until = new Date(base + copySeconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  for (let from = first; from < copies; from += copiesPerInsert) {
    const to = Math.min(copies, from + copiesPerInsert)
    const shift = `toIntervalSecond(copy * ${copySeconds})`
    await client.command({
      query: `INSERT INTO spans SELECT * EXCEPT (copy) REPLACE(
        concat(leftPad(lower(hex(toUInt16(copy))), 4, '0'), substring(trace_id, 5)) AS trace_id,
        concat(session_id, 'x', toString(copy)) AS session_id, concat(user_id, 'x', toString(copy)) AS user_id,
        start_time + ${shift} AS start_time, end_time + ${shift} AS end_time,
        mapUpdate(strings, map(toLowCardinality('ag.tags.customer'), concat(strings['ag.tags.customer'], 'x', toString(copy)))) AS strings,
        replaceRegexpAll(content, ' (c[0-9]+) ', concat(' \\\\1x', toString(copy), ' ')) AS content,
        replaceRegexpAll(attributes, '"customer":"(c[0-9]+)"', concat('"customer":"\\\\1x', toString(copy), '"')) AS attributes)
        FROM (SELECT * FROM spans WHERE start_time < '${until}') ARRAY JOIN range(${from}, ${to}) AS copy`,
    })
    console.log(`${to * seedSpans} spans`)
  }
  await client.close()
}
