// Steps through a list of spans, starting at the selected span.
import type { Outline } from './outline.ts'

/**
 * The next (1) or previous (-1) of these spans, as seen from the selected one. The step wraps around at the ends. The
 * spans are in the order of the tree. Undefined: there are none.
 */
export function stepThrough(
  outline: Outline,
  spans: readonly string[],
  { selectedId, step }: { readonly selectedId: string; readonly step: 1 | -1 },
): string | undefined {
  const placeOf = (id: string): number => outline.indexById.get(id) ?? -1
  const from = placeOf(selectedId)
  const isBeyond = (id: string): boolean => (step > 0 ? placeOf(id) > from : placeOf(id) < from)
  return step > 0 ? (spans.find(isBeyond) ?? spans[0]) : (spans.findLast(isBeyond) ?? spans.at(-1))
}

/** Sorted as the tree shows them, each once; ids that the tree does not have are dropped. */
export const inTreeOrder = (outline: Outline, ids: Iterable<string>): readonly string[] =>
  [...new Set(ids)]
    .filter((id) => outline.indexById.has(id))
    .toSorted((a, b) => (outline.indexById.get(a) ?? 0) - (outline.indexById.get(b) ?? 0))

/** `3 of 12`; without a position while another span is selected. */
export function positionText(spans: readonly string[], selectedId: string): string {
  const at = spans.indexOf(selectedId)
  return at < 0 ? String(spans.length) : `${at + 1} of ${spans.length}`
}
