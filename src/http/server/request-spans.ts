// Exports the server's own requests as OpenTelemetry spans, in batches, to an OTLP receiver. Off by default. Requests of
// this exporter, also from other processes, become no spans: a server that exports to itself would never stop.
import type { FastifyRequest } from 'fastify'
import { microsecondsOf, type Clock } from '../../kernel/clock.ts'

/** The operation of a request, and the status and duration of its answer. */
interface RequestOutcome {
  readonly operation: string
  readonly status: number
  readonly ms: number
}

type SpannedRequest = Pick<FastifyRequest, 'method' | 'routeOptions' | 'headers' | 'caller' | 'errorCode'>

export interface RequestSpans {
  readonly record: (request: SpannedRequest, outcome: RequestOutcome) => void
  /** Sends the queued spans and stops. */
  readonly stop: () => Promise<void>
}

export interface RequestSpanOptions {
  /** The receiver, such as http://localhost:4318/v1/traces. */
  readonly url: string
  /** The value of the Authorization header. */
  readonly authorization: string | undefined
  readonly version: string
  readonly clock: Pick<Clock, 'hex' | 'now'>
  readonly onError: (error: unknown) => void
}

const exporterName = 'assay-request-spans'
/** Spans in memory; further ones are dropped while the receiver does not keep up. */
const queuedMax = 5_000
const batchMax = 500
const flushMs = 2_000
const answerMsMax = 10_000

const textAttribute = (key: string, value: string | undefined): readonly object[] =>
  value === undefined ? [] : [{ key, value: { stringValue: value } }]

/** Trace and parent of a W3C traceparent header. */
function parentOf(header: unknown): { readonly traceId: string; readonly parentSpanId: string } | undefined {
  const [, traceId, parentSpanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(typeof header === 'string' ? header : '') ?? []
  return traceId === undefined || parentSpanId === undefined ? undefined : { traceId, parentSpanId }
}

interface SpanSource extends RequestOutcome {
  readonly request: SpannedRequest
}

function spanOf(
  { request, operation, status, ms }: SpanSource,
  { hex, now }: RequestSpanOptions['clock'],
): object {
  const endedAt = microsecondsOf(now())
  const startedAt = endedAt - Math.round(ms * 1000)
  return {
    ...(parentOf(request.headers['traceparent']) ?? { traceId: hex(32) }),
    spanId: hex(16),
    name: operation,
    kind: 2,
    startTimeUnixNano: `${startedAt}000`,
    endTimeUnixNano: `${endedAt}000`,
    attributes: [
      ...textAttribute('http.request.method', request.method),
      ...textAttribute('http.route', request.routeOptions.url),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
      ...textAttribute('assay.project_id', request.caller?.scope.projectId),
      ...textAttribute('error.type', request.errorCode),
    ],
    ...(status >= 500 ? { status: { code: 2 } } : {}),
  }
}

const resourceOf = (version: string): object => ({
  attributes: [...textAttribute('service.name', 'assay'), ...textAttribute('service.version', version)],
})

export function startRequestSpans(options: RequestSpanOptions): RequestSpans {
  const { url, authorization, version, clock } = options
  let queuedSpans: object[] = []
  let currentSend: Promise<void> | undefined

  const send = async (spans: readonly object[]): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': exporterName,
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      body: JSON.stringify({
        resourceSpans: [
          { resource: resourceOf(version), scopeSpans: [{ scope: { name: 'assay.http' }, spans }] },
        ],
      }),
      signal: AbortSignal.timeout(answerMsMax),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The receiver of request spans answered ${response.status}.`)
  }
  const drain = async (): Promise<void> => {
    while (queuedSpans.length > 0) await send(queuedSpans.splice(0, batchMax))
  }
  const flush = (): Promise<void> =>
    (currentSend ??= drain()
      .catch((error: unknown) => {
        // Drop the queue: spans of requests are not worth the memory that an outage of the receiver would take.
        queuedSpans = []
        options.onError(error)
      })
      .finally(() => {
        currentSend = undefined
      }))
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()
  return {
    record: (request, outcome) => {
      if (queuedSpans.length >= queuedMax || request.headers['user-agent'] === exporterName) return
      queuedSpans.push(spanOf({ request, ...outcome }, clock))
    },
    stop: async () => {
      clearInterval(timer)
      await currentSend
      await flush()
    },
  }
}
