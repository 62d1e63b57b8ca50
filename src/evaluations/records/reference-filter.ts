// Checks whether the steps of a run satisfy one of many alternatives. A term is a member of a reference with its value.
// An inverted index finds each alternative by its rarest term: checking them one by one would cost runs × steps ×
// alternatives, all of which clients control.
import type { References } from '../../programs/references.ts'
import type { Step } from '../plan/steps.ts'

const members = ['id', 'slug', 'version'] as const

/** One text per member of a reference: equal texts are equal members. */
const termsOf = (references: References): readonly string[] =>
  Object.entries(references).flatMap(([name, reference]) =>
    members.flatMap((member) => {
      const value = reference[member]
      return value === undefined ? [] : [JSON.stringify([name, member, value])]
    }),
  )

type Alternative = readonly string[]

/** Indexes each alternative by its rarest term. */
function byRarestTerm(alternatives: readonly Alternative[]): ReadonlyMap<string, readonly Alternative[]> {
  const sharedCounts = new Map<string, number>()
  for (const terms of alternatives)
    for (const term of terms) sharedCounts.set(term, (sharedCounts.get(term) ?? 0) + 1)
  const rarestTerm = (terms: Alternative): string =>
    terms.reduce(
      (best, term) => ((sharedCounts.get(term) ?? 0) < (sharedCounts.get(best) ?? 0) ? term : best),
      terms[0] ?? '',
    )
  return Map.groupBy(alternatives, rarestTerm)
}

/** Whether a step has all references of one of the alternatives. An empty alternative matches every run. */
export function referenceFilter(
  alternatives: readonly References[] | undefined,
): (steps: readonly Step[]) => boolean {
  const termsOfAlternatives = new Map(
    (alternatives ?? []).map(termsOf).map((terms) => [terms.toSorted().join(), terms]),
  )
  if (termsOfAlternatives.size === 0 || termsOfAlternatives.has('')) return () => true
  const index = byRarestTerm([...termsOfAlternatives.values()])
  return (steps) =>
    steps.some(({ references }) => {
      const stepTerms = new Set(termsOf(references))
      return stepTerms
        .values()
        .some(
          (term) =>
            index.get(term)?.some((terms) => terms.every((required) => stepTerms.has(required))) ?? false,
        )
    })
}
