// Attributes as a table: nested members under their whole names, as filters spell them.

import { isLarge, largeWords } from '../ui/large/marker.ts'

export function flatAttributes(
  attributes: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  const rows: [string, string][] = []
  const add = (path: string, value: unknown): void => {
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLarge(value)
    if (isBranch && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) {
        add(path === '' ? name : `${path}.${name.includes('.') ? name.replaceAll('.', '\\.') : name}`, member)
      }
    } else if (isLarge(value)) rows.push([path, largeWords(value)])
    else rows.push([path, typeof value === 'string' ? value : JSON.stringify(value)])
  }
  add('', attributes)
  return rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}
