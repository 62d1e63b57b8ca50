// Attribute paths of redaction rules: dotted names, `*` for any one name, `**` for any number of names. A path is
// matched segment by segment, so that it is known whether a rule matches, may match deeper, or cannot match.

const anyDepth = '**'

/** The possible positions in the pattern of each rule after the segments so far. */
export type PathStates = readonly ReadonlySet<number>[]

/** Positions reachable from these without a segment: `**` may also match nothing. */
function closure(pattern: readonly string[], positions: Iterable<number>): ReadonlySet<number> {
  const reachable = new Set(positions)
  for (const position of reachable) if (pattern[position] === anyDepth) reachable.add(position + 1)
  return reachable
}

export class PathRules {
  readonly #patterns: readonly (readonly string[])[]

  constructor(paths: readonly string[]) {
    this.#patterns = paths.map((path) => path.split('.'))
  }

  start(): PathStates {
    return this.#patterns.map((pattern) => closure(pattern, [0]))
  }

  advance(states: PathStates, segment: string): PathStates {
    return states.map((positions, rule) => {
      const pattern = this.#patterns[rule] ?? []
      const nextPositions: number[] = []
      for (const position of positions) {
        const patternSegment = pattern[position]
        if (patternSegment === anyDepth) nextPositions.push(position)
        else if (patternSegment === '*' || patternSegment === segment) nextPositions.push(position + 1)
      }
      return closure(pattern, nextPositions)
    })
  }

  /** The first rule whose full path matches. */
  matchingRule(states: PathStates): number | undefined {
    const rule = states.findIndex((positions, index) => positions.has(this.#patterns[index]?.length ?? -1))
    return rule === -1 ? undefined : rule
  }

  /** Whether some rule may match at a deeper path. */
  mayMatchDeeper(states: PathStates): boolean {
    return states.some((positions, rule) => {
      const length = this.#patterns[rule]?.length ?? 0
      return [...positions].some((position) => position < length)
    })
  }
}
