// Attributes as a table: nested members under their whole names, as filters spell them, and values as a person reads them.

import { isLarge, largeWords } from '../../ui/large/marker.ts'

/** Before JSON text in attributes of type string, where OTLP has no type for a value. */
const jsonMarker = '@ag.type=json:'

const textOf = (value: unknown): string =>
  typeof value !== 'string'
    ? JSON.stringify(value)
    : value.startsWith(jsonMarker)
      ? value.slice(jsonMarker.length)
      : value

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
    } else rows.push([path, isLarge(value) ? largeWords(value) : textOf(value)])
  }
  add('', attributes)
  return rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

/** A key in pieces between which a line may end: after a dot, an underscore, a dash or a slash. */
export const keyPieces = (key: string): readonly string[] => key.match(/[^._/-]*[._/-]+|[^._/-]+$/g) ?? [key]
