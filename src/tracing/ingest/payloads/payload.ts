// Payloads of the inbox: decodes them, and builds payloads of single spans. Start with ../accept.ts, which decides before
// the response which spans of a payload are accepted. After the response, ../worker.ts moves them from the inbox to the
// span store; rows/batch.ts builds their rows in a thread (row-builders/row-builder-thread.ts). May import
// storage/contract/contract.ts, the kernel and the rest of tracing/.
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { canonicalRecord, recordIds } from '../../canonical/record-input.ts'
import { canonicalSpan, type CanonicalOptions, type CanonicalSpan } from '../../canonical/span.ts'
import { parseExact } from '../../exact-json.ts'
import { protobufAddresses } from '../../otlp/addresses.ts'
import { decodeOtlp } from '../../otlp/decode.ts'
import { onlySpanProtobuf } from '../../otlp/encode.ts'
import { SpanError, undecodable, type RefusedSpan } from '../../otlp/span.ts'
import { redactedRecord } from '../../redaction/record.ts'
import type { Redactor } from '../../redaction/redact.ts'
import { isList, isObject, valueAt, valueText, type Value } from '../../value.ts'
import { asSentText } from './as-sent.ts'
import { isRedacted, recordsOfRedacted, spansOfRedacted } from '../redacted-payload.ts'
import { ownMember } from '../../../kernel/own.ts'

/** A span with valid ids, not yet in canonical form. */
export interface AddressedSpan {
  readonly index: number
  readonly traceId: string
  readonly spanId: string
  readonly canonical: (options: CanonicalOptions, redactor: Redactor) => MappedSpan
}

export type SpanIds = Pick<AddressedSpan, 'traceId' | 'spanId'>

export interface MappedSpan {
  readonly span: CanonicalSpan
  /** The note for a remap of the redacted attributes: see as-sent.ts. */
  readonly native: string
}

/** The content of a response: the ids of accepted spans, and the refused spans. */
export interface AddressedPayload {
  readonly spans: readonly SpanIds[]
  readonly refusedSpans: readonly RefusedSpan[]
}

export interface DecodedPayload {
  readonly spans: readonly AddressedSpan[]
  readonly refusedSpans: readonly RefusedSpan[]
}

/** Throws payload_undecodable if the payload cannot be decoded. A span with invalid ids is refused alone. */
export function decodedPayload(form: SpanPayloadForm, bytes: Uint8Array): DecodedPayload {
  const isAlreadyRedacted = isRedacted(bytes)
  if (form === 'records') return decodedRecords(bytes, isAlreadyRedacted)
  const { spans, refusedSpans } = isAlreadyRedacted
    ? { spans: spansOfRedacted(bytes), refusedSpans: [] }
    : decodeOtlp(form, bytes)
  return {
    refusedSpans,
    spans: spans.map((span) => ({
      index: span.index,
      traceId: span.traceId,
      spanId: span.spanId,
      canonical: (options, redactor) => {
        const redactedSpan = isAlreadyRedacted ? span : redactor.span(span)
        return {
          span: canonicalSpan(redactedSpan, withPathRedaction(options, redactor)),
          native: asSentText(redactedSpan.attributes),
        }
      },
    })),
  }
}

/** The ids of the spans of a payload. As decodedPayload, but cheaper. */
export function addressedPayload(form: SpanPayloadForm, bytes: Uint8Array): AddressedPayload {
  return form === 'otlp_protobuf' && !isRedacted(bytes)
    ? protobufAddresses(bytes)
    : decodedPayload(form, bytes)
}

/** As addressedPayload, for bytes of a client: redacted payloads, which only the server writes, are refused. */
export const addressedRequest = (form: SpanPayloadForm, bytes: Uint8Array): AddressedPayload =>
  addressedPayload(form, refuseRedacted(bytes))

/** Returns the bytes of a client. Throws payload_undecodable for redacted payloads, which only the server writes. */
export function refuseRedacted(bytes: Uint8Array): Uint8Array {
  if (isRedacted(bytes)) throw undecodable(new Error('It begins with a control character.'))
  return bytes
}

/** Conventions are mapped to `ag` from other names, so redaction by path below `ag` runs once more. */
const withPathRedaction = (options: CanonicalOptions, redactor: Redactor): CanonicalOptions =>
  redactor.isIdle ? options : { ...options, hide: (ag) => redactor.hidePaths(ag) }

function decodedRecords(bytes: Uint8Array, isAlreadyRedacted: boolean): DecodedPayload {
  const records = isAlreadyRedacted
    ? recordsOfRedacted(bytes)
    : parseExact(Buffer.from(bytes).toString('utf8'))
  if (!isList(records)) throw undecodable(new Error('The payload is not a list of spans.'))
  const spans: AddressedSpan[] = []
  const refusedSpans: RefusedSpan[] = []
  for (const [index, record] of records.entries()) {
    try {
      if (!isObject(record)) throw new SpanError('the span is not an object')
      const { traceId, spanId } = recordIds(record)
      spans.push({
        index,
        traceId,
        spanId,
        canonical: (options, redactor) => ({
          span: canonicalRecord(
            isAlreadyRedacted ? record : redactedRecord(record, redactor),
            withPathRedaction(options, redactor),
          ),
          native: '',
        }),
      })
    } catch (error) {
      if (!(error instanceof SpanError)) throw error
      refusedSpans.push(refusedRecord(record, index, error.message))
    }
  }
  return { spans, refusedSpans }
}

function refusedRecord(record: Value, index: number, reason: string): RefusedSpan {
  const id = (name: string): string | undefined => {
    const value = isObject(record) ? ownMember(record, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const [traceId, spanId] = [id('trace_id'), id('span_id')]
  return {
    index,
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
    reason,
    source: valueText(record),
  }
}

/** A payload with one span as sent, with its resource and scope, so that it can be retried alone. */
export function onlySpan(
  form: SpanPayloadForm,
  { source, resource = '', scope = '' }: Pick<RefusedSpan, 'source' | 'resource' | 'scope'>,
): Uint8Array {
  if (form === 'records') return Buffer.from(`[${String(source)}]`)
  if (typeof source === 'string') {
    const [resourceJson, scopeJson] = [resource, scope].map((text) => (text === '' ? '{}' : String(text)))
    return Buffer.from(
      `{"resourceSpans":[{"resource":${resourceJson},"scopeSpans":[{"scope":${scopeJson},"spans":[${source}]}]}]}`,
    )
  }
  return onlySpanProtobuf({ resource: Buffer.from(resource), scope: Buffer.from(scope), span: source })
}

/** Joins payloads of onlySpan. */
export function joinedPayload(form: SpanPayloadForm, payloads: readonly Uint8Array[]): Uint8Array {
  // Concatenated protobuf requests are one request.
  if (form === 'otlp_protobuf') return Buffer.concat(payloads)
  const values = payloads.map((bytes) => parseExact(Buffer.from(bytes).toString('utf8')))
  if (form === 'records') return Buffer.from(valueText(values.flat()))
  const resourceSpans = values.flatMap((request) => valueAt(request, ['resourceSpans']) ?? [])
  return Buffer.from(valueText({ resourceSpans }))
}
