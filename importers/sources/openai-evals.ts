// Imports OpenAI evals: JSON lines with `input` and `ideal`, or with `item` (and the `sample` of a model).
import { filesIn, type Given } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { field, textField } from '../reading/fields.ts'
import { bareName } from '../reading/paths.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'

function row(record: Record, { testset, at }: { readonly testset: string; readonly at: Place }): ImportItem {
  const item = field(record, 'item')
  if (isRecord(item)) {
    const sample = field(record, 'sample')
    return {
      at,
      kind: 'row',
      testset,
      row: { data: { ...item, ...(sample === undefined ? {} : { sample }) } },
    }
  }
  const input = field(record, 'input')
  if (input === undefined) return unmapped('lines without input and item', at)
  const ideal = field(record, 'ideal')
  return {
    at,
    kind: 'row',
    testset,
    row: {
      data: { input, ...(ideal === undefined ? {} : { correct_answer: ideal }) },
      dedupId: textField(record, 'id'),
    },
  }
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  for (const file of filesIn(given)) {
    const testset = slugOf(bareName(file.path))
    for await (const one of recordsOf(file)) {
      yield 'fault' in one ? fault(one.fault, one.at) : row(one.record, { testset, at: one.at })
    }
  }
}

export const openaiEvals: Importer = {
  source: 'openai-evals',
  read,
}
