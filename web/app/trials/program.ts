// web/app/trials: trying a program on a page before it is committed: inputs, settings, the call and its outcome.
// The playground, evaluators and artifacts use it.
// Imports web/app and web/ui. Start here.
//
// Types of calls and outcomes, the built-in that runs a payload, and descriptions of failures. Nothing here makes a request.

export type Values = Readonly<Record<string, unknown>>

export interface ProgramCall {
  /** The payload of a revision, stored or not. */
  readonly data: Values
  /** The references in the trace: the application, and the revision unless it is a draft. */
  readonly references: Readonly<
    Record<string, { readonly id?: string; readonly slug?: string; readonly version?: string }>
  >
  readonly inputs: Values
  readonly testcase?: Values | undefined
  /** The outputs to evaluate, for evaluators. */
  readonly outputs?: unknown
  readonly trace?: Values | undefined
  readonly meta?: Values | undefined
}

export interface CallFailure {
  readonly title: string
  readonly message: string
  /** Whether a provider key is missing or rejected. */
  readonly needsKey: boolean
}

export interface Totals {
  readonly durationMs: number
  readonly tokens: number | undefined
  readonly cost: number | undefined
  /** The time until the first text of the model; only for streamed calls. */
  readonly firstTextMs?: number | undefined
  /** Completion tokens per second between the first text and the answer. */
  readonly tokensPerSecond?: number | undefined
}

/** Tokens per second; undefined if the text arrived at once or the tokens are unknown. */
export const tokenRate = (tokens: number | undefined, ms: number): number | undefined =>
  tokens === undefined || tokens === 0 || ms <= 0 ? undefined : tokens / (ms / 1000)

interface CallEnd {
  /** The trace; absent if the call never started. */
  readonly traceId?: string | undefined
  readonly spanId?: string | undefined
  readonly totals: Totals
}

export type Outcome = CallEnd & ({ readonly outputs: unknown } | { readonly failure: CallFailure })

const builtInProviders: ReadonlySet<string> = new Set(['agenta', 'assay'])

/** The built-in that runs a payload: the one that its URI names, else the one for webhooks, scripts or prompts. */
export function serviceKeyOf(data: Values): string {
  const [provider = '', , key = ''] = typeof data['uri'] === 'string' ? data['uri'].split(':') : []
  if (builtInProviders.has(provider) && key !== '') return key
  if (typeof data['url'] === 'string') return 'hook'
  return typeof data['script'] === 'string' ? 'code' : 'completion'
}

export interface ProgramResponse {
  readonly status?: {
    readonly code?: number
    readonly type?: string
    readonly message?: string
    /** The HTTP status of the provider. */
    readonly upstream_status?: number
  }
  readonly trace_id?: string
  readonly span_id?: string
}

const titles: Readonly<Record<string, string>> = {
  timeout: 'Timed out',
  unreachable: 'The provider is unreachable',
  rate_limited: 'Rate limited by the provider',
  http_status: 'The provider rejected the call',
  upstream_failed: 'The program failed',
  malformed_answer: 'Invalid response',
  missing_expected: 'The expected value is missing',
  missing_metric: 'The metric is missing',
  schema_mismatch: 'The response does not match the schema',
  sandbox: 'The code failed',
}

const keyRejections: ReadonlySet<number> = new Set([401, 403])

/** Describes a failure for people. */
export function failureOf(response: ProgramResponse): CallFailure {
  const {
    code = 0,
    type = '',
    message = 'The call failed.',
    upstream_status: upstream,
  } = response.status ?? {}
  const isRejectedKey = upstream !== undefined && keyRejections.has(upstream)
  const title =
    code === 424
      ? 'The provider is not configured'
      : isRejectedKey
        ? 'The provider rejected the key'
        : type === 'not_runnable'
          ? code === 400
            ? 'Inputs are missing or invalid'
            : 'The settings are invalid'
          : ((Object.hasOwn(titles, type) ? titles[type] : undefined) ?? 'The call failed')
  return { title, message, needsKey: code === 424 || isRejectedKey }
}
