import { expect, test } from 'vitest'
import { emptyUpload, storeFields, testsetName, uploadReducer, type Report } from './upload-state.ts'

const report: Report = {
  file_type: 'csv',
  rows: 2,
  columns: [
    { name: 'City', types: ['string'], missing: 0 },
    { name: 'size', types: ['number'], missing: 1 },
  ],
  metadata_columns: [],
  testcases: { new: 2, existing: 0 },
  errors: [],
  errors_total: 0,
}
const chosen = uploadReducer(emptyUpload, { type: 'file', file: 'a.csv' })

test('the first report suggests columns and a name; a second one keeps the changes of the user', () => {
  const suggestion = { existing: ['city'], text: 'a' }
  const first = uploadReducer(chosen, { type: 'report', report, suggestion })
  expect(first.text).toBe('a')
  expect(first.columns.map(({ source, name }) => [source, name])).toEqual([
    ['City', 'city'],
    ['size', 'size'],
  ])
  const renamed = uploadReducer(first, { type: 'text', text: 'mine' })
  const second = uploadReducer(renamed, { type: 'report', report: { ...report, rows: 3 } })
  expect(second).toMatchObject({ text: 'mine', columns: first.columns, report: { rows: 3 } })
})

test('another file starts over', () => {
  const state = uploadReducer(uploadReducer(chosen, { type: 'report', report }), { type: 'reset' })
  expect(state).toMatchObject({ file: undefined, report: undefined })
})

test('a testset is named after its file', () => {
  expect(['rows.csv.gz', 'rows.JSONL', 'rows'].map(testsetName)).toEqual(['rows', 'rows', 'rows'])
})

test('an empty text becomes a name or a message', () => {
  const columns = [{ source: 'City', name: 'city', isTaken: true }]
  expect(storeFields({ columns, text: ' ' }, { fileName: 'a.csv', baseId: undefined })).toEqual({
    columns: '{"City":"city"}',
    testset_name: 'a',
  })
  expect(storeFields({ columns: [], text: '' }, { fileName: 'a.csv', baseId: 'id' })).toEqual({
    base_revision_id: 'id',
    include_testcases: 'false',
    message: 'Upload of a.csv',
  })
})
