// Parses the clipboard text of a spreadsheet: cells are separated by tabs, rows by line ends; cells that contain either
// are quoted.

export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let position = 0
  while (position < text.length) {
    const quotedText = text[position] === '"' ? quotedCell(text, position) : undefined
    const { cell, end } = quotedText ?? plainCell(text, position)
    row.push(cell)
    position = end
    if (text[position] === '\t') {
      position += 1
      if (position === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    position += text.startsWith('\r\n', position) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

interface ParsedCell {
  readonly cell: string
  /** The position after the cell: a tab, a line end or the end of the text. */
  readonly end: number
}

function plainCell(text: string, from: number): ParsedCell {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(from, end), end }
}

/** Parses a quoted cell; undefined: the quote is a plain character, because no cell end follows the closing quote. */
function quotedCell(text: string, from: number): ParsedCell | undefined {
  let cell = ''
  for (let position = from + 1; position < text.length; position++) {
    if (text[position] !== '"') {
      cell += text[position]
      continue
    }
    if (text[position + 1] === '"') {
      cell += '"'
      position += 1
      continue
    }
    const next = text[position + 1]
    return next === undefined || next === '\t' || next === '\n' || next === '\r'
      ? { cell, end: position + 1 }
      : undefined
  }
  return undefined
}
