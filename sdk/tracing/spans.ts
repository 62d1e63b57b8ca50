// Spans of functions of the program: inputs, outputs, and references to prompts and applications.
import {
  context,
  createContextKey,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { limitsDefault, recordedObject, recordedValue, type RecordLimits } from '../otlp/recorded-value.ts'
import { promptListeners, type Prompt } from '../prompts/prompt.ts'

/** The kind of work of a span. */
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
  Record<
    string,
    {
      /** The id of the record. */
      readonly id?: string
      /** The slug of the record. */
      readonly slug?: string
      /** The number of the revision. */
      readonly version?: string
    }
  >
>

/** The options of a new span. */
export interface SpanOptions {
  /** The type of the span; `task` by default. */
  readonly type?: SpanType
  /** The records that the span belongs to. */
  readonly references?: SpanReferences
  /** Labels for filters. */
  readonly tags?: Readonly<Record<string, string | number | boolean>>
  /** Additional values of any shape. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** Bounds of recorded values. */
  readonly limits?: Partial<RecordLimits>
}

/** Changes of a span. */
export interface SpanUpdate extends Omit<SpanOptions, 'limits'> {
  /** The name of the span. */
  readonly name?: string
  /** The recorded inputs. */
  readonly inputs?: unknown
  /** The recorded outputs; they replace the result of the function. */
  readonly outputs?: unknown
  /** The recorded parameters, such as those of a model. */
  readonly parameters?: unknown
  /** Tokens by bucket: `prompt`, `completion`, `total`, … */
  readonly tokens?: Readonly<Record<string, number | undefined>>
}

/** The tracer of the SDK; the OpenTelemetry set-up of the program decides where spans are sent. */
export const tracer = () => trace.getTracer('@assay/sdk')

const spanKey = createContextKey('assay.span')

/** The innermost span of `observe` and `start` in a context. */
export function spanIn(from: Context): OpenSpan | undefined {
  const span = from.getValue(spanKey)
  return span instanceof OpenSpan ? span : undefined
}

/** The innermost span of `observe`, or of `span.run`, that this code runs in; undefined outside. */
export const currentSpan = (): OpenSpan | undefined => spanIn(context.active())

/** Changes the current span: name, inputs, outputs, tags, meta, references. Does nothing outside of a span. */
export const updateSpan = (update: SpanUpdate): void => {
  currentSpan()?.update(update)
}

/** The attributes of references. */
export const referenceAttributes = (
  references: SpanReferences,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(references).flatMap(([key, { id, slug, version }]) =>
      Object.entries({ id, slug, version }).map(([member, value]) => [
        `ag.references.${key}.${member}`,
        value,
      ]),
    ),
  )

/** Model calls of a span refer to the prompt that the program got in it. */
const linkPrompt = ({ references }: Prompt): void => {
  currentSpan()?.linkPrompt(references)
}

/** A span that has not ended. */
export class OpenSpan implements Disposable {
  readonly #span: Span
  readonly #context: Context
  readonly #limits: RecordLimits
  readonly #parent: OpenSpan | undefined
  readonly #startedMs = performance.now()
  #prompt: SpanReferences | undefined
  #hasOutputs = false
  #hasFirstChunk = false
  #isEnded = false

  /** Starts a span below the active one. */
  constructor(name: string, options: SpanOptions = {}) {
    const parent = context.active()
    promptListeners.add(linkPrompt)
    this.#parent = spanIn(parent)
    this.#limits = { ...limitsDefault, ...options.limits }
    this.#span = tracer().startSpan(name, { kind: SpanKind.INTERNAL }, parent)
    this.#context = trace.setSpan(parent, this.#span).setValue(spanKey, this)
    this.update(options)
  }

  /** The id of its trace. */
  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  /** Its id. */
  get spanId(): string {
    return this.#span.spanContext().spanId
  }

  /** Whether outputs are recorded already. */
  get hasOutputs(): boolean {
    return this.#hasOutputs
  }

  /** The prompt of its model calls: the last one that the program got in this span, or in a span around it. */
  get prompt(): SpanReferences | undefined {
    return this.#prompt ?? this.#parent?.prompt
  }

  /** Model calls inside refer to this prompt: `span.linkPrompt(prompt.references)`. `prompts.get` does so itself. */
  linkPrompt(references: SpanReferences): this {
    this.#prompt = references
    return this
  }

  /** Changes the fields that are set. */
  update({ name, type, references, tags, meta, ...data }: SpanUpdate): this {
    if (name !== undefined) this.#span.updateName(name)
    if (type !== undefined) this.set({ 'ag.type.span': type })
    if (references !== undefined) this.refer(references)
    for (const [key, value] of Object.entries(tags ?? {})) this.set({ [`ag.tags.${key}`]: value })
    if (meta !== undefined) this.set({ 'ag.meta': recordedObject(meta, this.#limits) })
    if (data.inputs !== undefined) this.inputs(data.inputs)
    if (data.outputs !== undefined) this.outputs(data.outputs)
    if (data.parameters !== undefined) this.parameters(data.parameters)
    if (data.tokens !== undefined) this.tokens(data.tokens)
    return this
  }

  /** Records the time to the first part of a stream. Only the first call counts. */
  firstChunk(): this {
    if (this.#hasFirstChunk) return this
    this.#hasFirstChunk = true
    return this.set({ 'ag.meta.response.ms_to_first_chunk': Math.round(performance.now() - this.#startedMs) })
  }

  /** Runs `fn`; spans that start in it are children of this span. */
  run<T>(fn: () => T): T {
    return context.with(this.#context, fn)
  }

  /** Sets OpenTelemetry attributes. */
  set(attributes: Readonly<Record<string, string | number | boolean | undefined>>): this {
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined) this.#span.setAttribute(key, value)
    }
    return this
  }

  /** Adds references to records. */
  refer(references: SpanReferences): this {
    return this.set(referenceAttributes(references))
  }

  /** Records the inputs. */
  inputs(value: unknown): this {
    return this.set({ 'ag.data.inputs': recordedObject(value, this.#limits) })
  }

  /** Records the outputs. They replace the result of an observed function. */
  outputs(value: unknown): this {
    this.#hasOutputs = true
    return this.set({ 'ag.data.outputs': recordedValue(value, this.#limits) })
  }

  /** Records the parameters, such as those of a model. */
  parameters(value: unknown): this {
    return this.set({ 'ag.data.parameters': recordedObject(value, this.#limits) })
  }

  /** Records intermediate values. */
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

  /** Records an error: the span has failed. */
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

  /** Ends the span at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.end()
  }
}

/** Starts a child of the active span: `using span = start('retrieve', {type: 'query'})`. `span.run(…)` makes it active. */
export const start = (name: string, options?: SpanOptions): OpenSpan => new OpenSpan(name, options)
