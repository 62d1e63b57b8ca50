// importers/mapping: parts that several sources share: the accounting of records, annotations, rows and messages of
// prompts. Imports importers/ and importers/reading. Start here.
//
// Maps the records of files to items, and accounts for each record and its fields: after the items of a record comes
// the outcome of its fields. Every source of files uses it, so nothing of a record can be lost without being reported.
import type { SourceFile } from '../files.ts'
import { faultItem, type ImportItem, type Position } from '../importer.ts'
import { Fields } from '../reading/fields.ts'
import type { ReadResult } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'

export interface RecordContext {
  readonly at: Position
  readonly file: SourceFile
}

/** Yields the items of a record. Undefined for a record that another pass over the files maps. */
export type MapRecord = (fields: Fields, context: RecordContext) => Iterable<ImportItem> | undefined

/** The items of one record, then the outcomes of its fields. */
export function* withOutcomes(
  fields: Fields,
  { at, items }: { readonly at: Position; readonly items: Iterable<ImportItem> },
): Generator<ImportItem> {
  yield* items
  yield { at, kind: 'fields', outcomes: [...fields.outcomes()] }
}

export const unreadable = (at: Position, sentence: string): Iterable<ImportItem> =>
  withOutcomes(new Fields({}), { at, items: [faultItem(sentence, at)] })

export async function* mapRecords({
  files,
  map,
  read = recordsOf,
  skipsUnreadable = false,
}: {
  readonly files: readonly SourceFile[]
  readonly map: MapRecord
  readonly read?: (file: SourceFile) => AsyncIterable<ReadResult>
  /** Skips unreadable records, because another pass over the files reports them. */
  readonly skipsUnreadable?: boolean
}): AsyncGenerator<ImportItem> {
  for (const file of files) {
    for await (const record of read(file)) {
      if ('fault' in record) {
        if (!skipsUnreadable) yield* unreadable(record.at, record.fault)
        continue
      }
      const fields = new Fields(record.record)
      const items = map(fields, { at: record.at, file })
      if (items !== undefined) yield* withOutcomes(fields, { at: record.at, items })
    }
  }
}
