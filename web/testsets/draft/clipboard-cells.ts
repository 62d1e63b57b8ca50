// Parses the clipboard text of a spreadsheet: cells are separated by tabs, rows by line ends; cells that contain either
// are quoted.

export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const quotedText = text[at] === '"' ? quotedCell(text, at) : undefined
    const { cell, end } = quotedText ?? plainCell(text, at)
    row.push(cell)
    at = end
    if (text[at] === '\t') {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

interface ParsedCell {
  readonly cell: string
  /** The position of its tab or line end. */
  readonly end: number
}

function plainCell(text: string, from: number): ParsedCell {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(from, end), end }
}

/** Undefined: the quote is a plain character, because no cell end follows the closing quote. */
function quotedCell(text: string, from: number): ParsedCell | undefined {
  let cell = ''
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') {
      cell += text[at]
      continue
    }
    if (text[at + 1] === '"') {
      cell += '"'
      at += 1
      continue
    }
    const next = text[at + 1]
    return next === undefined || next === '\t' || next === '\n' || next === '\r'
      ? { cell, end: at + 1 }
      : undefined
  }
  return undefined
}
