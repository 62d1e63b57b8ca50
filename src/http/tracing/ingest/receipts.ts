// Routes of receipts, and of spans that could not be stored.
import { withExample } from '../../examples.ts'
import { z } from 'zod'
import { limitExceeded } from '../../../kernel/errors.ts'
import type { Receipt, RejectionSummary } from '../../../storage/contract/contract.ts'
import type { Ingest } from '../../../tracing/ingest/accept.ts'
import { optional, uuid } from '../../../kernel/validation.ts'
import { pageOf, timeBounds, type PageLimits, type Windowing } from '../../../versioning/windowing.ts'
import { list, single } from '../../record-fields.ts'
import { projectRoute, type Route } from '../../route.ts'
import { windowing } from '../../field-schemas.ts'
import { ingestAnswer } from '../shapes.ts'
import { receiptHeader } from './otlp-answers.ts'
import { pageCodes } from '../../codes.ts'

export interface ReceiptParts {
  readonly ingest: Ingest
  readonly limits: PageLimits
}

const rejectionAnswer = withExample(
  z
    .object({
      id: z.guid(),
      receipt_id: z.guid(),
      index: z.int(),
      trace_id: z.string().optional(),
      span_id: z.string().optional(),
      reason: z.string(),
      received_at: z.string(),
    })
    .meta({ id: 'Rejection' }),
  {
    id: '01a1e244-520d-7c14-8f9e-4da5c0e003d6',
    index: 1,
    trace_id: 'abcd',
    span_id: 'f50661153a80aad8',
    reason: 'trace_id has 2 bytes; 16 are needed',
    receipt_id: '01a1e244-520d-7662-9dd4-56c18a0e6c2e',
    received_at: '2026-11-16T02:51:30.701413Z',
  },
)

export const receiptKind = z.enum(['spans', 'logs']).meta({
  id: 'ReceiptKind',
  description: 'The kind of records in the request; the counts are of this kind.',
})

const receiptAnswer = withExample(
  z
    .object({
      id: z.guid(),
      status: z.enum(['pending', 'stored', 'rejected']),
      kind: receiptKind,
      received_at: z.string(),
      finished_at: z.string().optional(),
      received: z.int(),
      accepted: z.int(),
      stored: z.int(),
      rejected: z.array(
        rejectionAnswer.omit({ receipt_id: true, received_at: true }).meta({ id: 'ReceiptRejection' }),
      ),
    })
    .meta({ id: 'Receipt' }),
  {
    id: '01a1e274-3f81-7137-b509-83f1ed295ed8',
    status: 'pending',
    kind: 'spans',
    received_at: '2026-11-16T03:43:51.681120Z',
    received: 1,
    accepted: 1,
    stored: 0,
    rejected: [],
  },
)

const wireRejected = (rejection: RejectionSummary) => ({
  id: rejection.id,
  index: rejection.index,
  ...(rejection.traceId === undefined ? {} : { trace_id: rejection.traceId }),
  ...(rejection.spanId === undefined ? {} : { span_id: rejection.spanId }),
  reason: rejection.reason,
})

/** The status of a receipt. It depends on the stored spans: a retried rejection leaves the list and has its own receipt. */
export function statusOf({ finishedAt, stored, received }: Receipt) {
  if (finishedAt === undefined) return 'pending'
  return stored === received ? 'stored' : 'rejected'
}

const fetchReceipt = ({ limits }: ReceiptParts): Route =>
  projectRoute({
    method: 'GET',
    path: '/otlp/receipts/{receipt_id}',
    operationId: 'fetch_receipt',
    sdkName: 'otlp.fetchReceipt',
    summary: 'Whether the spans or log events of a request are stored, and which were rejected and why.',
    access: 'viewer',
    params: z.object({ receipt_id: uuid }),
    answer: single('receipt', receiptAnswer),
    handle: async ({ params }, { scope }) => {
      const { read } = scope.store
      const receipt = await read.receipt(scope.projectId, params.receipt_id)
      if (receipt === undefined) return { count: 0 }
      const rejections = await read.rejections(scope.projectId, receipt.id, {
        limit: limits.limitMax,
        order: 'ascending',
        after: undefined,
      })
      return {
        count: 1,
        receipt: {
          id: receipt.id,
          status: statusOf(receipt),
          kind: receipt.kind,
          received_at: receipt.receivedAt,
          ...(receipt.finishedAt === undefined ? {} : { finished_at: receipt.finishedAt }),
          received: receipt.received,
          accepted: receipt.accepted,
          stored: receipt.stored,
          rejected: rejections.toSorted((a, b) => a.index - b.index).map(wireRejected),
        },
      }
    },
  })

const queryRejections = ({ limits }: ReceiptParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/otlp/rejections/query',
    operationId: 'query_rejections',
    examples: { body: { receipt_id: '01a1e244-520d-7662-9dd4-56c18a0e6c2e' } },
    sdkName: 'otlp.queryRejections',
    errors: pageCodes,
    summary: 'Spans and log events that could not be stored, newest first.',
    access: 'viewer',
    body: z.object({ receipt_id: optional(uuid), windowing: optional(windowing) }),
    bodyOptional: true,
    answer: list('rejections', rejectionAnswer),
    handle: async ({ body }, { scope }) => {
      const { read } = scope.store
      const requestedWindowing: Windowing = body.windowing ?? {}
      const page = await pageOf(requestedWindowing, limits, {
        cursor: (id) => read.rejection(scope.projectId, id),
        fetch: (start) =>
          read.rejections(scope.projectId, body.receipt_id, { ...start, ...timeBounds(requestedWindowing) }),
      })
      return {
        count: page.items.length,
        rejections: page.items.map((rejection) => ({
          ...wireRejected(rejection),
          receipt_id: rejection.receiptId,
          received_at: rejection.receivedAt,
        })),
        ...(page.windowing === undefined ? {} : { windowing: page.windowing }),
      }
    },
  })

function refuseMany(count: number, { limitMax }: PageLimits): void {
  if (count <= limitMax) return
  throw limitExceeded({
    type: 'too_long',
    loc: ['body', 'rejection_ids'],
    msg: `rejection_ids has ${count} ids; the limit is ${limitMax} (setting page_size_max).`,
    limit: limitMax,
    setting: 'page_size_max',
  })
}

const retryRejections = ({ ingest, limits }: ReceiptParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/otlp/rejections/retry',
    operationId: 'retry_rejections',
    examples: { body: { rejection_ids: ['01a1e244-520d-7c14-8f9e-4da5c0e003d6'] } },
    sdkName: 'otlp.retryRejections',
    errors: ['not_found', 'limit_exceeded'],
    summary: 'Retry rejected spans. Spans that fail again stay rejected.',
    access: 'editor',
    writes: true,
    status: 202,
    body: z.object({ rejection_ids: z.array(uuid) }),
    answer: ingestAnswer,
    handle: async ({ body, reply }, { scope }) => {
      refuseMany(body.rejection_ids.length, limits)
      const { links, receiptIds } = await ingest.retry(scope, body.rejection_ids)
      if (receiptIds.length > 0) void reply.header(receiptHeader, receiptIds.join(', '))
      return { count: links.length, links }
    },
  })

export const receiptRoutes = (parts: ReceiptParts): readonly Route[] => [
  fetchReceipt(parts),
  queryRejections(parts),
  retryRejections(parts),
]
