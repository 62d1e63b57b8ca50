import { expect, test } from 'vitest'
import { cellsOf } from './clipboard-cells.ts'

test.each([
  ['one', [['one']]],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\t\n\tb',
    [
      ['a', '', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""hi"""\tb', [['say "hi"', 'b']]],
  ['"a\tb"', [['a\tb']]],
  ['"to be" or not\tb', [['"to be" or not', 'b']]],
  ['"open\tb', [['"open', 'b']]],
  ['say "hi"', [['say "hi"']]],
  ['', []],
  ['a\n\nb', [['a'], [''], ['b']]],
])('%j', (text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})
