// The pieces of a difference as aligned lines for two columns. This file is pure.
import type { Piece } from './diff.ts'

/** One line of one text, with its line break. */
export type Line = readonly Piece[]

/** Two lines side by side. Undefined is a gap: only the other text has this line. */
export interface LinePair {
  readonly before: Line | undefined
  readonly after: Line | undefined
}

/** Collects the lines of one text, and gaps where the other text has more. */
class Column {
  readonly lines: (Line | undefined)[] = []
  #line: Piece[] = []

  /** Whether the current line shares text with the other column. */
  get isShared(): boolean {
    return this.#line.some(({ kind }) => kind === 'same')
  }

  /** A line break may only be the last character. */
  add(piece: Piece): void {
    this.#line.push(piece)
    if (piece.text.endsWith('\n')) this.endLine()
  }

  endLine(): void {
    if (this.#line.length > 0) this.lines.push(this.#line)
    this.#line = []
  }

  fillTo(length: number): void {
    while (this.lines.length < length) this.lines.push(undefined)
  }
}

const partsOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Puts two lines side by side if the first shared text of both is the same piece. */
export function alignedLines(pieces: readonly Piece[]): readonly LinePair[] {
  const [before, after] = [new Column(), new Column()]
  const level = (): void => {
    before.fillTo(after.lines.length)
    after.fillTo(before.lines.length)
  }
  for (const { kind, text } of pieces) {
    for (const part of partsOf(text)) {
      if (kind === 'same' && !before.isShared && !after.isShared) level()
      if (kind !== 'added') before.add({ kind, text: part })
      if (kind !== 'removed') after.add({ kind, text: part })
    }
  }
  before.endLine()
  after.endLine()
  level()
  return before.lines.map((line, at) => ({ before: line, after: after.lines[at] }))
}
