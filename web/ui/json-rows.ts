// A JSON value as rows: what is open is laid out, what is closed is one row. The cost is that of the rows shown, not of the
// value.
import { isLarge, largeWords } from './large/marker.ts'

export interface JsonRow {
  /** JSON Pointer; also what a person copies. */
  readonly path: string
  readonly depth: number
  readonly key: string | undefined
  readonly value: unknown
  readonly size: number | undefined
  readonly open: boolean
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isLarge(value)

/** Open until this many rows would be shown: small values are seen whole, large ones by their first levels. */
export function openedAtFirst(value: unknown, rowsMax = 60): ReadonlySet<string> {
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
    const isOpen = branch && open.has(path)
    rows.push({
      path,
      depth,
      key,
      value: own,
      size: branch ? Object.keys(own).length : undefined,
      open: isOpen,
    })
    if (isOpen) {
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

/** A row as it is drawn: small, whatever stands behind it. */
export interface ShownRow extends Pick<JsonRow, 'path' | 'depth' | 'key' | 'size' | 'open'> {
  /** What a branch shows of itself, or a scalar. */
  readonly text: string
  readonly type: 'branch' | 'string' | 'number' | 'boolean' | 'null'
  /** How long a text is of which only the beginning is shown. */
  readonly cutFrom: number | undefined
}

const shownCharsMax = 400

export function shownRow({ path, depth, key, size, open, value }: JsonRow): ShownRow {
  const own = { path, depth, key, size, open }
  if (isBranch(value)) {
    const text = open ? (Array.isArray(value) ? `[ ${size} ]` : '') : glimpse(value)
    return { ...own, text, type: 'branch', cutFrom: undefined }
  }
  if (typeof value === 'string') {
    const isCut = value.length > shownCharsMax
    const text = JSON.stringify(isCut ? value.slice(0, shownCharsMax) : value)
    return { ...own, text, type: 'string', cutFrom: isCut ? value.length : undefined }
  }
  if (isLarge(value)) return { ...own, text: largeWords(value), type: 'null', cutFrom: undefined }
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null'
  return { ...own, text: String(value), type, cutFrom: undefined }
}

/** A value as a person copies it. */
export const copyText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
