// Separate span stores for tests on either backend, and records in the form of ingest.
import { rmSync } from 'node:fs'
import { startClickHouse } from './clickhouse.ts'
import { newDataDirectory } from './data-directory.ts'
import { openEmbedded, openServer } from '../../src/storage/columnar/open.ts'
import {
  encodeRows,
  type NewRow,
  type QueryBudget,
  type SpanStore,
} from '../../src/storage/contract/contract.ts'
import type { FilterSpan } from '../../src/tracing/filter/evaluate.ts'
import { rowOfRecord, rowTime } from '../../src/tracing/ingest/rows/span-row.ts'
import type { ValueObject } from '../../src/tracing/value.ts'
import { isDeep } from './tier.ts'

export const testProject = '01900000-0000-7000-8000-000000000001'

export interface TestStore {
  readonly store: SpanStore
  readonly remove: () => Promise<void>
}

export const storeBackends = {
  embedded: async (budget?: QueryBudget): Promise<TestStore> => {
    const directory = newDataDirectory('assay-queries-')
    const store = await openEmbedded(directory, budget)
    return {
      store,
      remove: async () => {
        await store.close()
        rmSync(directory, { recursive: true, force: true })
      },
    }
  },
  server: async (budget?: QueryBudget): Promise<TestStore> => {
    const server = await startClickHouse()
    const store = await openServer(server.url, undefined, budget)
    return {
      store,
      remove: async () => {
        await store.close()
        await server.remove()
      },
    }
  },
} as const

/** Backends of promises that do not depend on the driver: statements through the gateway are slow, and the SQL is the same. */
export const spanBackends: readonly (keyof typeof storeBackends)[] = isDeep
  ? ['embedded', 'server']
  : ['embedded']

export const rowOf = (span: FilterSpan, version = '1000'): NewRow =>
  rowOfRecord(span as unknown as ValueObject, {
    project_id: testProject,
    created_at: rowTime(span.created_at),
    created_by_id: span.created_by_id ?? null,
    updated_at: span.updated_at === undefined ? null : rowTime(span.updated_at),
    updated_by_id: span.updated_by_id ?? null,
    form: 'record',
    native: '',
    facts: '{}',
    roll_up: '',
    leads: 3,
    is_head: span.is_head === true ? 1 : 0,
    trace_totals: [],
    receipt_id: testProject,
    version,
  })

export const writeSpans = (store: SpanStore, spans: readonly FilterSpan[]): Promise<void> =>
  store.write(encodeRows(spans.map((span) => rowOf(span))))

export const someSpan: FilterSpan = {
  trace_id: 'a'.repeat(32),
  span_id: '1'.repeat(16),
  trace_type: 'invocation',
  span_type: 'task',
  span_kind: 'SPAN_KIND_UNSPECIFIED',
  span_name: 'span',
  start_time: '2026-11-15T09:00:00.000000Z',
  end_time: '2026-11-15T09:00:01.000000Z',
  status_code: 'STATUS_CODE_UNSET',
  attributes: { ag: { type: { trace: 'invocation', span: 'task' }, data: {}, metrics: {} } },
  created_at: '2026-11-15T09:00:02.000000Z',
}
