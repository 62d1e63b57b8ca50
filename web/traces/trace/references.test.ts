import { expect, test } from 'vitest'
import { referencedRecords } from './references.ts'

const reference = (key: string, fields: object) => ({ attributes: { key }, ...fields })

test('the parts that name one revision are one record', () => {
  const { records, otherReferences } = referencedRecords([
    reference('application', { id: 'a', slug: 'support-bot' }),
    reference('application_variant', { id: 'v', slug: 'support-bot.main' }),
    reference('application_revision', { id: 'r', slug: 'x', version: '3' }),
    reference('testcase', { id: 't' }),
  ])
  expect(records).toEqual([
    { kind: 'application', slug: 'support-bot', variant: 'support-bot.main', version: '3', id: 'r' },
  ])
  expect(otherReferences.map(({ id }) => id)).toEqual(['t'])
})

test('a part without its artifact is unchanged', () => {
  const { records, otherReferences } = referencedRecords([
    reference('evaluator_revision', { id: 'r', version: '1' }),
  ])
  expect(records).toEqual([])
  expect(otherReferences).toHaveLength(1)
})
