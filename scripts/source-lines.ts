// Writes which line of a source each line of a built file comes from, for stack traces (src/kernel/source-stacks.ts). A source map has
// columns and names, too: the one of the server has 7 MB, which Node needs a second to decode, at each start or at the first error.
import { dirname, relative, resolve } from 'node:path'
import { root } from './built-programs.ts'

const digits = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').map((digit, value) => [
    digit,
    value,
  ]),
)

/** The numbers of a segment of a source map: base 64, the lowest five bits first, the sign in the lowest bit. */
function segmentNumbers(segment: string): readonly number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.get(digit) ?? 0
    value += (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

export interface LineMap {
  readonly sources: readonly string[]
  readonly mappings: string
}

/**
 * The sources in the first line, as paths from `root`; then for each built line pairs of a column and, from there on, the index of
 * its source and the line there: `0 17 233 40 17 234`.
 */
export function sourceLines({ sources, mappings }: LineMap, builtPath: string): string {
  let source = 0
  let line = 0
  const lines = mappings.split(';').map((segments) => {
    let column = 0
    const entries: string[] = []
    for (const segment of segments.split(',')) {
      const [columnStep = 0, sourceStep, lineStep = 0] = segmentNumbers(segment)
      column += columnStep
      if (sourceStep === undefined) continue
      source += sourceStep
      line += lineStep
      if (entries.length === 0 || sourceStep !== 0 || lineStep !== 0)
        entries.push(`${column} ${source} ${line + 1}`)
    }
    return entries.join(' ')
  })
  const paths = sources.map((path) => relative(root, resolve(dirname(builtPath), path)))
  return [JSON.stringify(paths), ...lines].join('\n')
}
