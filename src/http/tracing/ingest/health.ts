// Routes for the health of ingest, once or as a stream, and for the receipts of requests.
import { withExample } from '../../examples.ts'
import { z } from 'zod'
import type { Scope } from '../../../access/scope.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { optional } from '../../../kernel/validation.ts'
import { ingestHealth } from '../../../tracing/ingest/health.ts'
import { pageOf, timeBounds, type PageLimits, type Windowing } from '../../../versioning/windowing.ts'
import { list } from '../../record-fields.ts'
import { projectRoute, type Route } from '../../route.ts'
import { eventStreamType, eventText, pause, sendEvents } from '../../server/streams/event-stream.ts'
import { windowing } from '../../field-schemas.ts'
import { receiptKind, statusOf } from './receipts.ts'
import { pageCodes } from '../../codes.ts'

const streamEveryMs = 2_000

export interface IngestHealthParts {
  readonly clock: Clock
  readonly limits: PageLimits
}

const healthAnswer = z
  .object({
    waiting: z
      .object({ requests: z.int(), bytes: z.int(), oldest_received_at: z.string().optional() })
      .meta({ id: 'WaitingIngest' }),
    waiting_logs: z
      .object({ events: z.int(), bytes: z.int(), oldest_received_at: z.string().optional() })
      .meta({ id: 'WaitingLogs', description: 'Log events whose spans have not arrived yet.' }),
    minutes: z.array(
      z
        .object({
          minute: z.string(),
          requests: z.int(),
          received: z.int(),
          accepted: z.int(),
          stored: z.int(),
          log_events: z.int(),
        })
        .meta({ id: 'IngestMinute', description: 'Counts of spans, and of accepted log events.' }),
    ),
    rejections: z.array(
      z
        .object({ reason: z.string(), count: z.int(), last_received_at: z.string() })
        .meta({ id: 'RejectionReason' }),
    ),
  })
  .meta({ id: 'IngestHealth' })

const oldestMember = (at: string | undefined) => (at === undefined ? {} : { oldest_received_at: at })

async function wireHealth({ clock }: IngestHealthParts, { store, projectId }: Scope) {
  const { waiting, waitingLogs, minutes, rejections } = await ingestHealth(store.read, clock, projectId)
  return {
    waiting: {
      requests: waiting.entries,
      bytes: waiting.bytes,
      ...oldestMember(waiting.oldestAt),
    },
    waiting_logs: {
      events: waitingLogs.events,
      bytes: waitingLogs.bytes,
      ...oldestMember(waitingLogs.oldestAt),
    },
    minutes: minutes.map(({ minute, logEvents, ...counts }) => ({
      minute: `${minute}:00Z`,
      ...counts,
      log_events: logEvents,
    })),
    rejections: rejections.map(({ reason, count, lastAt }) => ({ reason, count, last_received_at: lastAt })),
  }
}

async function* healthTexts(
  parts: IngestHealthParts,
  { scope, signal }: { readonly scope: Scope; readonly signal: AbortSignal },
): AsyncGenerator<string> {
  while (!signal.aborted) {
    yield eventText('health', { data: await wireHealth(parts, scope) })
    await pause(streamEveryMs, signal)
  }
}

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
    })
    .meta({ id: 'ReceiptSummary' }),
  {
    id: '01a1e275-2946-753f-9746-7fcbfea0de22',
    status: 'stored',
    kind: 'spans',
    received_at: '2026-11-16T03:44:51.526334Z',
    finished_at: '2026-11-16T03:44:52.982937Z',
    received: 1,
    accepted: 1,
    stored: 1,
  },
)

const queryReceipts = ({ limits }: IngestHealthParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/otlp/receipts/query',
    operationId: 'query_receipts',
    examples: { body: { windowing: { limit: 1, next: '01a1e266-833b-7e76-aad3-a3c0e4f11aa1' } } },
    sdkName: 'otlp.queryReceipts',
    errors: pageCodes,
    summary: 'Receipts of ingest requests, newest first.',
    access: 'viewer',
    body: z.object({
      receipt: optional(
        z
          .object({ status: optional(z.enum(['pending', 'stored', 'rejected'])) })
          .meta({ id: 'ReceiptFilter' }),
      ),
      windowing: optional(windowing),
    }),
    bodyOptional: true,
    answer: list('receipts', receiptAnswer),
    handle: async ({ body }, { scope }) => {
      const { read } = scope.store
      const requestedWindowing: Windowing = body.windowing ?? {}
      const page = await pageOf(requestedWindowing, limits, {
        cursor: (id) => read.receipt(scope.projectId, id),
        fetch: (start) =>
          read.receipts(
            scope.projectId,
            { status: body.receipt?.status },
            { ...start, ...timeBounds(requestedWindowing) },
          ),
      })
      return {
        count: page.items.length,
        receipts: page.items.map((receipt) => ({
          id: receipt.id,
          status: statusOf(receipt),
          kind: receipt.kind,
          received_at: receipt.receivedAt,
          ...(receipt.finishedAt === undefined ? {} : { finished_at: receipt.finishedAt }),
          received: receipt.received,
          accepted: receipt.accepted,
          stored: receipt.stored,
        })),
        ...(page.windowing === undefined ? {} : { windowing: page.windowing }),
      }
    },
  })

export const ingestHealthRoutes = (parts: IngestHealthParts): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/otlp/health',
    operationId: 'fetch_ingest_health',
    sdkName: 'otlp.health',
    summary: 'The health of ingest: the inbox, spans per minute for an hour, rejections by reason.',
    access: 'viewer',
    answer: healthAnswer,
    handle: (_, { scope }) => wireHealth(parts, scope),
  }),
  projectRoute({
    method: 'GET',
    path: '/otlp/health/events',
    operationId: 'follow_ingest_health',
    sdkName: 'otlp.followHealth',
    summary: 'The health of ingest as server-sent events: `health`, every two seconds.',
    access: 'viewer',
    answer: z.string().meta({ description: 'A stream of events.' }),
    answerTypes: [eventStreamType],
    handle: async (call, caller) =>
      sendEvents(call, { caller, events: (signal) => healthTexts(parts, { scope: caller.scope, signal }) }),
  }),
  queryReceipts(parts),
]
