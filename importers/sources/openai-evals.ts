// Imports OpenAI evals: JSON lines with `input` and `ideal`, or with `item` (and the `sample` of a model), and results.
import { answerColumn, restOf } from '../mapping/case-row.ts'
import { filesIn, type ImportInput } from '../files.ts'
import { slugOf, unmappedItem, type Importer, type Position, type ImportItem } from '../importer.ts'
import { mapRecords } from '../mapping/map-records.ts'
import type { Fields } from '../reading/fields.ts'
import { event, isEvent, isOutputItem, outputItem } from './openai-evals-results.ts'
import { nameWithoutExtensions } from '../reading/paths.ts'
import { isRecord } from '../reading/record.ts'

function row(
  fields: Fields,
  { testset, at }: { readonly testset: string; readonly at: Position },
): ImportItem {
  if (isRecord(fields.peek('item'))) {
    const item = fields.json('columns', 'item')
    const sample = fields.value('sample', 'sample')
    return {
      at,
      kind: 'row',
      testset,
      row: {
        data: { ...(isRecord(item) ? item : {}), ...(sample === undefined ? {} : { sample }) },
        ...restOf(fields),
      },
    }
  }
  const input = fields.value('input', 'input')
  if (input === undefined) return unmappedItem('lines without input and item', at)
  const ideal = fields.value(answerColumn, 'ideal')
  return {
    at,
    kind: 'row',
    testset,
    row: {
      data: { input, ...(ideal === undefined ? {} : { [answerColumn]: ideal }) },
      dedupId: fields.text('dedup id', 'id'),
      ...restOf(fields),
    },
  }
}

function read(inputs: readonly ImportInput[]): AsyncIterable<ImportItem> {
  const firstSamplings = new Map<string, string>()
  return mapRecords({
    files: filesIn(inputs),
    map: (fields, { at, file }) => {
      if (isOutputItem(fields)) return outputItem(fields, at)
      if (isEvent(fields)) return event(fields, { at, firstSamplings })
      return [row(fields, { testset: slugOf(nameWithoutExtensions(file.path)), at })]
    },
  })
}

export const openaiEvals: Importer = {
  source: 'openai-evals',
  read,
}
