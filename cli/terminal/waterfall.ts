// Draws a trace: the tree of its spans on the left, a timeline on the right.
import { inert } from './style.ts'
import { cut, pad, widthOf } from './table.ts'

export interface DrawnSpan {
  readonly id: string
  readonly parentId: string | undefined
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly failed: boolean
}

export interface DrawnRow {
  readonly span: DrawnSpan
  /** The line-drawing characters of its branch. */
  readonly branch: string
}

const byTime = (a: DrawnSpan, b: DrawnSpan): number => a.startMs - b.startMs || (a.id < b.id ? -1 : 1)

/** Rows in depth-first order, siblings by time. A span without its parent is a root; a cycle begins at its first span. */
export function treeRows(spans: readonly DrawnSpan[]): readonly DrawnRow[] {
  const sortedSpans = spans.toSorted(byTime)
  const ids = new Set(sortedSpans.map(({ id }) => id))
  const childrenByParent = Map.groupBy(
    sortedSpans.filter(({ id, parentId }) => parentId !== undefined && parentId !== id && ids.has(parentId)),
    ({ parentId }) => parentId,
  )
  const isRoot = ({ id, parentId }: DrawnSpan): boolean =>
    parentId === undefined || parentId === id || !ids.has(parentId)
  const rows: DrawnRow[] = []
  const placedIds = new Set<string>()
  const place = (root: DrawnSpan): void => {
    // A stack instead of recursion: a chain of spans may exceed the call stack.
    const stack: { readonly span: DrawnSpan; readonly stem: string; readonly knot: string }[] = [
      { span: root, stem: '', knot: '' },
    ]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { span, stem, knot } = next
      if (placedIds.has(span.id)) continue
      placedIds.add(span.id)
      rows.push({ span, branch: stem + knot })
      const childStem = knot === '' ? stem : `${stem}${knot === '├ ' ? '│ ' : '  '}`
      const children = childrenByParent.get(span.id) ?? []
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i]
        if (child !== undefined) {
          stack.push({ span: child, stem: childStem, knot: i === children.length - 1 ? '└ ' : '├ ' })
        }
      }
    }
  }
  for (const span of sortedSpans) if (isRoot(span)) place(span)
  for (const span of sortedSpans) if (!placedIds.has(span.id)) place(span)
  return rows
}

/** The bar of a span on a line of this width; a very short span is a mark. */
export function barAt(
  span: Pick<DrawnSpan, 'startMs' | 'endMs'>,
  {
    whole,
    width,
  }: { readonly whole: { readonly startMs: number; readonly endMs: number }; readonly width: number },
): string {
  const length = Math.max(whole.endMs - whole.startMs, Number.EPSILON)
  const at = (ms: number): number =>
    Math.min(width, Math.max(0, Math.round(((ms - whole.startMs) / length) * width)))
  const [start, end] = [at(span.startMs), at(span.endMs)]
  const from = Math.min(start, width - 1)
  const bar = end - start < 1 ? '▏' : '█'.repeat(end - from)
  return pad(' '.repeat(from) + bar, width)
}

export interface WaterfallLine {
  readonly label: string
  readonly bar: string
  readonly span: DrawnSpan
}

const widthMax = 160
const labelShare = 0.5
const labelWidest = 60
const barWidest = 60

/** The lines of a trace in a terminal of this width, with `beside` columns left free. */
export function waterfall(
  spans: readonly DrawnSpan[],
  { width, beside }: { readonly width: number; readonly beside: number },
): readonly WaterfallLine[] {
  const rows = treeRows(spans)
  const period = {
    startMs: spans.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
    endMs: spans.reduce((most, { endMs }) => Math.max(most, endMs), -Infinity),
  }
  const labelsAndBarsWidth = Math.max(40, Math.min(width, widthMax) - beside)
  const labels = rows.map(({ span, branch }) => `${branch}${inert(span.name)}`)
  const labelWidthMax = labels.reduce((most, label) => Math.max(most, widthOf(label)), 0)
  const labelWidth = Math.min(labelWidthMax, labelWidest, Math.floor(labelsAndBarsWidth * labelShare))
  const barWidth = Math.min(barWidest, labelsAndBarsWidth - labelWidth - 4)
  return rows.map(({ span }, i) => ({
    span,
    label: pad(cut(labels[i] ?? '', labelWidth), labelWidth),
    bar: barAt(span, { whole: period, width: barWidth }),
  }))
}
