// web/ui/diff: the difference of two texts. diff.ts computes it without React, diff-view.tsx renders it.
//
// Lines are compared first, then the words of changed lines. The result is minimal up to a limit on differences;
// texts with less in common count as replaced.

export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Above this number of differences the texts count as replaced: the cost is quadratic. */
const differencesMax = 1500

type Step = Piece['kind']

/** Myers' algorithm: the shortest edit script, or undefined above the limit. */
function stepsBetween(a: readonly string[], b: readonly string[]): readonly Step[] | undefined {
  const stepsMax = Math.min(a.length + b.length, differencesMax)
  const offset = stepsMax + 1
  let frontier = new Int32Array(2 * offset + 1)
  const trail: Int32Array[] = []
  for (let d = 0; d <= stepsMax; d++) {
    trail.push(frontier.slice())
    for (let k = -d; k <= d; k += 2) {
      const [left = 0, right = 0] = [frontier[offset + k - 1], frontier[offset + k + 1]]
      const goesDown = k === -d || (k !== d && left < right)
      let x = goesDown ? right : left + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      frontier[offset + k] = x
      if (x >= a.length && x - k >= b.length) return backtrack({ trail, offset, end: [a.length, b.length] })
    }
    frontier = frontier.slice()
  }
  return undefined
}

interface Search {
  /** The furthest x per diagonal before each round. */
  readonly trail: readonly Int32Array[]
  /** The index of diagonal 0. */
  readonly offset: number
  readonly end: readonly [x: number, y: number]
}

function backtrack({ trail, offset, end }: Search): readonly Step[] {
  const steps: Step[] = []
  let [x, y] = end
  for (let d = trail.length - 1; d >= 0; d--) {
    const frontier = trail[d]
    const k = x - y
    const [left = 0, right = 0] = [frontier?.[offset + k - 1], frontier?.[offset + k + 1]]
    const goesDown = k === -d || (k !== d && left < right)
    const startX = goesDown ? right : left + 1
    const [fromX, fromY] = d === 0 ? [0, 0] : goesDown ? [right, right - (k + 1)] : [left, left - (k - 1)]
    for (; x > (d === 0 ? 0 : startX) && y > 0; x--, y--) steps.push('same')
    if (d > 0) steps.push(goesDown ? 'added' : 'removed')
    ;[x, y] = [fromX, fromY]
  }
  return steps.toReversed()
}

/** Joins steps of the same kind into pieces; removed text precedes added text. */
function piecesOf(
  [a, b]: readonly [readonly string[], readonly string[]],
  steps: readonly Step[],
): readonly Piece[] {
  const pieces: Piece[] = []
  let [removedText, addedText] = ['', '']
  const flush = (): void => {
    if (removedText !== '') pieces.push({ kind: 'removed', text: removedText })
    if (addedText !== '') pieces.push({ kind: 'added', text: addedText })
    ;[removedText, addedText] = ['', '']
  }
  let [x, y] = [0, 0]
  for (const step of steps) {
    if (step === 'removed') removedText += a[x++] ?? ''
    else if (step === 'added') addedText += b[y++] ?? ''
    else {
      flush()
      const last = pieces.at(-1)
      if (last?.kind === 'same') pieces[pieces.length - 1] = { kind: 'same', text: last.text + (a[x] ?? '') }
      else pieces.push({ kind: 'same', text: a[x] ?? '' })
      x++
      y++
    }
  }
  flush()
  return pieces
}

const diffOf = (a: readonly string[], b: readonly string[]): readonly Piece[] => {
  const steps = stepsBetween(a, b)
  if (steps !== undefined) return piecesOf([a, b], steps)
  return [
    { kind: 'removed', text: a.join('') },
    { kind: 'added', text: b.join('') },
  ]
}

const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsIn = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** The pieces of both texts in order, word by word within changed lines. */
export function diff(before: string, after: string): readonly Piece[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const lines = diffOf(linesIn(before), linesIn(after))
  const pieces: Piece[] = []
  for (let at = 0; at < lines.length; at++) {
    const [piece, next] = [lines[at], lines[at + 1]]
    if (piece === undefined) continue
    if (piece.kind === 'removed' && next?.kind === 'added') {
      pieces.push(...diffOf(wordsIn(piece.text), wordsIn(next.text)))
      at++
    } else pieces.push(piece)
  }
  return pieces
}
