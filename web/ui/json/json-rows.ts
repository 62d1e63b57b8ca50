// A JSON value as rows: what is open is laid out, what is closed is one row. The cost is that of the rows shown, not of the
// value.
import { isLarge, largeSummary } from './large/marker.ts'

export interface JsonRow {
  /** JSON Pointer; also what a person copies. */
  readonly path: string
  readonly depth: number
  readonly key: string | undefined
  readonly value: unknown
  readonly size: number | undefined
  readonly open: boolean
  /** A piece of a long text that was opened, not a value of its own. */
  readonly isLine?: true
}

const shownCharsMax = 400
const lineCharsMax = 200

/** A text in pieces that fit a row: its lines, and long lines in parts, never in the middle of a surrogate pair. Joined, they are all of it. */
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
    // No key holds this character next to a number of ours.
    path: `${path}\u0000${at}`,
    depth,
    key: undefined,
    value,
    size: undefined,
    open: false,
    isLine: true,
  }))

const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > shownCharsMax

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isLarge(value)

/** Open until this many rows would be shown: small values are seen whole, large ones by their first levels. */
export function initiallyOpen(value: unknown, rowsMax = 60): ReadonlySet<string> {
  const open = new Set<string>()
  let rows = 1
  let level: readonly { readonly path: string; readonly value: unknown }[] = [{ path: '', value }]
  while (level.length > 0) {
    const next: { path: string; value: unknown }[] = []
    for (const { path, value: own } of level) {
      if (!isBranch(own)) continue
      const entries = Object.entries(own)
      if (rows + entries.length > rowsMax && path !== '') continue
      open.add(path)
      rows += entries.length
      for (const [key, member] of entries.slice(0, rowsMax))
        next.push({ path: `${path}/${escaped(key)}`, value: member })
    }
    level = next
  }
  return open
}

export function jsonRows(value: unknown, open: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = []
  const add = (path: string, depth: number, key: string | undefined, own: unknown): void => {
    const branch = isBranch(own)
    const isOpen = (branch || isLongText(own)) && open.has(path)
    rows.push({
      path,
      depth,
      key,
      value: own,
      size: branch ? Object.keys(own).length : undefined,
      open: isOpen,
    })
    if (!isOpen) return
    if (isLongText(own)) for (const row of lineRows(own, path, depth + 1)) rows.push(row)
    else if (branch) {
      for (const [name, member] of Object.entries(own))
        add(`${path}/${escaped(name)}`, depth + 1, name, member)
    }
  }
  // A branch at the top needs no row of its own: what is in it stands there.
  if (isBranch(value) && Object.keys(value).length > 0) {
    for (const [name, member] of Object.entries(value)) add(`/${escaped(name)}`, 0, name, member)
  } else add('', 0, undefined, value)
  return rows
}

/** What a closed branch shows of itself. */
export function glimpse(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.length} ]`
  if (!isBranch(value)) return ''
  const keys = Object.keys(value)
  if (keys.length === 0) return '{}'
  return `{ ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? `, … ${keys.length}` : ''} }`
}

/** A row as it is drawn: small, however large its value is. */
export interface RenderedRow extends Pick<JsonRow, 'path' | 'depth' | 'key' | 'size' | 'open'> {
  /** What a branch shows of itself, or a scalar. */
  readonly text: string
  readonly type: 'branch' | 'string' | 'number' | 'boolean' | 'null'
  /** The length of a long text: closed, its beginning is shown; open, its lines follow as rows. */
  readonly cutFrom: number | undefined
}

export function renderedRow({ path, depth, key, size, open, value, isLine }: JsonRow): RenderedRow {
  const own = { path, depth, key, size, open }
  if (isLine === true) return { ...own, text: String(value), type: 'string', cutFrom: undefined }
  if (isBranch(value)) {
    const text = open ? (Array.isArray(value) ? `[ ${size} ]` : '') : glimpse(value)
    return { ...own, text, type: 'branch', cutFrom: undefined }
  }
  if (typeof value === 'string') {
    const isLong = isLongText(value)
    const text = open ? '' : JSON.stringify(isLong ? value.slice(0, shownCharsMax) : value)
    return { ...own, text, type: 'string', cutFrom: isLong ? value.length : undefined }
  }
  if (isLarge(value)) return { ...own, text: largeSummary(value), type: 'null', cutFrom: undefined }
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null'
  return { ...own, text: String(value), type, cutFrom: undefined }
}

/** A value as a person copies it. */
export const copyText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
