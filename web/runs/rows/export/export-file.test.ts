// The file of a run's rows.
import { expect, test } from 'vitest'
import { fileOf } from './export-file.ts'

const rows = [
  new Map<string, unknown>([
    ['about', '=1+1'],
    ['score', -1],
  ]),
  new Map<string, unknown>([
    ['about', 'the "sea", wide'],
    ['error', '-x'],
  ]),
]

test('CSV has the columns of all rows, quotes where needed, and unchanged texts', () => {
  expect(fileOf(rows, 'csv')).toBe('about,score,error\r\n=1+1,-1,\r\n"the ""sea"", wide",,-x\r\n')
})

test('in CSV for spreadsheets a text that begins like a formula stays a text; numbers stay numbers', () => {
  expect(fileOf(rows, 'spreadsheet')).toBe('about,score,error\r\n\'=1+1,-1,\r\n"the ""sea"", wide",,\'-x\r\n')
})

test('JSON lines keep types and names, whatever a column is called', () => {
  const rowsWithReservedName = [new Map<string, unknown>([['__proto__', { a: 1 }]])]
  expect(fileOf(rowsWithReservedName, 'jsonl')).toBe('{"__proto__":{"a":1}}\n')
})
