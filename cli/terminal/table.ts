// Tables: columns are as wide as their texts; the widest column is truncated at the width of the terminal. A line never
// wraps.
import { sanitizeLine } from './style.ts'

export interface Column<T> {
  readonly name: string
  readonly of: (row: T) => string | number | undefined
  readonly alignRight?: boolean
  /** Truncated only after all others, such as ids. */
  readonly isFixedWidth?: boolean
  /** Hidden when the terminal is too narrow; the highest number first. */
  readonly hideOrder?: number
  /** Styles the padded text. */
  readonly paint?: (text: string, row: T) => string
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
// East Asian wide characters and emoji take two columns.
const wideCharacter =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u

const graphemeWidth = (grapheme: string): number => (wideCharacter.test(grapheme) ? 2 : 1)

const isPlain = (text: string): boolean => /^[\u0020-\u007E]*$/.test(text)

/** The width of a text in terminal columns. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of segments.segment(text)) width += graphemeWidth(segment)
  return width
}

/** Truncates a text to this width, with an ellipsis. */
export function truncate(text: string, widthMax: number): string {
  if (widthOf(text) <= widthMax) return text
  let width = 0
  let prefix = ''
  for (const { segment } of segments.segment(text)) {
    width += graphemeWidth(segment)
    if (width > widthMax - 1) break
    prefix += segment
  }
  return `${prefix}…`
}

export const pad = (text: string, width: number, alignsRight = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return alignsRight ? space + text : text + space
}

/** Wraps words into lines of at most this width; a longer word gets its own line. */
export function wrap(text: string, widthMax: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line === '') line = word
    else if (widthOf(line) + 1 + widthOf(word) <= widthMax) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

const gap = '  '
const widthMin = 8
/** A column is hidden before another one is truncated below this width. */
const readableWidth = 14

/** A column and its texts. */
interface ColumnTexts<T> {
  readonly column: Column<T>
  readonly texts: readonly string[]
  /** The width of the widest text. */
  readonly naturalWidth: number
}

const columnTexts = <T>(column: Column<T>, rows: readonly T[]): ColumnTexts<T> => {
  const texts = rows.map((row) => sanitizeLine(String(column.of(row) ?? '')))
  const naturalWidth = texts.reduce((most, text) => Math.max(most, widthOf(text)), widthOf(column.name))
  return { column, texts, naturalWidth }
}

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, gap.length * (widths.length - 1))

/** The columns that fit. */
function visibleColumns<T>(all: readonly ColumnTexts<T>[], width: number): readonly ColumnTexts<T>[] {
  const neededWidth = ({ column, naturalWidth }: ColumnTexts<T>): number =>
    column.isFixedWidth === true ? naturalWidth : Math.min(naturalWidth, readableWidth)
  const hideableColumns = all
    .filter(({ column }) => column.hideOrder !== undefined)
    .toSorted((a, b) => (b.column.hideOrder ?? 0) - (a.column.hideOrder ?? 0))
  let columns = all
  for (const hideable of hideableColumns) {
    if (sum(columns.map(neededWidth)) <= width) break
    columns = columns.filter((column) => column !== hideable)
  }
  return columns
}

/** Reduces the widest truncatable column until all widths fit; on a very narrow terminal also the others. */
function fitWidths<T>(columns: readonly ColumnTexts<T>[], width: number): readonly number[] {
  const columnWidths = columns.map(({ naturalWidth }) => naturalWidth)
  for (let excess = sum(columnWidths) - width; excess > 0; excess--) {
    const cuttableWidths = columnWidths.map((size, i) =>
      columns[i]?.column.isFixedWidth === true ? 0 : size,
    )
    const candidates = Math.max(...cuttableWidths) > widthMin ? cuttableWidths : columnWidths
    const widestWidth = Math.max(...candidates)
    if (widestWidth <= 1) break
    columnWidths[candidates.indexOf(widestWidth)] = widestWidth - 1
  }
  return columnWidths
}

export function tableOf<T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  { width, head }: { readonly width: number; readonly head: (text: string) => string },
): string {
  const visible = visibleColumns(
    columns.map((column) => columnTexts(column, rows)),
    width,
  )
  const widths = fitWidths(visible, width)
  // More columns than the terminal can show, each of one character.
  const fits = (_: unknown, i: number): boolean => sum(widths.slice(0, i + 1)) <= width
  const lineOf = (cellOf: (column: ColumnTexts<T>, fitting: (text: string) => string) => string): string =>
    visible
      .filter(fits)
      .map((column, i) => {
        const size = widths[i] ?? 0
        return cellOf(column, (text) => pad(truncate(text, size), size, column.column.alignRight))
      })
      .join(gap)
      .trimEnd()
  const names = lineOf(({ column }, fitting) => head(fitting(column.name)))
  const lines = rows.map((row, at) =>
    lineOf(({ column, texts }, fitting) => {
      const text = fitting(texts[at] ?? '')
      return column.paint?.(text, row) ?? text
    }),
  )
  return [names, ...lines].join('\n')
}
