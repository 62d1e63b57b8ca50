// `@assay/sdk/tracing`: spans through OpenTelemetry, which is a peer dependency. `init` sets up an exporter with receipts;
// `observe` and `start` create spans; `openaiFetch`, `anthropicFetch` and `aiTelemetry` create spans of model calls through
// options of their libraries, which are not patched.
import { context, trace, type ContextManager, type Context } from '@opentelemetry/api'
import * as resources from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { Assay, type AssayOptions } from '../client.ts'
import { runtime } from '../core/runtime.ts'
import type { Receipt } from '../generated/schemas.ts'
import type { SpanReceiver } from '../otlp/receipts.ts'
import { asyncContextManager, scopeOf } from './context.ts'
import { AssayExporter } from './exporter.ts'
import { referenceAttributes, spanIn } from './spans.ts'

export { aiTelemetry } from './ai.ts'
export { withScope, type Scope } from './context.ts'
export { AssayExporter, FlushError } from './exporter.ts'
export { anthropicFetch, openaiFetch, type ModelFetchOptions } from './model-fetch.ts'
export { observe, type ObserveOptions } from './observe.ts'
export type { RecordLimits } from '../otlp/recorded-value.ts'
export {
  currentSpan,
  OpenSpan,
  start,
  updateSpan,
  type SpanOptions,
  type SpanReferences,
  type SpanType,
  type SpanUpdate,
} from './spans.ts'

/** The options of `init`. */
export interface TracingOptions extends AssayOptions {
  /** An existing client; `url` and `key` are then not needed. */
  readonly assay?: SpanReceiver
  /** The `service.name` of the spans. */
  readonly service?: string
  /** Additional resource attributes. */
  readonly resource?: Readonly<Record<string, string | number | boolean>>
  /** The context manager; default: that of the runtime. */
  readonly contextManager?: ContextManager
  /** Additional processors of every span. */
  readonly spanProcessors?: readonly SpanProcessor[]
  /** Flush when a Node program has nothing more to do; true by default. `process.exit()` and signals end the program without a flush. */
  readonly flushOnExit?: boolean
}

/** Model calls of instrumentations that follow the conventions of OpenTelemetry. */
const modelOperation = /^(chat|text_completion|generate_content|embeddings)$/

/** Adds session and user to every span, and the prompt to model calls, then passes it on. */
export class ScopedSpanProcessor implements SpanProcessor {
  readonly #next: SpanProcessor

  constructor(next: SpanProcessor) {
    this.#next = next
  }

  /** Adds the attributes. */
  onStart(span: Span, parent: Context): void {
    const { sessionId, userId, agentId } = scopeOf(parent)
    if (sessionId !== undefined) span.setAttribute('ag.session.id', sessionId)
    if (userId !== undefined) span.setAttribute('ag.user.id', userId)
    if (agentId !== undefined) span.setAttribute('ag.agent.id', agentId)
    const operation = span.attributes['gen_ai.operation.name']
    const prompt =
      typeof operation === 'string' && modelOperation.test(operation) ? spanIn(parent)?.prompt : undefined
    if (prompt !== undefined) span.setAttributes(referenceAttributes(prompt))
    this.#next.onStart(span, parent)
  }

  /** Passes the ended span on. */
  onEnd(span: ReadableSpan): void {
    this.#next.onEnd(span)
  }

  /** Flushes the next processor. */
  forceFlush(): Promise<void> {
    return this.#next.forceFlush()
  }

  /** Shuts the next processor down. */
  shutdown(): Promise<void> {
    return this.#next.shutdown()
  }
}

/** The options of a flush. */
export interface FlushOptions {
  /** Stops waiting for the receipts. */
  readonly signal?: AbortSignal
}

/** The set-up that `init` returns. */
export interface Tracing {
  /** The OpenTelemetry provider of the spans. */
  readonly provider: BasicTracerProvider
  /** Sends all ended spans. Resolves with the receipts when all of them are stored or rejected. */
  flush(options?: FlushOptions): Promise<readonly Receipt[]>
  /** Flushes, then drops later spans. */
  shutdown(): Promise<readonly Receipt[]>
}

/** The size of the queue. Spans beyond it are dropped, so it is large. */
const queuedSpansMax = 50_000

type Resource = ReturnType<typeof resources.resourceFromAttributes>
type ResourceAttributes = Readonly<Record<string, string | number | boolean>>

/** OpenTelemetry 2 has a function for it, OpenTelemetry 1 a class. */
function createResource(attributes: ResourceAttributes): Resource {
  const library: typeof resources & { readonly Resource?: new (attributes: ResourceAttributes) => Resource } =
    resources
  return library.Resource === undefined
    ? resources.resourceFromAttributes(attributes)
    : new library.Resource(attributes)
}

let current: Tracing | undefined

/** Sends every span of this program to Assay. Call it once; the last call wins. */
export function init(options: TracingOptions = {}): Tracing {
  const { assay = new Assay(options), service, resource, spanProcessors = [] } = options
  const exporter = new AssayExporter(assay)
  const batches = new BatchSpanProcessor(exporter, { maxQueueSize: queuedSpansMax, maxExportBatchSize: 512 })
  const provider = new BasicTracerProvider({
    resource: createResource({
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
    // The exporter reports failed requests, with the receipts of the others.
    await provider.forceFlush().catch(() => undefined)
    return exporter.settled(signal)
  }
  current = {
    provider,
    flush,
    shutdown: async () => {
      const receipts = await flush()
      await provider.shutdown()
      return receipts
    },
  }
  if (options.flushOnExit !== false) flushOnExit(current)
  return current
}

/** Node emits `beforeExit` when nothing keeps the program alive, and waits for work that starts then. */
function flushOnExit(tracing: Tracing): void {
  runtime()?.once?.('beforeExit', () => {
    if (tracing !== current) return
    const warn = (error: unknown) => runtime()?.emitWarning?.(`Spans were lost at exit: ${String(error)}`)
    tracing.flush().catch(warn)
  })
}

/** Flushes the tracing that `init` has set up. */
export async function flush(options?: FlushOptions): Promise<readonly Receipt[]> {
  if (current === undefined) throw new TypeError('There is nothing to flush: call init() first.')
  return current.flush(options)
}
