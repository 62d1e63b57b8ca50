// Compares spans with their facts. Two scans of the keys find the buckets that differ; only those are compared row by
// row, so that the memory does not grow with the store.
import type { ClickHouseClient } from '@clickhouse/client'
import type { SpanIntegrity } from '../contract/contract.ts'
import { asStoreFailure } from './span-store.ts'

const bucketCount = 256
const bucketSql = `cityHash64(trace_id) % ${bucketCount}`

interface Sum {
  readonly bucket: number
  readonly spans: string
  readonly sum: string
}

const sumsOf = (table: string): string => `
SELECT ${bucketSql} AS bucket, toString(count()) AS spans,
  toString(sum(cityHash64(project_id, trace_id, span_id, start_time))) AS sum
FROM ${table} FINAL GROUP BY bucket`

const missingRows = (table: string, other: string): string => `
SELECT toString(count()) AS spans FROM ${table} FINAL
WHERE ${bucketSql} = {bucket:UInt16} AND (project_id, trace_id, span_id, start_time) GLOBAL NOT IN (
  SELECT project_id, trace_id, span_id, start_time FROM ${other} FINAL WHERE ${bucketSql} = {bucket:UInt16})`

export async function checkSpans(client: ClickHouseClient): Promise<SpanIntegrity> {
  async function select<Row>(query: string, params: Readonly<Record<string, unknown>> = {}): Promise<Row[]> {
    const result = await client.query({ query, query_params: { ...params }, format: 'JSONEachRow' })
    return result.json<Row>()
  }
  const countOf = async (query: string, params: Readonly<Record<string, unknown>>): Promise<number> =>
    Number((await select<{ readonly spans: string }>(query, params))[0]?.spans ?? 0)
  try {
    const [spans, facts] = [await select<Sum>(sumsOf('spans')), await select<Sum>(sumsOf('span_facts'))]
    const sums = (rows: readonly Sum[]) => new Map(rows.map((row) => [row.bucket, row.sum]))
    const [spanSums, factSums] = [sums(spans), sums(facts)]
    const differentBuckets = [...new Set([...spanSums.keys(), ...factSums.keys()])].filter(
      (bucket) => spanSums.get(bucket) !== factSums.get(bucket),
    )
    let [spansWithoutFacts, factsWithoutSpans] = [0, 0]
    for (const bucket of differentBuckets) {
      spansWithoutFacts += await countOf(missingRows('spans', 'span_facts'), { bucket })
      factsWithoutSpans += await countOf(missingRows('span_facts', 'spans'), { bucket })
    }
    return {
      spans: spans.reduce((sum, row) => sum + Number(row.spans), 0),
      spansWithoutFacts,
      factsWithoutSpans,
    }
  } catch (error) {
    throw asStoreFailure(error)
  }
}
