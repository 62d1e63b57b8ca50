// Checks whether the steps of a run satisfy one of many alternatives. Each alternative is indexed by its rarest fact, a
// member of a reference: checking them one by one would cost runs × steps × alternatives, all of which clients control.
import type { References } from '../../programs/references.ts'
import type { Step } from '../plan/steps.ts'

const members = ['id', 'slug', 'version'] as const

/** One text per member of a reference: equal texts are equal members. */
const factsOf = (references: References): readonly string[] =>
  Object.entries(references).flatMap(([name, reference]) =>
    members.flatMap((member) => {
      const value = reference[member]
      return value === undefined ? [] : [JSON.stringify([name, member, value])]
    }),
  )

type Alternative = readonly string[]

/** Indexes each alternative by its rarest fact. */
function byRarestFact(alternatives: readonly Alternative[]): ReadonlyMap<string, readonly Alternative[]> {
  const sharedCounts = new Map<string, number>()
  for (const facts of alternatives)
    for (const fact of facts) sharedCounts.set(fact, (sharedCounts.get(fact) ?? 0) + 1)
  const rarestFact = (facts: Alternative): string =>
    facts.reduce(
      (best, fact) => ((sharedCounts.get(fact) ?? 0) < (sharedCounts.get(best) ?? 0) ? fact : best),
      facts[0] ?? '',
    )
  return Map.groupBy(alternatives, rarestFact)
}

/** Whether a step has all references of one of the alternatives. An empty alternative matches every run. */
export function referenceFilter(
  alternatives: readonly References[] | undefined,
): (steps: readonly Step[]) => boolean {
  const factsOfAlternatives = new Map(
    (alternatives ?? []).map(factsOf).map((facts) => [facts.toSorted().join(), facts]),
  )
  if (factsOfAlternatives.size === 0 || factsOfAlternatives.has('')) return () => true
  const index = byRarestFact([...factsOfAlternatives.values()])
  return (steps) =>
    steps.some(({ references }) => {
      const stepFacts = new Set(factsOf(references))
      return stepFacts
        .values()
        .some(
          (fact) =>
            index.get(fact)?.some((facts) => facts.every((required) => stepFacts.has(required))) ?? false,
        )
    })
}
