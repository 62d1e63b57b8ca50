// Export: the rows of a list as a file, streamed page by page. cells.ts says how values are written where a format has
// no types; rows.ts gives the rows with their data; csv.ts, json.ts and parquet.ts write them; export.ts picks one.
import type { Json } from '../kernel/json/value.ts'
import { exactText } from './exact-text.ts'

/** A value as a CSV cell: null and missing are empty, objects and arrays compact JSON. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : exactText(value)
}
