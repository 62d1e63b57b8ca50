// Finds the spans of the records of a logs request before the response: log events that join their spans, and events of
// coding agents, which become spans.
import type { LogPayloadForm } from '../../storage/contract/contract.ts'
import { agentSpans } from '../otlp/agent-logs.ts'
import { encodeSpans } from '../otlp/encode-spans.ts'
import { logAddresses, type LogAddress } from '../otlp/logs.ts'
import { logEncoding } from './logs/log-event.ts'
import { refuseRedacted } from './payloads/payload.ts'

export interface AddressedLogs {
  readonly logs: readonly LogAddress[]
  /** The number of other records. */
  readonly ignoredCount: number
  /** The spans of coding agents as OTLP/JSON, if there are any. */
  readonly spans: Uint8Array | undefined
}

export function addressedLogs(form: LogPayloadForm, bytes: Uint8Array): AddressedLogs {
  const encoding = logEncoding(form)
  const { logs, ignoredCount } = logAddresses(encoding, refuseRedacted(bytes))
  const spans = ignoredCount === 0 ? [] : agentSpans(encoding, bytes)
  return {
    logs: logs.map(({ index, traceId, spanId }) => ({ index, traceId, spanId })),
    ignoredCount: ignoredCount - spans.length,
    spans: spans.length === 0 ? undefined : encodeSpans(spans),
  }
}
