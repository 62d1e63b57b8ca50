// The exporter sends spans as OTLP and stores the receipts until the program asks for them.
import type { HrTime } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Receipt } from '../generated/schemas.ts'
import { attributeList, tracesBody, type OtlpSpan, type SpanGroup } from '../otlp/otlp-json.ts'
import { sendSpans, waitForReceipt, type SpanReceiver } from '../otlp/receipts.ts'

const nanos = ([seconds, rest]: HrTime): string => String(BigInt(seconds) * 1_000_000_000n + BigInt(rest))

/** Members that OpenTelemetry 1 names differently. */
interface OpenTelemetry1Span {
  readonly parentSpanId?: string
  readonly instrumentationLibrary?: ReadableSpan['instrumentationScope']
}

const scopeOf = (span: ReadableSpan & OpenTelemetry1Span): ReadableSpan['instrumentationScope'] =>
  span.instrumentationLibrary ?? span.instrumentationScope

export function otlpSpan(span: ReadableSpan): OtlpSpan {
  const { traceId, spanId, traceState } = span.spanContext()
  const version1Span: ReadableSpan & OpenTelemetry1Span = span
  return {
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId ?? version1Span.parentSpanId,
    traceState: traceState?.serialize(),
    name: span.name,
    kind: span.kind + 1,
    startTimeUnixNano: nanos(span.startTime),
    endTimeUnixNano: nanos(span.endTime),
    attributes: attributeList(span.attributes),
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      timeUnixNano: nanos(time),
      attributes: attributeList(attributes ?? {}),
    })),
    links: span.links.map(({ context, attributes }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: attributeList(attributes ?? {}),
    })),
    status: { code: span.status.code, message: span.status.message },
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}

/** Characters of one request; far below the limit of a server. */
const requestCharactersMax = 4_000_000
/** The maximum number of stored receipts, for a program that never asks for them. */
const receiptsMax = 10_000

/** Groups spans into requests of bounded size, with the spans of one scope together. */
function requestsOf(spans: readonly ReadableSpan[]): readonly string[] {
  const requests: string[] = []
  let groups = new Map<string, SpanGroup & { readonly spans: OtlpSpan[] }>()
  let characters = 0
  const close = (): void => {
    if (groups.size > 0) requests.push(tracesBody([...groups.values()]))
    groups = new Map()
    characters = 0
  }
  for (const span of spans) {
    const otlp = otlpSpan(span)
    const size = JSON.stringify(otlp).length
    if (characters > 0 && characters + size > requestCharactersMax) close()
    const { name, version } = scopeOf(span)
    const key = JSON.stringify([name, version, span.resource.attributes])
    const group = groups.get(key) ?? {
      resource: span.resource.attributes,
      scope: { name, version },
      spans: [],
    }
    group.spans.push(otlp)
    groups.set(key, group)
    characters += size
  }
  close()
  return requests
}

/** The errors of failed requests, and the receipts of the others. */
export class FlushError extends AggregateError {
  /** The name of the class, which survives minification. */
  override readonly name = 'FlushError'
  /** The receipts of the requests that succeeded. */
  readonly receipts: readonly Receipt[]

  constructor(errors: readonly unknown[], receipts: readonly Receipt[]) {
    super(errors, 'Some spans could not be sent.')
    this.receipts = receipts
  }
}

type ExportCallback = Parameters<SpanExporter['export']>[1]
type ResultCode = Parameters<ExportCallback>[0]['code']
// The codes are an enum of a package that is not a peer dependency.
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const [successCode, failureCode] = [0 as ResultCode, 1 as ResultCode]

/** Sends spans to Assay; add it to a span processor of any OpenTelemetry set-up. */
export class AssayExporter implements SpanExporter {
  readonly #assay: SpanReceiver
  #receipts: string[] = []
  #errors: unknown[] = []
  readonly #pendingRequests = new Set<Promise<void>>()

  constructor(assay: SpanReceiver) {
    this.#assay = assay
  }

  /** Sends spans in the background. */
  export(spans: ReadableSpan[], onDone: ExportCallback): void {
    const delivery = this.#deliver(spans, onDone)
    this.#pendingRequests.add(delivery)
    void delivery.finally(() => this.#pendingRequests.delete(delivery))
  }

  async #deliver(spans: readonly ReadableSpan[], onDone: ExportCallback): Promise<void> {
    try {
      await this.#send(spans)
      onDone({ code: successCode })
    } catch (error) {
      this.#errors.push(error)
      onDone({ code: failureCode, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  async #send(spans: readonly ReadableSpan[]): Promise<void> {
    for (const body of requestsOf(spans)) {
      this.#receipts.push(await sendSpans(this.#assay, body))
      if (this.#receipts.length > receiptsMax) this.#receipts.shift()
    }
  }

  /** Waits until all spans sent since the last call are stored or rejected, and returns their receipts. */
  async settled(signal?: AbortSignal): Promise<readonly Receipt[]> {
    await Promise.all(this.#pendingRequests)
    const [ids, errors] = [this.#receipts, this.#errors]
    this.#receipts = []
    this.#errors = []
    const options = signal === undefined ? {} : { signal }
    const receipts: Receipt[] = []
    for (const id of ids) receipts.push(await waitForReceipt(this.#assay, id, options))
    if (errors.length > 0) throw new FlushError(errors, receipts)
    return receipts
  }

  /** Waits for all requests. */
  async forceFlush(): Promise<void> {
    await Promise.all(this.#pendingRequests)
  }

  /** Waits for all requests. */
  shutdown(): Promise<void> {
    return this.forceFlush()
  }
}
