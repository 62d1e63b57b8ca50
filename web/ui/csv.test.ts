import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('commas, quotes and line breaks are quoted, formulas become texts, numbers stay numbers', () => {
  expect(csvText([['a,b', 'say "hi"', 'two\nlines', '=1+1', '-x', -3, undefined]])).toBe(
    `"a,b","say ""hi""","two\nlines",'=1+1,'-x,-3,\r\n`,
  )
})

test('formulas in full-width characters become texts, too', () => {
  expect(csvText([['＝1+1', '＠x']])).toBe(`'＝1+1,'＠x\r\n`)
})

test('outer blanks and a byte order mark are quoted', () => {
  expect(csvText([[' a', 'b ', '\ufeffc', 'd e']])).toBe(`" a","b ","\ufeffc",d e\r\n`)
})
