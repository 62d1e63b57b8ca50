// Which of many alternatives the steps of a run satisfy. They are found by what a step holds: asking one alternative after
// another would cost runs times steps times alternatives, all of which clients decide.
import type { References } from '../../programs/references.ts'
import type { Step } from '../plan/steps.ts'

const members = ['id', 'slug', 'version'] as const

/** What references say, one text for each member: equal texts are equal members. */
const factsOf = (references: References): readonly string[] =>
  Object.entries(references).flatMap(([name, reference]) =>
    members.flatMap((member) => {
      const value = reference[member]
      return value === undefined ? [] : [JSON.stringify([name, member, value])]
    }),
  )

type Alternative = readonly string[]

/** Each alternative under that of its facts which the fewest share. */
function byRarestFact(alternatives: readonly Alternative[]): ReadonlyMap<string, readonly Alternative[]> {
  const shared = new Map<string, number>()
  for (const facts of alternatives) for (const fact of facts) shared.set(fact, (shared.get(fact) ?? 0) + 1)
  const rarest = (facts: Alternative): string =>
    facts.reduce(
      (best, fact) => ((shared.get(fact) ?? 0) < (shared.get(best) ?? 0) ? fact : best),
      facts[0] ?? '',
    )
  return Map.groupBy(alternatives, rarest)
}

/** Whether one of the steps holds all references of one of the alternatives. One that is empty restricts nothing. */
export function referenceFilter(
  alternatives: readonly References[] | undefined,
): (steps: readonly Step[]) => boolean {
  const wanted = new Map((alternatives ?? []).map(factsOf).map((facts) => [facts.toSorted().join(), facts]))
  if (wanted.size === 0 || wanted.has('')) return () => true
  const index = byRarestFact([...wanted.values()])
  return (steps) =>
    steps.some(({ references }) => {
      const held = new Set(factsOf(references))
      return held
        .values()
        .some((fact) => index.get(fact)?.some((facts) => facts.every((one) => held.has(one))) ?? false)
    })
}
