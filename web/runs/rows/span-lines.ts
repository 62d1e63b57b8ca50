// The spans of a trace as lines, depth first, siblings by time.

interface LineSpan {
  readonly span_id: string
  readonly parent_id: string | null
  readonly start_time: string
}

export interface SpanLine<S> {
  readonly span: S
  readonly depth: number
}

/** A span without a parent in the trace is at the top. Each span is listed once, even if parents form a cycle. */
export function spanLines<S extends LineSpan>(spans: readonly S[]): readonly SpanLine<S>[] {
  const ids = new Set(spans.map(({ span_id }) => span_id))
  const sortedSpans = spans.toSorted((a, b) =>
    a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0,
  )
  const top = Symbol('top')
  const childrenByParent = Map.groupBy(sortedSpans, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : top,
  )
  const lines: SpanLine<S>[] = []
  const placedIds = new Set<string>()
  const stack = (childrenByParent.get(top) ?? []).toReversed().map((span) => ({ span, depth: 0 }))
  for (let line = stack.pop(); line !== undefined; line = stack.pop()) {
    const { span, depth } = line
    if (placedIds.has(span.span_id)) continue
    placedIds.add(span.span_id)
    lines.push(line)
    for (const child of (childrenByParent.get(span.span_id) ?? []).toReversed())
      stack.push({ span: child, depth: depth + 1 })
  }
  return [
    ...lines,
    ...sortedSpans.filter(({ span_id }) => !placedIds.has(span_id)).map((span) => ({ span, depth: 0 })),
  ]
}
