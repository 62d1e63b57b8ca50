// Draws a trace: the tree of its spans on the left, a timeline on the right.
import { groupBy } from '../../sdk/shared/group-by.ts'
import { sanitizeLine } from './style.ts'
import { truncate, pad, widthOf } from './table.ts'

export interface WaterfallSpan {
  readonly id: string
  readonly parentId: string | undefined
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly failed: boolean
}

export interface DrawnRow {
  readonly span: WaterfallSpan
  /** The line-drawing characters of its branch. */
  readonly branch: string
}

const byTime = (a: WaterfallSpan, b: WaterfallSpan): number => a.startMs - b.startMs || (a.id < b.id ? -1 : 1)

/** Rows in depth-first order, siblings by time. A span without its parent is a root; a cycle begins at its first span. */
export function treeRows(spans: readonly WaterfallSpan[]): readonly DrawnRow[] {
  const sortedSpans = spans.toSorted(byTime)
  const ids = new Set(sortedSpans.map(({ id }) => id))
  const childrenByParent = groupBy(
    sortedSpans.filter(({ id, parentId }) => parentId !== undefined && parentId !== id && ids.has(parentId)),
    ({ parentId }) => parentId,
  )
  const isRoot = ({ id, parentId }: WaterfallSpan): boolean =>
    parentId === undefined || parentId === id || !ids.has(parentId)
  const rows: DrawnRow[] = []
  const addedIds = new Set<string>()
  const addTree = (root: WaterfallSpan): void => {
    // A stack instead of recursion: a chain of spans may exceed the call stack.
    const stack: { readonly span: WaterfallSpan; readonly stem: string; readonly connector: string }[] = [
      { span: root, stem: '', connector: '' },
    ]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { span, stem, connector } = next
      if (addedIds.has(span.id)) continue
      addedIds.add(span.id)
      rows.push({ span, branch: stem + connector })
      const childStem = connector === '' ? stem : `${stem}${connector === '├ ' ? '│ ' : '  '}`
      const children = childrenByParent.get(span.id) ?? []
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i]
        if (child !== undefined) {
          stack.push({ span: child, stem: childStem, connector: i === children.length - 1 ? '└ ' : '├ ' })
        }
      }
    }
  }
  for (const span of sortedSpans) if (isRoot(span)) addTree(span)
  for (const span of sortedSpans) if (!addedIds.has(span.id)) addTree(span)
  return rows
}

/** The bar of a span on a line of this width; a very short span is a mark. */
export function barAt(
  span: Pick<WaterfallSpan, 'startMs' | 'endMs'>,
  {
    period,
    width,
  }: { readonly period: { readonly startMs: number; readonly endMs: number }; readonly width: number },
): string {
  const length = Math.max(period.endMs - period.startMs, Number.EPSILON)
  const at = (ms: number): number =>
    Math.min(width, Math.max(0, Math.round(((ms - period.startMs) / length) * width)))
  const [start, end] = [at(span.startMs), at(span.endMs)]
  const from = Math.min(start, width - 1)
  const bar = end - start < 1 ? '▏' : '█'.repeat(end - from)
  return pad(' '.repeat(from) + bar, width)
}

export interface WaterfallLine {
  readonly label: string
  readonly bar: string
  readonly span: WaterfallSpan
}

const widthMax = 160
const labelShare = 0.5
const labelWidest = 60
const barWidest = 60

/** The lines of a trace in a terminal of this width, with `reservedWidth` columns left free. */
export function waterfall(
  spans: readonly WaterfallSpan[],
  { width, reservedWidth }: { readonly width: number; readonly reservedWidth: number },
): readonly WaterfallLine[] {
  const rows = treeRows(spans)
  const period = {
    startMs: spans.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
    endMs: spans.reduce((most, { endMs }) => Math.max(most, endMs), -Infinity),
  }
  const labelsAndBarsWidth = Math.max(40, Math.min(width, widthMax) - reservedWidth)
  const labels = rows.map(({ span, branch }) => `${branch}${sanitizeLine(span.name)}`)
  const labelWidthMax = labels.reduce((most, label) => Math.max(most, widthOf(label)), 0)
  const labelWidth = Math.min(labelWidthMax, labelWidest, Math.floor(labelsAndBarsWidth * labelShare))
  const barWidth = Math.min(barWidest, labelsAndBarsWidth - labelWidth - 4)
  return rows.map(({ span }, i) => ({
    span,
    label: pad(truncate(labels[i] ?? '', labelWidth), labelWidth),
    bar: barAt(span, { period: period, width: barWidth }),
  }))
}
