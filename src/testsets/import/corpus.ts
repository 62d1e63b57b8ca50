// Hostile files, each with the expected result of an import: rows or errors.
import { inexactNumber } from '../../kernel/json/literals.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { UploadedFile } from './import.ts'

export interface HostileFile {
  readonly name: string
  readonly content: string | Uint8Array
  readonly options?: Partial<UploadedFile>
  readonly rows?: readonly JsonObject[]
  readonly errors?: readonly object[]
}

const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const csvOptions = { fileType: 'csv' } as const

/** Files that are read. */
const readableFiles: readonly HostileFile[] = [
  {
    name: 'a byte order mark is no part of the first column',
    content: '\ufeffa,b\n1,2\n',
    rows: [{ a: '1', b: '2' }],
  },
  { name: 'UTF-16, low byte first', content: utf16('a,b\né,😀\n', 'le'), rows: [{ a: 'é', b: '😀' }] },
  { name: 'UTF-16, high byte first', content: utf16('a,b\né,😀\n', 'be'), rows: [{ a: 'é', b: '😀' }] },
  {
    name: 'CRLF line ends',
    content: 'a,b\r\n1,2\r\n3,4\r\n',
    rows: [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  },
  {
    name: 'CR line ends',
    content: 'a,b\r1,2\r3,4',
    rows: [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  },
  { name: 'mixed line ends', content: 'a\r\n1\n2\r3', rows: [{ a: '1' }, { a: '2' }, { a: '3' }] },
  { name: 'no line end at the end', content: 'a,b\n1,', rows: [{ a: '1', b: '' }] },
  {
    name: 'newlines inside quotes are kept as they are',
    content: 'a,b\n"x\r\ny\nz\rw",2\n',
    rows: [{ a: 'x\r\ny\nz\rw', b: '2' }],
  },
  { name: 'doubled quotes', content: 'a\n"say ""hi"""\n""""\n', rows: [{ a: 'say "hi"' }, { a: '"' }] },
  {
    name: 'a quote inside an unquoted cell is a character',
    content: 'a,b\n5" pipe,x"y"\n',
    rows: [{ a: '5" pipe', b: 'x"y"' }],
  },
  { name: 'delimiters inside quotes', content: 'a,b\n"1,2",3\n', rows: [{ a: '1,2', b: '3' }] },
  { name: 'blank lines anywhere', content: '\n\na\n\n1\n\r\n2\n\n', rows: [{ a: '1' }, { a: '2' }] },
  { name: 'a quoted empty cell is a row', content: 'a\n""\n', rows: [{ a: '' }] },
  { name: 'a line of blanks is a row', content: 'a\n  \n', rows: [{ a: '  ' }] },
  { name: 'semicolons', content: 'a;b\n1,5;2\n', rows: [{ a: '1,5', b: '2' }] },
  { name: 'tabs', content: 'a\tb\n1\t2\n', rows: [{ a: '1', b: '2' }] },
  { name: 'bars', content: 'a|b\n1|2\n', rows: [{ a: '1', b: '2' }] },
  {
    name: 'delimiters in quoted names do not count',
    content: '"x;y;z",b\n1,2\n',
    rows: [{ 'x;y;z': '1', b: '2' }],
  },
  {
    name: 'the requested delimiter wins',
    content: 'a;b,c\n1;2,3\n',
    options: { delimiter: ',' },
    rows: [{ 'a;b': '1;2', c: '3' }],
  },
  {
    name: 'spaces around names are dropped, around cells they stay',
    content: ' a , b\n 1 , 2\n',
    rows: [{ a: ' 1 ', b: ' 2' }],
  },
  { name: 'a nameless empty column is dropped', content: 'a,,b,\n1,,2,\n', rows: [{ a: '1', b: '2' }] },
  {
    name: 'an empty name counts in a download, which quotes it',
    content: '"",a,__id__\n1,2,\n',
    rows: [{ '': '1', a: '2' }],
  },
  { name: 'surplus empty cells are dropped', content: 'a,b\n1,2,,,\n', rows: [{ a: '1', b: '2' }] },
  { name: 'a header alone is an empty testset', content: 'a,b\n', rows: [] },
  {
    name: 'numbers, dates and formulas stay text',
    content: 'a,b,c\n007,1e5,=1+1\n',
    rows: [{ a: '007', b: '1e5', c: '=1+1' }],
  },
  {
    name: 'NUL and other controls are characters',
    content: 'a\n\u0000x\u0001\n',
    rows: [{ a: '\u0000x\u0001' }],
  },
  {
    name: 'a column called __proto__',
    content: '__proto__,a\nx,1\n',
    rows: [JSON.parse('{"__proto__":"x","a":"1"}') as JsonObject],
  },
  {
    name: 'columns named like numbers and methods',
    content: 'toString,length\n1,2\n',
    rows: [{ toString: '1', length: '2' }],
  },
  { name: 'spaces after a closing quote', content: 'a,b\n"1" ,2\n', rows: [{ a: '1', b: '2' }] },
  {
    name: 'JSON over many lines',
    content: ' [ {"a": "]},{[", "b": {"c": [1, 2]}} ,\n{}\n] \n',
    rows: [{ a: ']},{[', b: { c: [1, 2] } }, {}],
  },
  {
    name: 'JSON escapes at any cut',
    content: '[{"a":"\\\\"},{"a":"\\"]"},{"a":"\\u00e9\\\\"}]',
    rows: [{ a: '\\' }, { a: '"]' }, { a: 'é\\' }],
  },
  { name: 'an empty JSON array', content: '[]', rows: [] },
  {
    name: 'JSON lines with blank lines and CRLF',
    content: '{"a":1}\r\n\r\n{"a":2}',
    rows: [{ a: 1 }, { a: 2 }],
  },
]

/** Files that are refused. */
const refusedFiles: readonly HostileFile[] = [
  {
    name: 'an Excel workbook, whatever it is called',
    content: 'PK\u0003\u0004table\n',
    options: csvOptions,
    errors: [
      {
        line: 1,
        message: 'It is a zip archive, as Excel workbooks are: save the table as CSV and send that.',
      },
    ],
  },
  {
    name: 'a quoted empty name in a file that is not a download',
    content: '"",a\n1,2\n',
    errors: [{ line: 2, message: 'Column 1 has no name in the header, but a value here.' }],
  },
  {
    name: 'an empty file',
    content: '',
    options: csvOptions,
    errors: [{ line: 1, message: 'A header row is required.' }],
  },
  {
    name: 'a file of blank lines',
    content: '\n\n',
    options: csvOptions,
    errors: [{ line: 1, message: 'A header row is required.' }],
  },
  {
    name: 'a header without names',
    content: ',,\n1,2,3\n',
    errors: [{ line: 1, message: 'The header row names no column.' }],
  },
  {
    name: 'a column twice',
    content: 'a,b, a\n1,2,3\n',
    errors: [{ line: 1, column: 'a', message: "The column 'a' occurs more than once." }],
  },
  {
    name: 'a value in a nameless column',
    content: 'a,\n1,\n2,x\n',
    errors: [{ line: 3, message: 'Column 2 has no name in the header, but a value here.' }],
  },
  {
    name: 'too few cells',
    content: 'a,b\n1,2\n3\n',
    errors: [{ line: 3, message: 'The row has 1 cells, the header has 2.' }],
  },
  {
    name: 'too many cells',
    content: 'a,b\n1,2,3\n',
    errors: [{ line: 2, message: 'The row has 3 cells, the header has 2.' }],
  },
  {
    name: 'lines are counted through quoted newlines',
    content: 'a,b\n"1\n2\r\n3",x\ny\n',
    errors: [{ line: 5, message: 'The row has 1 cells, the header has 2.' }],
  },
  {
    name: 'CRLF is one line end wherever a chunk ends',
    content: 'a,b\r\n1,2\r\n\r\n3\r\n',
    errors: [{ line: 4, message: 'The row has 1 cells, the header has 2.' }],
  },
  {
    name: 'an open quote',
    content: 'a,b\n1,2\n"3,4\n5,6\n',
    errors: [{ line: 3, message: 'The quote opened here is never closed.' }],
  },
  {
    name: 'text after a closing quote',
    content: 'a\n"x"y\n',
    errors: [{ line: 2, message: 'There is text after the closing quote of a cell.' }],
  },
  {
    name: 'bytes that are no UTF-8',
    content: Buffer.from([0x61, 0x0a, 0x31, 0x0a, 0xff, 0xfe, 0x0a]),
    errors: [{ line: 3, message: 'The file is not valid UTF-8.' }],
  },
  {
    name: 'Latin-1 text',
    content: Buffer.from('a\ncaf\u00e9\n', 'latin1'),
    errors: [{ line: 2, message: 'The file is not valid UTF-8.' }],
  },
  {
    name: 'UTF-16 cut in a character',
    content: utf16('a\n😀\n', 'le').subarray(0, 8),
    errors: [{ line: 2, message: 'The file is not valid UTF-16LE.' }],
  },
  {
    name: 'a JSON array that is not closed',
    content: '[{"a":1}',
    errors: [{ line: 1, message: 'The file ends before the array does.' }],
  },
  {
    name: 'JSON with a comma too many',
    content: '[{"a":1},]',
    errors: [{ line: 1, message: 'An element is missing in the array.' }],
  },
  {
    name: 'text after the JSON array',
    content: '[]\n[]',
    errors: [{ line: 2, message: 'There is text after the end of the array.' }],
  },
  {
    name: 'a JSON integer that would be rounded',
    content: '[{"a":1},\n{"n":{"x":12345678901234567890}}]',
    errors: [
      {
        line: 2,
        row: 2,
        column: 'n.x',
        message: inexactNumber,
      },
    ],
  },
  {
    name: 'a JSON number with an exponent that would be rounded',
    content: '{"a":1}\n{"n":[12345678901234567890e5]}',
    errors: [{ line: 2, row: 2, column: 'n.0', message: inexactNumber }],
  },
  {
    name: 'a JSON object with a key twice',
    content: '[{"a":1},\n{"o":{"k":1,"k":2}}]',
    errors: [{ line: 2, row: 2, column: 'o.k', message: 'The object has this key twice.' }],
  },
  {
    name: 'a JSON line with a key twice',
    content: '{"a":1}\n{"a":1,"a":2}',
    errors: [{ line: 2, row: 2, column: 'a', message: 'The object has this key twice.' }],
  },
  {
    name: 'a JSON line that is no object',
    content: '{"a":1}\n7\n',
    errors: [{ line: 2, row: 2, message: 'Testset rows must be a dictionary.' }],
  },
  {
    name: 'a lone surrogate in JSON',
    content: '{"a":"\\ud800"}',
    errors: [{ line: 1, row: 1, column: 'a', message: 'The text contains a lone surrogate.' }],
  },
]

export const hostileFiles: readonly HostileFile[] = [...readableFiles, ...refusedFiles]
