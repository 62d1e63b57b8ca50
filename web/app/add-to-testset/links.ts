/** References to spans. */
export type SpanLinks = readonly { readonly trace_id: string; readonly span_id: string }[]
