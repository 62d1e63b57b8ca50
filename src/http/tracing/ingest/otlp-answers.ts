// Answers of OTLP over HTTP and gRPC: rejected and ignored records, and failures as google.rpc.Status.
import type { FastifyRequest } from 'fastify'
import type { AssayError } from '../../../kernel/errors.ts'
import type { AcceptedSpans, AcceptedLogs } from '../../../tracing/ingest/accept.ts'
import { rpcStatusJson, rpcStatusProtobuf } from '../../../tracing/otlp/encode.ts'
import type { ErrorAnswer, ErrorFormat } from '../../route.ts'
import { answersInJson } from './inflate.ts'
import { rpcStatus } from './otlp-shapes.ts'

export const protobufType = 'application/x-protobuf'
export const receiptHeader = 'X-Assay-Receipt'

/** google.rpc.Code for each status that these routes answer. */
const rpcCodes: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [413, 8],
  [415, 3],
  [429, 8],
  [503, 14],
])

export const rpcCode = (error: AssayError): number => rpcCodes.get(error.status) ?? 13

/** The message of a failure; lists and objects contain one. */
export function messageOf({ detail }: AssayError): string {
  if (typeof detail === 'string') return detail
  return 'message' in detail && typeof detail.message === 'string' ? detail.message : JSON.stringify(detail)
}

function statusAnswer(error: AssayError, request: FastifyRequest): ErrorAnswer {
  const [code, message] = [rpcCode(error), messageOf(error)]
  return answersInJson(request.headers['content-type'], request.body)
    ? { contentType: 'application/json', body: JSON.stringify(rpcStatusJson(code, message)) }
    : { contentType: protobufType, body: rpcStatusProtobuf(code, message) }
}

export const statusFormat: ErrorFormat = {
  write: statusAnswer,
  schema: rpcStatus,
  types: ['application/json', protobufType],
}

/** One line about rejected spans, with the first reason. */
export const refusedMessage = ({ refusedSpans }: Pick<AcceptedSpans, 'refusedSpans'>): string =>
  refusedSpans[0] === undefined
    ? ''
    : `${refusedSpans.length} span(s) refused; the first: ${refusedSpans[0].reason}`

/** One line about ignored log records. */
export const ignoredMessage = ({ ignoredCount }: Pick<AcceptedLogs, 'ignoredCount'>): string =>
  ignoredCount === 0
    ? ''
    : `${ignoredCount} log record(s) ignored: only events named gen_ai.* with a trace id and a span id, and some events of Claude Code and Codex, are stored`
