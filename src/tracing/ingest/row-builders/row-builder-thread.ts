// A worker thread of row-builders.ts. It executes one call after another.
import { parentPort } from 'node:worker_threads'
import { AssayError } from '../../../kernel/errors.ts'
import { releaseBuffer } from '../../../kernel/memory.ts'
import { RowEncoder, type NewRow, type SpanPlace, type SpanRows } from '../../../storage/contract/contract.ts'
import { noRules, SpanBatch, type EntryUsage, type NewRejection, type ProjectRules } from '../rows/batch.ts'
import { groupsOf } from '../rows/groups.ts'
import type {
  RowBuilderAnswer,
  RowBuilderCalls,
  BuiltRows,
  RowBuilderRequest,
  RowRange,
  RowWork,
} from './row-builder-calls.ts'
import { addressedLogs } from '../addressed-logs.ts'
import { addressedRequest } from '../payloads/payload.ts'
import { sentRecords } from '../payloads/sent-records.ts'
import { tracePayload } from '../payloads/trace-body.ts'
import { redactedPayload } from '../redacted-payload.ts'
import { rulesCache } from '../rules.ts'
import { groupByTrace, rerolledRows, unsettledSpans, type ChangedSpan } from '../rows/stored-traces.ts'
import { ownMember } from '../../../kernel/own.ts'
import { joinedRow } from '../logs/joined-row.ts'
import { waitingLogsOf } from '../logs/log-event.ts'

const rulesOf = rulesCache()

/** Encodes the rows of a range and drops the others. */
class RowRangeEncoder {
  readonly #range: RowRange
  readonly #encoder = new RowEncoder()
  #rowCount = 0
  #first: BuiltRows['first']

  constructor(range: RowRange = { from: 0, to: Infinity }) {
    this.#range = range
  }

  add(row: NewRow): void {
    const index = this.#rowCount
    this.#rowCount += 1
    if (index < this.#range.from || index >= this.#range.to) return
    const { project_id, trace_id, span_id } = row
    this.#first ??= { project_id, trace_id, span_id }
    this.#encoder.add(row)
  }

  rows(): BuiltRows {
    return { ...this.#encoder.rows(), first: this.#first }
  }
}

function rulesIn(rules: RowWork['rules'], projectId: string): ProjectRules {
  const projectRules = ownMember(rules, projectId)
  return projectRules === undefined ? noRules : rulesOf(projectRules)
}

/** One group at a time: its memory is released before the next group. */
function* batchesOf({ groups, rules, nowMicroseconds }: RowWork): Generator<SpanBatch> {
  for (const group of groups) {
    const batch = new SpanBatch(nowMicroseconds)
    for (const entry of group) {
      batch.add(entry, rulesIn(rules, entry.projectId))
      releaseBuffer(entry.payload)
    }
    yield batch
  }
}

const calls: RowBuilderCalls = {
  groups(entries) {
    const groups = groupsOf(entries)
    for (const { payload } of entries) releaseBuffer(payload)
    return groups
  },
  rows(work, storedFacts, range) {
    const facts = groupByTrace(storedFacts)
    const encoder = new RowRangeEncoder(range)
    const changedSpans: ChangedSpan[] = []
    const rejections: NewRejection[] = []
    const usage: EntryUsage[] = []
    const replacedWithLogs: SpanPlace[] = []
    for (const batch of batchesOf(work)) {
      changedSpans.push(...batch.rows(facts, (row) => encoder.add(row)))
      rejections.push(...batch.rejections)
      usage.push(...batch.usage)
      replacedWithLogs.push(...batch.replacedWithLogs)
    }
    return { rows: encoder.rows(), changedSpans, rejections, usage, replacedWithLogs }
  },
  unsettledSpans,
  rerolledRows(rows, changedRows, range) {
    const encoder = new RowRangeEncoder(range)
    for (const row of rerolledRows(rows, changedRows)) encoder.add(row)
    return encoder.rows()
  },
  addressedRequest(form, payload) {
    const { spans, refusedSpans } = addressedRequest(form, payload)
    // Decoded spans have functions, which cannot be transferred.
    return { spans: spans.map(({ traceId, spanId }) => ({ traceId, spanId })), refusedSpans }
  },
  addressedLogs,
  sentRecords,
  tracePayload,
  redactedPayload: (form, payload, rules) =>
    redactedPayload(form, { bytes: payload, redactor: rulesOf(rules).redactor }),
  logs: (entries, rules) =>
    entries.flatMap((entry) => {
      const { redactor } = rulesIn(rules, entry.projectId)
      const logs = waitingLogsOf(entry, redactor)
      releaseBuffer(entry.payload)
      return logs
    }),
  joinedRows(rows, logs, rules, range) {
    const encoder = new RowRangeEncoder(range)
    const storedLogIds: string[] = []
    const refusedIds: string[] = []
    const logsBySpan = Map.groupBy(logs, ({ traceId, spanId }) => traceId + spanId)
    for (const row of rows) {
      const waitingLogs = logsBySpan.get(row.trace_id + row.span_id) ?? []
      const result = joinedRow(row, { waitingLogs, rules: rulesOf(rules) })
      const overLimitIds = new Set(result.refusedLogs.map(({ id }) => id))
      refusedIds.push(...overLimitIds)
      if (result.row !== undefined) encoder.add(result.row)
      else for (const { id } of waitingLogs) if (!overLimitIds.has(id)) storedLogIds.push(id)
    }
    return { rows: encoder.rows(), storedLogIds, refusedLogIds: refusedIds }
  },
  rejectionOf(work, ids, reason) {
    for (const batch of batchesOf(work)) {
      const rejection = batch.rejectionOf(ids, reason)
      if (rejection !== undefined) return rejection
    }
    return undefined
  },
}

/** The buffers of rows are transferred, not copied, because this thread no longer needs them. */
function buffersOf(answer: RowBuilderAnswer): ArrayBuffer[] {
  const value = 'value' in answer ? answer.value : undefined
  if (typeof value !== 'object' || value === null) return []
  const rows = 'rows' in value ? value.rows : value
  const { chunks = [] } = rows as Partial<SpanRows>
  return chunks.map(({ buffer }) => buffer)
}

parentPort?.on('message', ({ id, call, args }: RowBuilderRequest) => {
  let answer: RowBuilderAnswer
  try {
    answer = { id, value: (calls[call] as (...args: readonly unknown[]) => unknown)(...args) }
  } catch (error) {
    if (error instanceof AssayError) answer = { id, code: error.code, detail: error.detail }
    else answer = { id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer, buffersOf(answer))
})
