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
const holds = (steps: readonly Step[], alternatives: readonly References[]): boolean => {
  const isEmpty = (wanted: References) => Object.values(wanted).every((one) => Object.keys(one).length === 0)
  if (alternatives.length === 0 || alternatives.some(isEmpty)) return true
  return alternatives.some((wanted) =>
    steps.some((step) =>
      Object.entries(wanted).every(([name, one]) =>
        Object.entries(one).every(
          ([member, value]) =>
            Object.entries(step.references).find(([own]) => own === name)?.[1]?.[member as 'id'] === value,
        ),
      ),
    ),
  )
}

describe('a filter by references', () => {
  test('matches exactly when checking the alternatives one by one matches', () => {
    const some = (maxLength: number) => fc.array(references, { maxLength })
    fc.assert(
      fc.property(some(5), some(4), (alternatives, held) => {
        const steps = held.map(stepOf)
        expect(referenceFilter(alternatives)(steps)).toBe(holds(steps, alternatives))
      }),
    )
  })

  test('matches everything without alternatives or with an empty one', () => {
    for (const none of [undefined, [], [{}], [{ application: { slug: 'x' } }, {}]]) {
      expect(referenceFilter(none)([])).toBe(true)
    }
  })
})
