import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf } from '../schema-fields.ts'
import {
  emptyQuestion,
  formOfSchema,
  questionKinds,
  schemaOfForm,
  type BuilderQuestion,
  type QuestionKind,
} from './question-schema.ts'

const kinds = Object.keys(questionKinds) as readonly QuestionKind[]
const text = fc.string({ minLength: 1, maxLength: 12 })

/** A question with only the members that its kind has. */
const question: fc.Arbitrary<BuilderQuestion> = fc
  .record({
    name: text,
    label: fc.string(),
    help: fc.string(),
    kind: fc.constantFrom(...kinds),
    isRequired: fc.boolean(),
    options: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    minimum: fc.integer({ min: -3, max: 3 }),
    size: fc.integer({ min: 1, max: 10 }),
    lowLabel: fc.string(),
    highLabel: fc.string(),
  })
  .map(({ options, minimum, size, lowLabel, highLabel, ...common }) => ({
    ...emptyQuestion,
    ...common,
    ...(common.kind === 'choice' || common.kind === 'choices' ? { options } : {}),
    ...(common.kind === 'scale' || common.kind === 'number' ? { minimum, maximum: minimum + size } : {}),
    ...(common.kind === 'scale' ? { lowLabel, highLabel } : {}),
  }))

const form = fc.uniqueArray(question, { selector: ({ name }) => name, maxLength: 5 }).map((questions) => ({
  questions: questions.map((one, index) => {
    const before = questions[index - 1]
    return before?.kind === 'flag' ? { ...one, showIf: { field: before.name, value: true } } : one
  }),
  rest: {},
}))

test('the schema of a form gives the same form again', () => {
  fc.assert(
    fc.property(form, (one) => {
      // The schema as the server returns it.
      const storedSchema = JSON.parse(JSON.stringify(schemaOfForm(one))) as object
      expect(formOfSchema(storedSchema)).toEqual(one)
    }),
  )
})

test('the order of the questions does not depend on the order of the members', () => {
  const questions = ['b', 'a'].map((name) => ({ ...emptyQuestion, name }))
  const { properties, ...rest } = schemaOfForm({ questions, rest: {} })
  const sortedProperties = Object.fromEntries(
    Object.entries(properties ?? {}).toSorted(([a], [b]) => a.localeCompare(b)),
  )
  expect(fieldsOf({ ...rest, properties: sortedProperties }).map(({ name }) => name)).toEqual(['b', 'a'])
})

test('members that the builder does not edit are preserved', () => {
  const schema = {
    type: 'object',
    properties: { tone: { type: 'string', maxLength: 20, title: 'Tone' } },
    additionalProperties: false,
  }
  const builderForm = formOfSchema(schema)
  expect(builderForm === undefined ? undefined : schemaOfForm(builderForm)).toEqual(schema)
})

test.each([
  ['a nested object', { properties: { a: { type: 'object', properties: {} } } }],
  ['an unbounded integer', { properties: { a: { type: 'integer' } } }],
  [
    'labels inside a scale',
    {
      properties: {
        a: {
          type: 'integer',
          minimum: 1,
          maximum: 3,
          oneOf: [{ const: 1 }, { const: 2, title: 'so so' }, { const: 3 }],
        },
      },
    },
  ],
  [
    'a condition on two fields',
    {
      properties: { a: { type: 'boolean' }, b: { type: 'string' } },
      allOf: [{ if: { properties: { a: { const: true } } }, else: { properties: { b: false } } }],
    },
  ],
] as const)('%s is not opened', (_, schema) => {
  expect(formOfSchema(schema)).toBeUndefined()
})
