import { expect, test } from 'vitest'
import {
  canStore,
  emptyUpload,
  skippedText,
  storeFields,
  testsetName,
  uploadReducer,
  type Report,
} from './upload-state.ts'

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
const withFile = uploadReducer(emptyUpload, { type: 'file', file: 'a.csv' })

test('the first report suggests columns and a name; a second one keeps the changes of the user', () => {
  const suggestion = { existingNames: ['city'], text: 'a' }
  const firstState = uploadReducer(withFile, { type: 'report', report, suggestion })
  expect(firstState.text).toBe('a')
  expect(firstState.columns.map(({ source, name }) => [source, name])).toEqual([
    ['City', 'city'],
    ['size', 'size'],
  ])
  const renamedState = uploadReducer(firstState, { type: 'text', text: 'mine' })
  const secondState = uploadReducer(renamedState, { type: 'report', report: { ...report, rows: 3 } })
  expect(secondState).toMatchObject({ text: 'mine', columns: firstState.columns, report: { rows: 3 } })
})

test('another file starts over', () => {
  const state = uploadReducer(uploadReducer(withFile, { type: 'report', report }), { type: 'reset' })
  expect(state).toMatchObject({ file: undefined, report: undefined })
})

test('a testset is named after its file', () => {
  expect(['rows.csv.gz', 'rows.JSONL', 'rows'].map(testsetName)).toEqual(['rows', 'rows', 'rows'])
})

test('an empty text becomes a name or a message', () => {
  const columns = [{ source: 'City', name: 'city', isIncluded: true }]
  expect(
    storeFields({ columns, text: ' ', skipsErrors: false }, { fileName: 'a.csv', baseId: undefined }),
  ).toEqual({
    columns: '{"City":"city"}',
    testset_name: 'a',
  })
  expect(
    storeFields({ columns: [], text: '', skipsErrors: true }, { fileName: 'a.csv', baseId: 'id' }),
  ).toEqual({
    base_revision_id: 'id',
    include_testcases: 'false',
    skip_errors: 'true',
    message: 'Upload of a.csv',
  })
})

test('a file with errors is stored only without the rows that can be left out', () => {
  const reportWithErrors = { ...report, errors_total: 1 }
  const preview = { rows: [], bad_rows: 1, can_skip: true }
  expect(canStore(report, false)).toBe(true)
  expect(canStore(reportWithErrors, true)).toBe(false)
  expect(canStore({ ...reportWithErrors, preview }, false)).toBe(false)
  expect(canStore({ ...reportWithErrors, preview }, true)).toBe(true)
  expect(canStore({ ...reportWithErrors, preview: { ...preview, can_skip: false } }, true)).toBe(false)
  const skips = uploadReducer(withFile, { type: 'skip', skipsErrors: true })
  expect(uploadReducer(skips, { type: 'reset' }).skipsErrors).toBe(false)
})

test('skipped rows are counted and named by line', () => {
  const errors = Array.from({ length: 12 }, (_, at) => ({ line: at + 2 }))
  expect(skippedText(undefined)).toBeUndefined()
  expect(skippedText({ rows: 1, errors: [{ line: 3 }] })).toBe('Skipped line 3.')
  expect(skippedText({ rows: 2, errors: [{ line: 3 }, { line: 3 }, { line: 9 }] })).toBe(
    'Skipped 2 lines: 3, 9.',
  )
  expect(skippedText({ rows: 1500, errors })).toBe(
    'Skipped 1,500 lines: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1,490 more.',
  )
})
