// A span as the server answers it, and what pages read out of it.

export interface SpanLink {
  readonly trace_id: string
  readonly span_id: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

export interface SpanEvent {
  readonly name: string
  readonly timestamp: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

export interface SpanReference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
  readonly attributes?: { readonly key?: string }
}

export interface Metrics {
  readonly duration?: { readonly incremental?: number; readonly cumulative?: number }
  readonly errors?: { readonly incremental?: number; readonly cumulative?: number }
  readonly tokens?: Buckets
  readonly costs?: Buckets & { readonly source?: string; readonly price?: unknown }
}

interface Buckets {
  readonly incremental?: Readonly<Record<string, number>>
  readonly cumulative?: Readonly<Record<string, number>>
}

export interface Ag {
  readonly data?: {
    readonly inputs?: unknown
    readonly outputs?: unknown
    readonly parameters?: unknown
    readonly internals?: unknown
  }
  readonly metrics?: Metrics
  readonly meta?: Readonly<Record<string, unknown>>
  readonly tags?: Readonly<Record<string, unknown>>
  readonly exception?: { readonly type?: string; readonly message?: string; readonly stacktrace?: string }
  readonly unsupported?: unknown
}

export interface Span {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string | null
  readonly trace_type: string
  readonly span_type: string
  readonly span_kind: string
  readonly span_name: string
  readonly start_time: string
  readonly end_time: string
  readonly status_code: string
  readonly status_message?: string
  readonly session_id?: string
  readonly user_id?: string
  readonly attributes?: Readonly<Record<string, unknown>> & { readonly ag?: Ag }
  readonly references?: readonly SpanReference[]
  readonly links?: readonly SpanLink[]
  readonly events?: readonly SpanEvent[]
  readonly adapters?: readonly string[]
  readonly created_at?: string
  readonly created_by_id?: string
  /** Of the span and all below it; where they were asked for. */
  readonly totals?: {
    readonly duration?: number
    readonly errors?: number
    readonly tokens?: number
    readonly cost?: number
  }
  /** How inputs and outputs begin, as JSON text that may be cut; where it was asked for. */
  readonly preview?: { readonly inputs?: string; readonly outputs?: string }
}

/** The interface document leaves the members of a span open; this is what they are. */
export const asSpan = (answered: object): Span => answered as Span

export const agOf = (span: Span): Ag => span.attributes?.ag ?? {}

export const durationMs = (span: Span): number =>
  span.totals?.duration ??
  agOf(span).metrics?.duration?.cumulative ??
  timeMs(span.end_time) - timeMs(span.start_time)

export const errorsOf = (span: Span): number =>
  span.totals?.errors ?? agOf(span).metrics?.errors?.cumulative ?? 0
export const hasFailed = (span: Span): boolean => span.status_code === 'STATUS_CODE_ERROR'
export const tokensOf = (span: Span): number | undefined =>
  span.totals?.tokens ?? agOf(span).metrics?.tokens?.cumulative?.['total']
export const costOf = (span: Span): number | undefined =>
  span.totals?.cost ?? agOf(span).metrics?.costs?.cumulative?.['total']

export function modelOf(span: Span): string | undefined {
  const meta = agOf(span).meta ?? {}
  for (const part of ['response', 'request']) {
    const model = (meta[part] as { readonly model?: unknown } | undefined)?.model
    if (typeof model === 'string') return model
  }
  return undefined
}

/** Milliseconds with a fraction: the wire has up to nanoseconds, which Date.parse would cut. */
export function timeMs(text: string): number {
  const dot = text.indexOf('.')
  if (dot < 0) return Date.parse(text)
  const digits = /^\d+/.exec(text.slice(dot + 1))?.[0] ?? ''
  return Date.parse(`${text.slice(0, dot)}Z`) + Number(`0.${digits}`) * 1000
}

/** One line of a value, for a cell: the text in it that a person would look for. */
export function preview(value: unknown, charsMax = 160): string {
  const text = lineOf(value)
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}

/** What is cut has no end. Looked at first: to find it out by a fault is a tenth of what a row costs while scrolling. */
const endsAsJson = /(?:["\]}\d]|true|false|null)\s*$/

function parsed(text: string): unknown {
  try {
    return endsAsJson.test(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** The same of JSON text that may be cut anywhere. */
export function previewOfText(text: string | undefined, charsMax = 160): string {
  if (text === undefined) return ''
  const value = parsed(text)
  if (value !== undefined) return preview(value, charsMax)
  // Cut: the last text that was begun is the nearest to what a person would look for.
  const begun =
    /"(?:content|text|question|query|input|prompt|message|output|answer|value)"\s*:\s*"((?:[^"\\]|\\.)*)/g
  const [, found] = [...text.matchAll(begun)].at(-1) ?? []
  return preview((found ?? text).replaceAll(/\\[nrt]/g, ' ').replaceAll('\\"', '"'), charsMax)
}

const telling = [
  'content',
  'text',
  'question',
  'query',
  'input',
  'prompt',
  'message',
  'output',
  'answer',
  'completion',
  'messages',
  'value',
]

function lineOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.slice(0, 400).replaceAll(/\s+/g, ' ')
  if (typeof value !== 'object')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  if (Array.isArray(value)) {
    const spoken = value.findLast(
      (one) => typeof one === 'object' && one !== null && 'role' in one,
    ) as unknown
    return lineOf(spoken ?? value[0])
  }
  const record = value as Readonly<Record<string, unknown>>
  const member = telling.find((name) => Object.hasOwn(record, name) && record[name] !== null)
  if (member !== undefined) return lineOf(record[member])
  const entries = Object.entries(record)
  if (entries.length === 1) return lineOf(entries[0]?.[1])
  return entries
    .slice(0, 4)
    .map(([name, own]) => `${name}: ${typeof own === 'object' ? '…' : lineOf(own)}`)
    .join('  ')
}
