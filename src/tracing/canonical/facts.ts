// The facts about each span that the roll-up of its trace needs. They are stored with the row.
import type { Identities } from './identities.ts'
import type { Buckets } from '../attributes/metrics.ts'
import type { TraceType } from '../attributes/vocabularies.ts'

/** Facts that decide whether another span describes the same model call. */
export interface CallFacts {
  /** Name of the instrumentation scope. */
  readonly scope: string
  /** The provider's id of the response. */
  readonly responseId?: string
  /** Names of the model, as requested and as reported in the response, in lower case. */
  readonly models: readonly string[]
  /** Characters of inputs and outputs. Of two descriptions, the longer one counts. */
  readonly content: number
}

/** Facts about one span for the roll-up. */
export interface SpanFacts {
  readonly spanId: string
  readonly parentId?: string
  readonly startTimeUnixNano: bigint
  readonly endTimeUnixNano: bigint
  /** Own errors. Absent if the span has neither events nor a failed status. */
  readonly errors?: number
  readonly tokens: Buckets
  readonly costs: Buckets
  /** Own usage, costs and errors already include those of the descendants. */
  readonly usageIsInclusive: boolean
  /** Present on spans that call a model, unless they were stored by an earlier version. */
  readonly call?: CallFacts
  /** The span calls no model itself; its usage and costs are the sum of the model calls below it. */
  readonly summarises?: true
  /** Cumulative values as sent. They apply only if no span below states any. */
  readonly sent: {
    readonly tokens?: Buckets
    readonly costs?: Buckets
  }
  readonly declaredTraceType?: TraceType
  /** This span makes its trace an annotation, unless a span declares the type. */
  readonly annotates: boolean
  /** The number of trailing events that arrived as log records. Absent if there are none. */
  readonly logs?: number
  /** Ids that the span itself has. Absent on spans stored by earlier versions. */
  readonly identities?: Identities
}
