// The text of a value in formats without types. Downloads write it, and imports compare with it.
import type { Json } from '../kernel/json/value.ts'
import { exactText } from './exact-text.ts'

/** A value as a CSV cell: null and missing are empty, objects and arrays compact JSON. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : exactText(value)
}
