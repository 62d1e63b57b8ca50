// Tables for people: columns as wide as they need, the widest one cut where the terminal ends.
import { inert } from './style.ts'

export interface Column<T> {
  readonly name: string
  readonly of: (row: T) => string | number | undefined
  readonly right?: boolean
  /** Never cut: half an id is none. */
  readonly whole?: boolean
  /** Around the padded text. */
  readonly paint?: (text: string, row: T) => string
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
// East Asian wide characters and emoji take two columns.
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u

const graphemeWidth = (grapheme: string): number => (wide.test(grapheme) ? 2 : 1)

// oxlint-disable-next-line no-control-regex -- plain text is quick to measure
const isPlain = (text: string): boolean => /^[\u0020-\u007E]*$/.test(text)

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of segments.segment(text)) width += graphemeWidth(segment)
  return width
}

/** At most so wide; what is cut off is shown by an ellipsis. */
export function cut(text: string, widthMax: number): string {
  if (widthOf(text) <= widthMax) return text
  let width = 0
  let kept = ''
  for (const { segment } of segments.segment(text)) {
    width += graphemeWidth(segment)
    if (width > widthMax - 1) break
    kept += segment
  }
  return `${kept}…`
}

export const padded = (text: string, width: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return right ? space + text : text + space
}

const gap = '  '
const narrowest = 8

/** Widths that fit: the widest column that may be cut gives way, again and again. */
function fitted(widths: readonly number[], isWhole: readonly boolean[], total: number): readonly number[] {
  const fitting = [...widths]
  let over = fitting.reduce((sum, width) => sum + width, gap.length * (fitting.length - 1)) - total
  while (over > 0) {
    const widest = fitting.reduce((most, width, i) => (isWhole[i] === true ? most : Math.max(most, width)), 0)
    if (widest <= narrowest) break
    fitting[fitting.findIndex((width, i) => width === widest && isWhole[i] !== true)] = widest - 1
    over -= 1
  }
  return fitting
}

export function tableOf<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  { width, head }: { readonly width: number; readonly head: (text: string) => string },
): string {
  const cells = rows.map((row) => columns.map((column) => inert(String(column.of(row) ?? ''))))
  const natural = columns.map(({ name }, i) =>
    Math.max(widthOf(name), ...cells.map((row) => widthOf(row[i] ?? ''))),
  )
  const widths = fitted(
    natural,
    columns.map(({ whole }) => whole === true),
    width,
  )
  const lineOf = (texts: readonly string[], row: T | undefined): string =>
    texts
      .map((text, i) => {
        const size = widths[i] ?? 0
        const column = columns[i]
        const fitting = padded(cut(text, size), size, column?.right)
        return row === undefined ? head(fitting) : (column?.paint?.(fitting, row) ?? fitting)
      })
      .join(gap)
      .trimEnd()
  const names = lineOf(
    columns.map(({ name }) => name),
    undefined,
  )
  return [names, ...cells.map((texts, i) => lineOf(texts, rows[i]))].join('\n')
}
