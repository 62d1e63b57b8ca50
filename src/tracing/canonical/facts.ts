// What the roll-up of a trace needs of each of its spans, kept beside the row.
import type { Identities } from './identities.ts'
import type { Buckets } from '../attributes/metrics.ts'
import type { TraceType } from '../attributes/vocabularies.ts'

/** What tells whether another span describes the same model call. */
export interface CallFacts {
  /** Name of the instrumentation scope. */
  readonly scope: string
  /** The provider's id of the answer. */
  readonly responseId?: string
  /** Names of the model, as requested and as answered, in lower case. */
  readonly models: readonly string[]
  /** Characters of inputs and outputs: of two descriptions the richer one counts. */
  readonly content: number
}

/** What the roll-up needs of one span. */
export interface SpanFacts {
  readonly spanId: string
  readonly parentId?: string
  readonly startTimeUnixNano: bigint
  readonly endTimeUnixNano: bigint
  /** Own errors; absent when there was nothing to count them by. */
  readonly errors?: number
  readonly tokens: Buckets
  readonly costs: Buckets
  /** Own usage, costs and errors already contain those of the descendants. */
  readonly usageIsInclusive: boolean
  /** On spans that call a model. Absent too on those that were stored before it was kept. */
  readonly call?: CallFacts
  /** Own usage and costs, of a span that calls no model itself, are the sum of those of the model calls below it. */
  readonly summarises?: true
  /** Cumulative values as sent: they stay where nothing below states any of its own. */
  readonly sent: {
    readonly tokens?: Buckets
    readonly costs?: Buckets
  }
  readonly declaredTraceType?: TraceType
  /** Where no span declares a type, this one makes its trace an annotation. */
  readonly annotates: boolean
  /** How many of its events, the last ones, came as log records; absent when none did. */
  readonly logs?: number
  /** Ids that the span itself carries. Absent too on spans that were stored before these were kept. */
  readonly identities?: Identities
}
