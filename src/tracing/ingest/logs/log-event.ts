// Log events that wait for their span, and the text in which the store keeps an event.
// Start here; joined-row.ts adds events to the row of their span, join.ts applies it to stored spans, waiting.ts
// handles events whose span does not arrive. May import what ingest/ may.
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
import { valueText } from '../../value.ts'
import { isRedacted, logsOfRedacted } from '../redacted-payload.ts'

export const isLogForm = (form: PayloadForm): form is LogPayloadForm =>
  form === 'logs_protobuf' || form === 'logs_json'

export const logEncoding = (form: LogPayloadForm): LogEncoding => (form === 'logs_json' ? 'json' : 'protobuf')

export type LogEntry = InboxEntry<LogPayloadForm>

/** The text preserves nanoseconds and all other numbers exactly. */
export const eventText = (event: OtlpEvent): string => valueText({ ...event })

export function readEvent(text: string): OtlpEvent {
  const { timeUnixNano, ...event } = parseExact(text) as unknown as Omit<OtlpEvent, 'timeUnixNano'> & {
    readonly timeUnixNano: number | bigint
  }
  return { ...event, timeUnixNano: BigInt(timeUnixNano) }
}

/**
 * Returns the occurrence number of each text. Log records have no ids and may be sent again: an equal record of another
 * request is the same record. Equal records of one request are distinct.
 */
export function occurrences(): (text: string) => number {
  const counts = new Map<string, number>()
  return (text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return count
  }
}

/** The log events of a payload of the inbox, redacted. */
export function waitingLogsOf(entry: LogEntry, redactor: Redactor): readonly WaitingLog[] {
  const isAlreadyRedacted = isRedacted(entry.payload)
  const logs: readonly OtlpLog[] = isAlreadyRedacted
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
      event: eventText(isAlreadyRedacted ? event : redactor.event(event)),
    }
  })
}
