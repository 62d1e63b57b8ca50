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

/** The rule as it is said, without an index. */
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
  test('finds what asking one alternative after another finds', () => {
    const some = (maxLength: number) => fc.array(references, { maxLength })
    fc.assert(
      fc.property(some(5), some(4), (alternatives, held) => {
        const steps = held.map(stepOf)
        expect(referenceFilter(alternatives)(steps)).toBe(holds(steps, alternatives))
      }),
    )
  })

  test('restricts nothing without alternatives, or with one that is empty', () => {
    for (const none of [undefined, [], [{}], [{ application: { slug: 'x' } }, {}]]) {
      expect(referenceFilter(none)([])).toBe(true)
    }
  })
})
