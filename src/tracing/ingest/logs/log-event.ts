// Log events between their request and their span: the text that is kept of them.
// Start here; joined-row.ts puts events into the row of their span, join.ts does so with what is stored, waiting.ts looks
// after those whose span does not come. May import what ingest/ may.
import type {
  InboxEntry,
  LogPayloadForm,
  PayloadForm,
  WaitingLog,
} from '../../../storage/contract/contract.ts'
import { parseExact } from '../../exact-json.ts'
import { decodeLogs, type LogEncoding, type OtlpLog } from '../../otlp/logs.ts'
import type { OtlpEvent } from '../../otlp/span.ts'
import type { Redactor } from '../../redaction/redact.ts'
import { valueText, type Value } from '../../value.ts'
import { isRedacted, logsOfRedacted } from '../redacted-payload.ts'

export const isLogForm = (form: PayloadForm): form is LogPayloadForm =>
  form === 'logs_protobuf' || form === 'logs_json'

export const logEncoding = (form: LogPayloadForm): LogEncoding => (form === 'logs_json' ? 'json' : 'protobuf')

export type LogEntry = InboxEntry<LogPayloadForm>

/** Nanoseconds are exact in this text, and so is every number. */
export const eventText = (event: OtlpEvent): string => valueText(event as unknown as Value)

export function readEvent(text: string): OtlpEvent {
  const { timeUnixNano, ...event } = parseExact(text) as unknown as Omit<OtlpEvent, 'timeUnixNano'> & {
    readonly timeUnixNano: number | bigint
  }
  return { ...event, timeUnixNano: BigInt(timeUnixNano) }
}

/**
 * Says of each text which one of its kind it is. Log records have no ids and are sent again: one of another request that
 * says the same is the same. Equal ones of one request are as many as there are.
 */
export function occurrences(): (text: string) => number {
  const seen = new Map<string, number>()
  return (text) => {
    const count = seen.get(text) ?? 0
    seen.set(text, count + 1)
    return count
  }
}

/** The log events of a payload of the inbox, redacted. */
export function waitingLogsOf(entry: LogEntry, redactor: Redactor): readonly WaitingLog[] {
  const isDone = isRedacted(entry.payload)
  const logs: readonly OtlpLog[] = isDone
    ? logsOfRedacted(entry.payload)
    : decodeLogs(logEncoding(entry.form), entry.payload).logs
  return logs.map(({ index, traceId, spanId, event }) => {
    const { id: receiptId, projectId, actorId, receivedAt } = entry
    return {
      id: `${receiptId}/${index}`,
      projectId,
      traceId,
      spanId,
      receiptId,
      actorId,
      receivedAt,
      index,
      event: eventText(isDone ? event : redactor.event(event)),
    }
  })
}
