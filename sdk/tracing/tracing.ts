// `@assay/sdk/tracing`: spans through OpenTelemetry, which the program brings along as peers. `init` sets up an exporter with
// receipts; `observe` and `start` make spans; `openaiFetch`, `anthropicFetch` and `aiTelemetry` make those of models, through what
// their libraries take as options: nothing of them is changed.
import { context, trace, type ContextManager, type Context } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { Assay, type AssayOptions } from '../client.ts'
import type { Receipt } from '../generated/schemas.ts'
import type { SpanReceiver } from '../otlp/receipts.ts'
import { asyncContextManager, scopeOf } from './context.ts'
import { AssayExporter } from './exporter.ts'

export { aiTelemetry } from './ai.ts'
export { withScope, type Scope } from './context.ts'
export { AssayExporter, FlushError } from './exporter.ts'
export { anthropicFetch, openaiFetch, type ModelFetchOptions } from './model-fetch.ts'
export { observe, type ObserveOptions } from './observe.ts'
export type { RecordLimits } from '../otlp/recorded-value.ts'
export { OpenSpan, start, type SpanOptions, type SpanReferences, type SpanType } from './spans.ts'

export interface TracingOptions extends AssayOptions {
  /** A client that is there already; `url` and `key` are then not needed. */
  readonly assay?: SpanReceiver
  /** `service.name` of the spans. */
  readonly service?: string
  /** What else is said of the program. */
  readonly resource?: Readonly<Record<string, string | number | boolean>>
  /** How spans find their parents over awaits; what the runtime offers when absent. */
  readonly contextManager?: ContextManager
  /** Also given every span. */
  readonly spanProcessors?: readonly SpanProcessor[]
}

/** Says of every span whose session it is, then hands it on. */
export class ScopedSpanProcessor implements SpanProcessor {
  readonly #next: SpanProcessor

  constructor(next: SpanProcessor) {
    this.#next = next
  }

  onStart(span: Span, parent: Context): void {
    const { sessionId, userId, agentId } = scopeOf(parent)
    if (sessionId !== undefined) span.setAttribute('ag.session.id', sessionId)
    if (userId !== undefined) span.setAttribute('ag.user.id', userId)
    if (agentId !== undefined) span.setAttribute('ag.agent.id', agentId)
    this.#next.onStart(span, parent)
  }

  onEnd(span: ReadableSpan): void {
    this.#next.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown()
  }
}

export interface Tracing {
  readonly provider: BasicTracerProvider
  /** Sends what has ended, and resolves when all of it is stored or rejected: the receipts say which. */
  flush(options?: { readonly signal?: AbortSignal }): Promise<readonly Receipt[]>
  /** Flushes, and takes no more spans. */
  shutdown(): Promise<readonly Receipt[]>
}

/** Spans that wait to be sent; what comes on top of them is lost, so there is room. */
const queuedSpansMax = 50_000

let current: Tracing | undefined

/** Sends every span of this program to Assay. Once for each program; the last one counts. */
export function init(options: TracingOptions = {}): Tracing {
  const { assay = new Assay(options), service, resource, spanProcessors = [] } = options
  const exporter = new AssayExporter(assay)
  const batches = new BatchSpanProcessor(exporter, { maxQueueSize: queuedSpansMax, maxExportBatchSize: 512 })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      ...(service === undefined ? {} : { 'service.name': service }),
      ...resource,
    }),
    spanProcessors: [new ScopedSpanProcessor(batches), ...spanProcessors],
  })
  const manager = options.contextManager ?? asyncContextManager()
  context.disable()
  if (manager !== undefined) context.setGlobalContextManager(manager.enable())
  trace.disable()
  trace.setGlobalTracerProvider(provider)
  const flush: Tracing['flush'] = async ({ signal } = {}) => {
    // What could not be sent is told by the exporter, with the receipts of the rest.
    await provider.forceFlush().catch(() => undefined)
    return exporter.settled(signal)
  }
  current = {
    provider,
    flush: flush,
    shutdown: async () => {
      const receipts = await flush()
      await provider.shutdown()
      return receipts
    },
  }
  return current
}

/** `flush` of what `init` has set up. */
export async function flush(options?: { readonly signal?: AbortSignal }): Promise<readonly Receipt[]> {
  if (current === undefined) throw new TypeError('There is nothing to flush: call init() first.')
  return current.flush(options)
}
