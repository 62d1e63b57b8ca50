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

test('CSV has every column that some row has, quotes where needed, and texts as they are', () => {
  expect(fileOf(rows, 'csv')).toBe('about,score,error\r\n=1+1,-1,\r\n"the ""sea"", wide",,-x\r\n')
})

test('for spreadsheets, what begins like a formula is a text; numbers stay numbers', () => {
  expect(fileOf(rows, 'spreadsheet')).toBe('about,score,error\r\n\'=1+1,-1,\r\n"the ""sea"", wide",,\'-x\r\n')
})

test('JSON lines keep types and names, whatever a column is called', () => {
  const odd = [new Map<string, unknown>([['__proto__', { a: 1 }]])]
  expect(fileOf(odd, 'jsonl')).toBe('{"__proto__":{"a":1}}\n')
})
