// Attribute paths of redaction rules: dotted names, `*` for any one name, `**` for any number of them. A path is
// followed segment by segment, so that a rule is known to match, to be able to match deeper, or to be out.

const anyDepth = '**'

/** Where each rule stands after the segments so far: positions in its pattern that are still possible. */
export type PathStates = readonly ReadonlySet<number>[]

/** Positions reachable from these without a segment: `**` may also stand for nothing. */
function settled(pattern: readonly string[], positions: Iterable<number>): ReadonlySet<number> {
  const all = new Set(positions)
  for (const position of all) if (pattern[position] === anyDepth) all.add(position + 1)
  return all
}

export class PathRules {
  readonly #patterns: readonly (readonly string[])[]

  constructor(paths: readonly string[]) {
    this.#patterns = paths.map((path) => path.split('.'))
  }

  start(): PathStates {
    return this.#patterns.map((pattern) => settled(pattern, [0]))
  }

  advance(states: PathStates, segment: string): PathStates {
    return states.map((positions, rule) => {
      const pattern = this.#patterns[rule] ?? []
      const next: number[] = []
      for (const position of positions) {
        const expected = pattern[position]
        if (expected === anyDepth) next.push(position)
        else if (expected === '*' || expected === segment) next.push(position + 1)
      }
      return settled(pattern, next)
    })
  }

  /** The first rule whose whole path has been followed. */
  matching(states: PathStates): number | undefined {
    const rule = states.findIndex((positions, index) => positions.has(this.#patterns[index]?.length ?? -1))
    return rule === -1 ? undefined : rule
  }

  /** Whether some rule may match at a deeper place. */
  mayMatchDeeper(states: PathStates): boolean {
    return states.some((positions, rule) => {
      const length = this.#patterns[rule]?.length ?? 0
      return [...positions].some((position) => position < length)
    })
  }
}
