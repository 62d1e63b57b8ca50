// Spans of functions of the program: inputs, outputs, and references to prompts and applications.
import { context, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { limitsDefault, recordedObject, recordedValue, type RecordLimits } from '../otlp/recorded-value.ts'

export type SpanType =
  | 'workflow'
  | 'agent'
  | 'chain'
  | 'task'
  | 'tool'
  | 'llm'
  | 'chat'
  | 'completion'
  | 'embedding'
  | 'query'
  | 'rerank'

/** The references of a span (`ag.references`): `prompt.references`, `{application: {slug: 'support'}}`. */
export type SpanReferences = Readonly<
  Record<string, { readonly id?: string; readonly slug?: string; readonly version?: string }>
>

export interface SpanOptions {
  /** The type of the span; `task` by default. */
  readonly type?: SpanType
  readonly references?: SpanReferences
  readonly tags?: Readonly<Record<string, string | number | boolean>>
  readonly meta?: Readonly<Record<string, unknown>>
  readonly limits?: Partial<RecordLimits>
}

/** The tracer of the SDK; the OpenTelemetry set-up of the program decides where spans are sent. */
export const tracer = () => trace.getTracer('@assay/sdk')

/** A span that has not ended. */
export class OpenSpan implements Disposable {
  readonly #span: Span
  readonly #context: Context
  readonly #limits: RecordLimits
  #isEnded = false

  constructor(name: string, options: SpanOptions = {}) {
    const parent = context.active()
    this.#limits = { ...limitsDefault, ...options.limits }
    this.#span = tracer().startSpan(name, { kind: SpanKind.INTERNAL }, parent)
    this.#context = trace.setSpan(parent, this.#span)
    if (options.type !== undefined) this.set({ 'ag.type.span': options.type })
    if (options.references !== undefined) this.refer(options.references)
    for (const [key, value] of Object.entries(options.tags ?? {})) this.set({ [`ag.tags.${key}`]: value })
    if (options.meta !== undefined) this.set({ 'ag.meta': recordedObject(options.meta, this.#limits) })
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get spanId(): string {
    return this.#span.spanContext().spanId
  }

  /** Runs `fn`; spans that start in it are children of this span. */
  run<T>(fn: () => T): T {
    return context.with(this.#context, fn)
  }

  set(attributes: Readonly<Record<string, string | number | boolean | undefined>>): this {
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined) this.#span.setAttribute(key, value)
    }
    return this
  }

  refer(references: SpanReferences): this {
    for (const [key, { id, slug, version }] of Object.entries(references)) {
      const at = `ag.references.${key}`
      this.set({ [`${at}.id`]: id, [`${at}.slug`]: slug, [`${at}.version`]: version })
    }
    return this
  }

  inputs(value: unknown): this {
    return this.set({ 'ag.data.inputs': recordedObject(value, this.#limits) })
  }

  outputs(value: unknown): this {
    return this.set({ 'ag.data.outputs': recordedValue(value, this.#limits) })
  }

  parameters(value: unknown): this {
    return this.set({ 'ag.data.parameters': recordedObject(value, this.#limits) })
  }

  internals(value: unknown): this {
    return this.set({ 'ag.data.internals': recordedObject(value, this.#limits) })
  }

  /** Tokens by bucket: `prompt`, `completion`, `total`, `cache_read`, … */
  tokens(buckets: Readonly<Record<string, number | undefined>>): this {
    for (const [bucket, count] of Object.entries(buckets)) {
      this.set({ [`ag.metrics.tokens.incremental.${bucket}`]: count })
    }
    return this
  }

  fail(error: unknown): this {
    const exception = error instanceof Error ? error : new Error(String(error))
    this.#span.recordException(exception)
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message: exception.message })
    return this
  }

  /** Ends the span. Idempotent. */
  end(): void {
    if (!this.#isEnded) this.#span.end()
    this.#isEnded = true
  }

  [Symbol.dispose](): void {
    this.end()
  }
}

/** Starts a child of the active span: `using span = start('retrieve', {type: 'query'})`. `span.run(…)` makes it active. */
export const start = (name: string, options?: SpanOptions): OpenSpan => new OpenSpan(name, options)
