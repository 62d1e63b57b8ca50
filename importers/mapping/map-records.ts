// importers/mapping: parts that several sources share: the accounting of records, annotations, rows and messages of
// prompts. Imports importers/ and importers/reading. Start here.
//
// Maps the records of files to items, and accounts for each record and its fields: after the items of a record comes
// the fate of its fields. Every source of files uses it, so nothing of a record can be lost without being reported.
import type { SourceFile } from '../files.ts'
import { fault, type ImportItem, type Place } from '../importer.ts'
import { Fields } from '../reading/fields.ts'
import type { Read } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'

export interface RecordContext {
  readonly at: Place
  readonly file: SourceFile
}

/** Yields the items of a record. Undefined for a record that another pass over the files maps. */
export type MapRecord = (from: Fields, context: RecordContext) => Iterable<ImportItem> | undefined

/** The items of one record, then the fates of its fields. */
export function* accounted(
  from: Fields,
  { at, items }: { readonly at: Place; readonly items: Iterable<ImportItem> },
): Generator<ImportItem> {
  yield* items
  yield { at, kind: 'fields', fates: [...from.fates()] }
}

export const unreadable = (at: Place, sentence: string): Iterable<ImportItem> =>
  accounted(new Fields({}), { at, items: [fault(sentence, at)] })

export async function* mapRecords({
  files,
  map,
  read = recordsOf,
  skipsUnreadable = false,
}: {
  readonly files: readonly SourceFile[]
  readonly map: MapRecord
  readonly read?: (file: SourceFile) => AsyncIterable<Read>
  /** Skips unreadable records, because another pass over the files reports them. */
  readonly skipsUnreadable?: boolean
}): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const record of read(file)) {
      if ('fault' in record) {
        if (!skipsUnreadable) yield* unreadable(record.at, record.fault)
        continue
      }
      const from = new Fields(record.record)
      const items = map(from, { at: record.at, file })
      if (items !== undefined) yield* accounted(from, { at: record.at, items })
    }
  }
}
