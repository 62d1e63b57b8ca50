// web/app/trials: trying a program on a page before it is committed: inputs, settings, the call and its outcome.
// The playground, evaluators and artifacts use it.
// Imports web/app and web/ui. Start here.
//
// A call of a program and what came of it, as values: which built-in runs a payload, and failures in words. Nothing here calls.

export type Values = Readonly<Record<string, unknown>>

export interface ProgramCall {
  /** The payload of a revision, stored or not. */
  readonly data: Values
  /** What the trace says was run: of a draft the application, of a revision that too. */
  readonly references: Readonly<
    Record<string, { readonly id?: string; readonly slug?: string; readonly version?: string }>
  >
  readonly inputs: Values
  readonly testcase?: Values | undefined
  /** Of evaluators: what is judged. */
  readonly outputs?: unknown
  readonly trace?: Values | undefined
  readonly meta?: Values | undefined
}

export interface CallFailure {
  readonly title: string
  readonly message: string
  /** A key of a provider would help. */
  readonly needsKey: boolean
}

export interface Totals {
  readonly durationMs: number
  readonly tokens: number | undefined
  readonly cost: number | undefined
}

interface Ended {
  /** Where its trace is; absent: it was never begun. */
  readonly traceId?: string | undefined
  readonly spanId?: string | undefined
  readonly totals: Totals
}

export type Outcome = Ended & ({ readonly outputs: unknown } | { readonly failure: CallFailure })

const managed: ReadonlySet<string> = new Set(['agenta', 'assay'])

/** The built-in that runs a payload: its own, else the one for programs behind urls, for scripts, or for prompts. */
export function serviceKeyOf(data: Values): string {
  const [provider = '', , key = ''] = typeof data['uri'] === 'string' ? data['uri'].split(':') : []
  if (managed.has(provider) && key !== '') return key
  if (typeof data['url'] === 'string') return 'hook'
  return typeof data['script'] === 'string' ? 'code' : 'completion'
}

export interface Refusal {
  readonly status?: { readonly code?: number; readonly type?: string; readonly message?: string }
  readonly trace_id?: string
  readonly span_id?: string
}

const titles: Readonly<Record<string, string>> = {
  timeout: 'There was no answer in time',
  unreachable: 'The server cannot be reached',
  rate_limited: 'The provider says that these are too many calls',
  http_status: 'The provider refused the call',
  upstream_failed: 'The program failed',
  malformed_answer: 'The answer cannot be used',
  missing_expected: 'There is nothing to compare with',
  missing_metric: 'What is to be measured is missing',
  schema_mismatch: 'The answer does not have the form it should have',
  sandbox: 'The code failed',
}

const refusedKey = /status 40[13]\b/

/** What went wrong, as it would be said to a person. */
export function failureOf(refusal: Refusal): CallFailure {
  const { code = 0, type = '', message = 'The call failed.' } = refusal.status ?? {}
  const isRefusedKey = type === 'http_status' && refusedKey.test(message)
  const title =
    code === 424
      ? 'The provider is not set up'
      : isRefusedKey
        ? 'The provider does not accept the key'
        : type === 'not_runnable'
          ? code === 400
            ? 'Inputs are missing or wrong'
            : 'This cannot be run as it is set'
          : ((Object.hasOwn(titles, type) ? titles[type] : undefined) ?? 'The call failed')
  return { title, message, needsKey: code === 424 || isRefusedKey }
}
