// A span as one row of the span store, and its position; tracing/filter/columns/columns.ts describes the
// columns for filters.

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
  /** JSON text, as in answers. */
  readonly attributes: string
  /** One JSON text per element. */
  readonly references: readonly string[]
  readonly links: readonly string[]
  readonly events: readonly string[]
  readonly hashes: readonly string[]
  readonly adapters: readonly string[]
  /** The route of the span: `otlp`, or `record` through a JSON route. */
  readonly form: string
  /** JSON text of the `ag.*` attributes as received, '' if there were none: mapping can be repeated. */
  readonly native: string
  /** JSON text of the input of the roll-up of the trace from this span. */
  readonly facts: string
  /** JSON text of the result of the roll-up. */
  readonly roll_up: string
  /** The receipt of this content. */
  readonly receipt_id: string
  /** Of two rows of one span the higher version wins. */
  readonly version: string
}

/** Additional columns of lists: totals of the subtree, and the beginnings of inputs and outputs. */
export interface SpanPreview {
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly tokens: number | null
  readonly cost: number | null
  /** Truncated JSON text; '' if absent. */
  readonly inputs_start: string
  readonly outputs_start: string
  /** See `NewSpan`. */
  readonly is_head: number
  readonly trace_totals: readonly (number | null)[]
}

/** The columns of answers. The others are for writers: each unread column makes an answer faster. */
export type RecordRow = Omit<SpanRow, 'form' | 'native' | 'facts' | 'roll_up' | 'receipt_id' | 'version'>

/** The columns of answers, and the data as received, before it was mapped. */
export type SentRow = RecordRow & Pick<SpanRow, 'form' | 'native'>

/** A row with the requested columns: see `QueryScope.columns`. */
export type SelectedSpan = RecordRow & Partial<SpanPreview> & { readonly trace_state?: TraceState }

/**
 * The status of the trace, on its head. Finished: its root has arrived. Without a root the trace is running
 * while spans arrive, and its root is missing when none has arrived for some minutes.
 */
export type TraceState = 'finished' | 'running' | 'root_missing'

/** A row without large columns: enough to roll up its trace and to replace it. */
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

/** The position of a span: with the start time it is found without a search. */
export type SpanPlace = Pick<SpanRow, 'project_id' | 'trace_id' | 'span_id' | 'start_time'>

/** The outcome of a trace: the totals of its root span, and its outputs. */
export interface TraceOutcome {
  readonly trace_id: string
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly tokens: number | null
  readonly cost: number | null
  /** JSON text, '' if there are none or they are longer than requested. */
  readonly outputs: string
  /** The length of the outputs in bytes; 0: there are none. */
  readonly output_bytes: number
}
