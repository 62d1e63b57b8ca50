// Export: writes the rows of a list as a file, streamed page by page. rows.ts reads the rows with their data;
// csv.ts, json.ts and parquet.ts write one format each; exportList selects the format. Start here.
// Imports pages/ and the formats of import/.
import type { FileType } from '../import/items.ts'
import type { ListRoot } from '../pages/store.ts'
import { exportCsv, type CsvOptions } from './csv.ts'
import { exportJson, exportJsonl } from './json.ts'
import { exportParquet } from './parquet.ts'
import type { ExportContext } from './rows.ts'

/** The media type of a download. */
export const contentTypeOf: Readonly<Record<FileType, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
}

const utf8 = new TextEncoder()

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) if (text !== '') yield utf8.encode(text)
}

/** The bytes of the file, in order. The list is read lazily. */
export function exportList(
  context: ExportContext,
  {
    root,
    fileType,
    escapesFormulas = false,
  }: Partial<CsvOptions> & { readonly root: ListRoot; readonly fileType: FileType },
): AsyncGenerator<Uint8Array> {
  switch (fileType) {
    case 'csv':
      return encode(exportCsv(context, { root, csvOptions: { escapesFormulas } }))
    case 'json':
      return encode(exportJson(context, root))
    case 'jsonl':
      return encode(exportJsonl(context, root))
    case 'parquet':
      return exportParquet(context, root)
  }
}
