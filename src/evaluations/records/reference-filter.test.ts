import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { References } from '../../programs/references.ts'
import type { Step } from '../plan/steps.ts'
import { referenceFilter } from './reference-filter.ts'

const stepOf = (references: References): Step => ({
  key: 's',
  type: 'input',
  origin: 'custom',
  references,
})

const word = fc.constantFrom('a', 'b')
const reference = fc.record({ id: word, slug: word, version: word }, { requiredKeys: [] })
const references = fc.dictionary(fc.constantFrom('application', 'testset', '__proto__'), reference)

/** The same rule without an index. */
const matchesAny = (steps: readonly Step[], alternatives: readonly References[]): boolean => {
  const isEmpty = (alternative: References) =>
    Object.values(alternative).every((reference) => Object.keys(reference).length === 0)
  if (alternatives.length === 0 || alternatives.some(isEmpty)) return true
  return alternatives.some((alternative) =>
    steps.some((step) =>
      Object.entries(alternative).every(([name, reference]) =>
        Object.entries(reference).every(
          ([member, value]) =>
            Object.entries(step.references).find(([stepName]) => stepName === name)?.[1]?.[member as 'id'] ===
            value,
        ),
      ),
    ),
  )
}

describe('a filter by references', () => {
  test('matches exactly when checking the alternatives one by one matches', () => {
    const listOf = (maxLength: number) => fc.array(references, { maxLength })
    fc.assert(
      fc.property(listOf(5), listOf(4), (alternatives, stepReferences) => {
        const steps = stepReferences.map(stepOf)
        expect(referenceFilter(alternatives)(steps)).toBe(matchesAny(steps, alternatives))
      }),
    )
  })

  test('matches everything without alternatives or with an empty one', () => {
    for (const emptyFilter of [undefined, [], [{}], [{ application: { slug: 'x' } }, {}]]) {
      expect(referenceFilter(emptyFilter)([])).toBe(true)
    }
  })
})
