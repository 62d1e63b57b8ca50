// Renames columns of a file or leaves them out. It works on flat rows, so it applies to every format, and a column can
// become the dedup id or another metadata column.
import { ownMember } from '../../kernel/own.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { ImportBatches, ImportedRow, ImportItem } from './items.ts'

/** From the name in the file to the name in the testset; null leaves the column out. Other columns stay. */
export type ColumnMapping = ReadonlyMap<string, string | null>

function mapRow(row: ImportedRow, mapping: ColumnMapping): ImportItem {
  const sources = new Map<string, string>()
  for (const key of Object.keys(row.flat)) {
    const name = mapping.has(key) ? mapping.get(key) : key
    if (name === null || name === undefined) continue
    const otherSource = sources.get(name)
    if (otherSource !== undefined) {
      const message = `The columns ${otherSource} and ${key} would both be named ${name}.`
      return { kind: 'error', line: row.line, column: key, message }
    }
    sources.set(name, key)
  }
  const flatRow: JsonObject = Object.fromEntries(
    [...sources].map(([name, key]) => [name, ownMember(row.flat, key) as Json]),
  )
  return { ...row, flat: flatRow }
}

export async function* mapBatches(batches: ImportBatches, mapping: ColumnMapping): ImportBatches {
  for await (const batch of batches) {
    yield batch.map((item) => (item.kind === 'row' ? mapRow(item, mapping) : item))
  }
}
