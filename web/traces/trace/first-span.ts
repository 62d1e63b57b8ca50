// The initially selected span and the initially folded spans of a trace.
import { deepestFailure, foldedIdsFrom, type Outline } from './outline.ts'

/** Traces with more spans open with their deeper levels folded. */
const unfoldedMax = 500

/** Parts of filters that select failures. */
const failureWords =
  /STATUS_CODE_ERROR|\bmetrics\.errors\b|\bstatus_message\b|\bag\.exception\b|\bexception\b/

/** Whether the list that the trace was opened from was about failures. */
export const selectsFailures = (filter: string | undefined): boolean =>
  filter !== undefined && failureWords.test(filter)

/** The root, or the span that caused the failure if the trace was opened from a list of failures. */
export function initialSelection(outline: Outline, filter: string | undefined): string {
  const failure = selectsFailures(filter) ? deepestFailure(outline) : undefined
  return failure ?? outline.nodes[outline.roots[0] ?? -1]?.span.id ?? ''
}

export const initialFolds = (outline: Outline): ReadonlySet<string> =>
  outline.nodes.length > unfoldedMax ? foldedIdsFrom(outline, 2) : new Set()
