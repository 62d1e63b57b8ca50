// A span as one row of the span store, and where it lies; what the columns mean for filters stands in
// tracing/filter/columns/columns.ts.

/** Times are UTC text with nine fractional digits, `2026-11-15 09:00:00.000000000`: text order is time order. */
export interface SpanRow {
  readonly project_id: string
  readonly trace_id: string
  readonly span_id: string
  /** '' on roots. */
  readonly parent_id: string
  readonly trace_type: string
  readonly span_type: string
  readonly span_kind: string
  readonly status_code: string
  readonly span_name: string
  readonly status_message: string | null
  readonly session_id: string | null
  readonly user_id: string | null
  readonly agent_id: string | null
  readonly start_time: string
  readonly end_time: string
  readonly created_at: string
  readonly created_by_id: string | null
  readonly updated_at: string | null
  readonly updated_by_id: string | null
  /** JSON text, as it is answered. */
  readonly attributes: string
  /** One JSON text for each element. */
  readonly references: readonly string[]
  readonly links: readonly string[]
  readonly events: readonly string[]
  readonly hashes: readonly string[]
  readonly adapters: readonly string[]
  /** How the span came: `otlp`, or `record` through a JSON route. */
  readonly form: string
  /** JSON text of the `ag.*` attributes as the client sent them, '' when it sent none: mapping can be done again. */
  readonly native: string
  /** JSON text of what the roll-up of the trace needs of this span. */
  readonly facts: string
  /** JSON text of what the roll-up gave it. */
  readonly roll_up: string
  /** The receipt that brought this content. */
  readonly receipt_id: string
  /** Of two rows of one span the higher version counts. */
  readonly version: string
}

/** What lists show of a span beside its record: totals of its subtree, and how its inputs and outputs begin. */
export interface SpanGlance {
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly tokens: number | null
  readonly cost: number | null
  /** JSON text, cut; '' when absent. */
  readonly inputs_start: string
  readonly outputs_start: string
  /** See `NewSpan`. */
  readonly is_head: number
  readonly trace_totals: readonly (number | null)[]
}

/** What answers are made of. The rest is for those who write: each column that is not read makes an answer quicker. */
export type RecordRow = Omit<SpanRow, 'form' | 'native' | 'facts' | 'roll_up' | 'receipt_id' | 'version'>

/** With what was sent before it was mapped. */
export type SentRow = RecordRow & Pick<SpanRow, 'form' | 'native'>

/** A row as it was asked for: see `QueryScope.columns`. */
export type ShownSpan = RecordRow & Partial<SpanGlance> & { readonly trace_state?: TraceState }

/**
 * Of the trace of a head. Finished: its root has arrived. Without a root it is running while spans arrive, and its root is
 * missing when none has arrived for some minutes.
 */
export type TraceState = 'finished' | 'running' | 'root_missing'

/** A row without what is large: enough to roll up its trace and to replace it. */
export type FactsRow = Pick<
  SpanRow,
  | 'project_id'
  | 'trace_id'
  | 'span_id'
  | 'start_time'
  | 'created_at'
  | 'created_by_id'
  | 'updated_at'
  | 'updated_by_id'
  | 'facts'
  | 'roll_up'
  | 'receipt_id'
  | 'version'
>

/** Where a span lies: with the start time it is found without a search. */
export type SpanPlace = Pick<SpanRow, 'project_id' | 'trace_id' | 'span_id' | 'start_time'>

/** What came of a trace: the totals of its root span, and its outputs. */
export interface TraceOutcome {
  readonly trace_id: string
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly tokens: number | null
  readonly cost: number | null
  /** JSON text, '' when there are none or they are longer than was asked for. */
  readonly outputs: string
  /** How long the text of the outputs is, in bytes; 0: there are none. */
  readonly output_bytes: number
}
