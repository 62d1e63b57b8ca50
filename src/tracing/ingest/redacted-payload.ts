// Payloads of projects with redaction rules. They are redacted before they enter the inbox, because the inbox is a
// store. The worker then uses them unchanged.
import type { PayloadForm } from '../../storage/contract/contract.ts'
import { recordIds } from '../canonical/record-input.ts'
import { parseExact } from '../exact-json.ts'
import { unreachable } from '../../kernel/errors.ts'
import { decodeOtlp } from '../otlp/decode.ts'
import { decodeLogs, type LogEncoding, type OtlpLog } from '../otlp/logs.ts'
import { SpanError, type OtlpEvent, type OtlpResource, type OtlpScope, type OtlpSpan } from '../otlp/span.ts'
import { redactedRecord } from '../redaction/record.ts'
import { RequestBudget } from '../redaction/budget.ts'
import type { Redactor } from '../redaction/redact.ts'
import { isList, isObject, valueText, type Value, type ValueObject } from '../value.ts'

/** The first byte of a redacted payload. No valid JSON or protobuf payload of a client begins with it. */
const mark = 0x1e

export const isRedacted = (bytes: Uint8Array): boolean => bytes[0] === mark

type StoredTime = number | bigint
type StoredEvent = Omit<OtlpEvent, 'timeUnixNano'> & { readonly timeUnixNano: StoredTime }

interface StoredSpan extends Omit<
  OtlpSpan,
  'startTimeUnixNano' | 'endTimeUnixNano' | 'events' | 'resource' | 'scope'
> {
  readonly startTimeUnixNano: StoredTime
  readonly endTimeUnixNano: StoredTime
  readonly events: readonly StoredEvent[]
  /** Indexes in the lists, which many spans share. */
  readonly resource: number
  readonly scope: number
}

interface StoredSpans {
  readonly resources: readonly OtlpResource[]
  readonly scopes: readonly OtlpScope[]
  readonly spans: readonly StoredSpan[]
}

/** The redacted payload for the inbox. Spans with invalid ids are omitted. */
export function redactedPayload(
  form: PayloadForm,
  { bytes, redactor }: { readonly bytes: Uint8Array; readonly redactor: Redactor },
): Uint8Array {
  const value = redactedValue(form, { bytes, redactor })
  return Buffer.concat([Buffer.of(mark), Buffer.from(valueText(value))])
}

function redactedValue(
  form: PayloadForm,
  { bytes, redactor }: { readonly bytes: Uint8Array; readonly redactor: Redactor },
): Value {
  switch (form) {
    case 'records':
      return redactedRecords(bytes, redactor)
    case 'logs_json':
    case 'logs_protobuf':
      return redactedLogs(form === 'logs_json' ? 'json' : 'protobuf', { bytes, redactor })
    case 'otlp_json':
    case 'otlp_protobuf':
      return redactedSpans(form, { bytes, redactor })
    default:
      return unreachable(form)
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(1)).toString('utf8')

function redactedRecords(bytes: Uint8Array, redactor: Redactor): Value {
  const records = parseExact(Buffer.from(bytes).toString('utf8'))
  if (!isList(records)) return []
  const requestBudget = new RequestBudget(bytes.length)
  // An omitted record keeps its index, because spans are identified by it.
  return records.map((record) =>
    isObject(record) && isAddressed(record)
      ? requestBudget.spend((budget) => redactedRecord(record, redactor, budget))
      : null,
  )
}

function isAddressed(record: ValueObject): boolean {
  try {
    recordIds(record)
    return true
  } catch (error) {
    if (error instanceof SpanError) return false
    throw error
  }
}

/** Assigns indexes to values in the order of their first use. */
function createIndexer<T>(): { readonly indexOf: (value: T) => number; readonly values: () => readonly T[] } {
  const indexes = new Map<T, number>()
  return {
    indexOf: (value) => {
      const index = indexes.get(value) ?? indexes.size
      indexes.set(value, index)
      return index
    },
    values: () => [...indexes.keys()],
  }
}

/** Records without a span are omitted. */
function redactedLogs(
  encoding: LogEncoding,
  { bytes, redactor }: { readonly bytes: Uint8Array; readonly redactor: Redactor },
): Value {
  const requestBudget = new RequestBudget(bytes.length)
  return decodeLogs(encoding, bytes).logs.map((log) => ({
    ...log,
    event: requestBudget.spend((budget) => redactor.event(log.event, budget)),
  })) as unknown as Value
}

function redactedSpans(
  form: 'otlp_json' | 'otlp_protobuf',
  { bytes, redactor }: { readonly bytes: Uint8Array; readonly redactor: Redactor },
): Value {
  const request = decodeOtlp(form, bytes)
  const requestBudget = new RequestBudget(bytes.length)
  const resources = createIndexer<OtlpResource>()
  const scopes = createIndexer<OtlpScope>()
  const spans = request.spans.map((span) => {
    const { resource, scope, ...rest } = requestBudget.spend((budget) => redactor.span(span, budget))
    return { ...rest, resource: resources.indexOf(resource), scope: scopes.indexOf(scope) }
  })
  const storedSpans: StoredSpans = { resources: resources.values(), scopes: scopes.values(), spans }
  return storedSpans as unknown as Value
}

/** The records of a redacted payload at their indexes; null for an omitted one. */
export const recordsOfRedacted = (bytes: Uint8Array): Value => parseExact(textOf(bytes))

/** The log events of a redacted payload. */
export function logsOfRedacted(bytes: Uint8Array): readonly OtlpLog[] {
  type StoredLog = Omit<OtlpLog, 'event'> & { readonly event: StoredEvent }
  return (parseExact(textOf(bytes)) as unknown as readonly StoredLog[]).map((log) => ({
    ...log,
    event: { ...log.event, timeUnixNano: BigInt(log.event.timeUnixNano) },
  }))
}

/** The spans of a redacted payload of OTLP. */
export function spansOfRedacted(bytes: Uint8Array): readonly OtlpSpan[] {
  const { resources, scopes, spans } = parseExact(textOf(bytes)) as unknown as StoredSpans
  return spans.map((span) => ({
    ...span,
    startTimeUnixNano: BigInt(span.startTimeUnixNano),
    endTimeUnixNano: BigInt(span.endTimeUnixNano),
    events: span.events.map((event) => ({ ...event, timeUnixNano: BigInt(event.timeUnixNano) })),
    resource: resources[span.resource] ?? { attributes: {} },
    scope: scopes[span.scope] ?? { name: '', version: '', attributes: {} },
  }))
}
