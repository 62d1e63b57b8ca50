// Imports OpenAI evals: JSON lines with `input` and `ideal`, or with `item` (and the `sample` of a model), and results.
import { answerColumn, restOf } from '../mapping/case-row.ts'
import { filesIn, type ImportInput } from '../files.ts'
import { slugOf, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { mapRecords } from '../mapping/map-records.ts'
import type { Fields } from '../reading/fields.ts'
import { event, isEvent, isOutputItem, outputItem } from './openai-evals-results.ts'
import { bareName } from '../reading/paths.ts'
import { isRecord } from '../reading/record.ts'

function row(from: Fields, { testset, at }: { readonly testset: string; readonly at: Place }): ImportItem {
  if (isRecord(from.peek('item'))) {
    const item = from.json('columns', 'item')
    const sample = from.value('sample', 'sample')
    return {
      at,
      kind: 'row',
      testset,
      row: {
        data: { ...(isRecord(item) ? item : {}), ...(sample === undefined ? {} : { sample }) },
        ...restOf(from),
      },
    }
  }
  const input = from.value('input', 'input')
  if (input === undefined) return unmapped('lines without input and item', at)
  const ideal = from.value(answerColumn, 'ideal')
  return {
    at,
    kind: 'row',
    testset,
    row: {
      data: { input, ...(ideal === undefined ? {} : { [answerColumn]: ideal }) },
      dedupId: from.text('dedup id', 'id'),
      ...restOf(from),
    },
  }
}

function read(inputs: readonly ImportInput[]): AsyncIterable<ImportItem> {
  const sampleOutputs = new Map<string, string>()
  return mapRecords({
    files: filesIn(inputs),
    map: (from, { at, file }) => {
      if (isOutputItem(from)) return outputItem(from, at)
      if (isEvent(from)) return event(from, { at, sampled: sampleOutputs })
      return [row(from, { testset: slugOf(bareName(file.path)), at })]
    },
  })
}

export const openaiEvals: Importer = {
  source: 'openai-evals',
  read,
}
