// Turns a JSON value into rows: a collapsed branch is one row. The cost depends on the visible rows, not on the value.
import { isLarge, largeSummary } from './large/marker.ts'

export interface JsonRow {
  /** The path as a JSON Pointer. */
  readonly path: string
  readonly depth: number
  readonly key: string | undefined
  readonly value: unknown
  readonly size: number | undefined
  readonly isOpen: boolean
  /** Whether the row is a piece of an expanded long text, not a value. */
  readonly isLine?: true
}

const visibleCharsMax = 400
const lineCharsMax = 200

/** Splits a text into lines, and long lines into pieces that fit a row. It never splits a surrogate pair and loses no character. */
export function textLines(text: string): readonly string[] {
  const pieces: string[] = []
  for (const line of text.split('\n')) {
    let from = 0
    do {
      const isSplit = /[\uD800-\uDBFF]/.test(line.charAt(from + lineCharsMax - 1))
      const end = from + lineCharsMax - (isSplit ? 1 : 0)
      pieces.push(line.slice(from, end))
      from = end
    } while (from < line.length)
  }
  return pieces
}

export const lineRows = (text: string, path: string, depth: number): readonly JsonRow[] =>
  textLines(text).map((value, at) => ({
    // NUL separates the path from the line number: keys are unlikely to contain it.
    path: `${path}\u0000${at}`,
    depth,
    key: undefined,
    value,
    size: undefined,
    isOpen: false,
    isLine: true,
  }))

const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > visibleCharsMax

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isLarge(value)

/** Expands level by level up to a number of rows: small values completely, large ones by their first levels. */
export function initialOpenPaths(value: unknown, rowsMax = 60): ReadonlySet<string> {
  const paths = new Set<string>()
  let rows = 1
  let level: readonly { readonly path: string; readonly value: unknown }[] = [{ path: '', value }]
  while (level.length > 0) {
    const next: { path: string; value: unknown }[] = []
    for (const { path, value: branch } of level) {
      if (!isBranch(branch)) continue
      const entries = Object.entries(branch)
      if (rows + entries.length > rowsMax && path !== '') continue
      paths.add(path)
      rows += entries.length
      for (const [key, member] of entries.slice(0, rowsMax))
        next.push({ path: `${path}/${escapeKey(key)}`, value: member })
    }
    level = next
  }
  return paths
}

export function jsonRows(value: unknown, openPaths: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = []
  const add = (path: string, depth: number, key: string | undefined, member: unknown): void => {
    const hasMembers = isBranch(member)
    const isOpen = (hasMembers || isLongText(member)) && openPaths.has(path)
    rows.push({
      path,
      depth,
      key,
      value: member,
      size: hasMembers ? Object.keys(member).length : undefined,
      isOpen,
    })
    if (!isOpen) return
    if (isLongText(member)) for (const row of lineRows(member, path, depth + 1)) rows.push(row)
    else if (hasMembers) {
      for (const [name, child] of Object.entries(member))
        add(`${path}/${escapeKey(name)}`, depth + 1, name, child)
    }
  }
  // The root branch has no row of its own; its members are the first rows.
  if (isBranch(value) && Object.keys(value).length > 0) {
    for (const [name, member] of Object.entries(value)) add(`/${escapeKey(name)}`, 0, name, member)
  } else add('', 0, undefined, value)
  return rows
}

/** The summary of a collapsed branch. */
export function summaryOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.length} ]`
  if (!isBranch(value)) return ''
  const keys = Object.keys(value)
  if (keys.length === 0) return '{}'
  return `{ ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? `, … ${keys.length}` : ''} }`
}

/** A row for rendering: small even if its value is large. */
export interface RenderedRow extends Pick<JsonRow, 'path' | 'depth' | 'key' | 'size' | 'isOpen'> {
  /** The summary of a branch, or a scalar. */
  readonly text: string
  readonly type: 'branch' | 'string' | 'number' | 'boolean' | 'null'
  /** The length of a long text. Collapsed, the row has its start; expanded, its lines follow as rows. */
  readonly fullLength: number | undefined
}

export function renderRow({ path, depth, key, size, isOpen, value, isLine }: JsonRow): RenderedRow {
  const common = { path, depth, key, size, isOpen }
  if (isLine === true) return { ...common, text: String(value), type: 'string', fullLength: undefined }
  if (isBranch(value)) {
    const text = isOpen ? (Array.isArray(value) ? `[ ${size} ]` : '') : summaryOf(value)
    return { ...common, text, type: 'branch', fullLength: undefined }
  }
  if (typeof value === 'string') {
    const isLong = isLongText(value)
    const text = isOpen ? '' : JSON.stringify(isLong ? value.slice(0, visibleCharsMax) : value)
    return { ...common, text, type: 'string', fullLength: isLong ? value.length : undefined }
  }
  if (isLarge(value)) return { ...common, text: largeSummary(value), type: 'null', fullLength: undefined }
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null'
  return { ...common, text: String(value), type, fullLength: undefined }
}

/** The text of a value for the clipboard. */
export const copyText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
