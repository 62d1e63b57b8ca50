// JSON: one compact array, or one row object per line.
import type { ListRoot } from '../pages/store.ts'
import { exactText } from '../exact-text.ts'
import { exportRows, flatRow, metadataColumnsOf, type ExportContext } from './rows.ts'

async function* rowTexts(context: ExportContext, root: ListRoot): AsyncGenerator<readonly string[]> {
  const metadataColumns = metadataColumnsOf(context, root)
  for await (const batch of exportRows(context, root)) {
    yield batch.map((row) => exactText(flatRow(row, metadataColumns)))
  }
}

/** One array, in chunks. */
export async function* exportJson(context: ExportContext, root: ListRoot): AsyncGenerator<string> {
  let separator = '['
  for await (const texts of rowTexts(context, root)) {
    yield `${separator}${texts.join(',')}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** One row per line, in chunks. */
export async function* exportJsonl(context: ExportContext, root: ListRoot): AsyncGenerator<string> {
  for await (const texts of rowTexts(context, root)) yield `${texts.join('\n')}\n`
}
