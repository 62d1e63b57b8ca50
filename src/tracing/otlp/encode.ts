// Encodes OTLP responses: ExportTraceServiceResponse and google.rpc.Status, each in protobuf and in JSON.
import { tagOf, wireType } from './wire.ts'

/** The refused part of a request. Without refusals and message the response is empty. */
export interface PartialSuccess {
  /** Spans or log records. */
  readonly rejected: number
  readonly errorMessage: string
}

const isEmpty = ({ rejected, errorMessage }: PartialSuccess): boolean => rejected === 0 && errorMessage === ''

/** The same bytes for spans and for logs. */
export function exportResponseProtobuf(success: PartialSuccess): Uint8Array {
  if (isEmpty(success)) return new Uint8Array()
  return Buffer.concat([
    bytesField(1, Buffer.concat([varintField(1, success.rejected), textField(2, success.errorMessage)])),
  ])
}

export interface ExportResponseJson {
  readonly partialSuccess?: {
    readonly rejectedSpans?: string
    readonly rejectedLogRecords?: string
    readonly errorMessage?: string
  }
}

/** 64-bit integers are text in OTLP/JSON. Members with their default value are omitted. */
export function exportResponseJson(
  partial: PartialSuccess,
  countField: 'rejectedSpans' | 'rejectedLogRecords' = 'rejectedSpans',
): ExportResponseJson {
  if (isEmpty(partial)) return {}
  return {
    partialSuccess: {
      ...(partial.rejected === 0 ? {} : { [countField]: String(partial.rejected) }),
      ...(partial.errorMessage === '' ? {} : { errorMessage: partial.errorMessage }),
    },
  }
}

/** google.rpc.Status: code and message of a failed export. */
export const rpcStatusProtobuf = (code: number, message: string): Uint8Array =>
  Buffer.concat([varintField(1, code), textField(2, message)])

export const rpcStatusJson = (
  code: number,
  message: string,
): { readonly code: number; readonly message: string } => ({ code, message })

/** google.rpc.Status with RetryInfo: when to retry. The detail is an Any, which states its type as a URL. */
export const retryStatusProtobuf = (code: number, message: string, retrySeconds: number): Uint8Array =>
  Buffer.concat([
    varintField(1, code),
    textField(2, message),
    bytesField(
      3,
      Buffer.concat([
        textField(1, 'type.googleapis.com/google.rpc.RetryInfo'),
        bytesField(2, bytesField(1, varintField(1, retrySeconds))),
      ]),
    ),
  ])

/** ExportTraceServiceRequest with one span, built from its bytes and those of its resource and scope. */
export function onlySpanProtobuf({ resource, scope, span }: SpanBytes): Uint8Array {
  const optional = (bytes: Uint8Array): Uint8Array => (bytes.length === 0 ? bytes : bytesField(1, bytes))
  const scopeSpans = Buffer.concat([optional(scope), bytesField(2, span)])
  return bytesField(1, Buffer.concat([optional(resource), bytesField(2, scopeSpans)]))
}

interface SpanBytes {
  readonly resource: Uint8Array
  readonly scope: Uint8Array
  readonly span: Uint8Array
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let remaining = value
  while (remaining >= 0x80) {
    bytes.push((remaining % 0x80) | 0x80)
    remaining = Math.floor(remaining / 0x80)
  }
  bytes.push(remaining)
  return Uint8Array.from(bytes)
}

const varintField = (field: number, value: number): Uint8Array =>
  value === 0 ? new Uint8Array() : Buffer.concat([varint(tagOf(field, wireType.varint)), varint(value)])

const bytesField = (field: number, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([varint(tagOf(field, wireType.bytes)), varint(bytes.length), bytes])

const textField = (field: number, text: string): Uint8Array =>
  text === '' ? new Uint8Array() : bytesField(field, Buffer.from(text, 'utf8'))
