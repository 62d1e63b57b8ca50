import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addProperty,
  changeProperty,
  changeType,
  propertiesOf,
  removeProperty,
  renameProperty,
  schemaTypes,
  setRequired,
} from './schema-edit.ts'

const name = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.string({ minLength: 1 }))

/** Schemas with members that the form does not know. */
const anySchema = fc
  .record({
    properties: fc.dictionary(
      name,
      fc.oneof(fc.jsonValue(), fc.record({ type: fc.constantFrom(...schemaTypes) })),
    ),
    more: fc.dictionary(name, fc.jsonValue()),
    isRequired: fc.func(fc.boolean()),
  })
  .map(({ properties, more, isRequired }) => {
    const required = Object.keys(properties).filter((one) => isRequired(one))
    return { ...more, type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  })

const othersOf = (schema: Readonly<Record<string, unknown>>) =>
  Object.entries(schema).filter(([member]) => member !== 'properties' && member !== 'required')

test('an edit of one property changes nothing else of the schema', () => {
  fc.assert(
    fc.property(anySchema, fc.nat(), name, (schema, index, newName) => {
      const properties = propertiesOf(schema)
      const property = properties[index % Math.max(1, properties.length)]
      if (property === undefined) return
      const isOther = (one: { readonly name: string }): boolean =>
        one.name !== property.name && one.name !== newName
      const others = properties.filter(isOther)
      for (const editedSchema of [
        renameProperty(schema, { from: property.name, to: newName }),
        changeProperty(schema, { name: property.name, schema: { type: 'string' } }),
        setRequired(schema, { name: property.name, isRequired: !property.isRequired }),
        removeProperty(schema, property.name),
      ]) {
        expect(propertiesOf(editedSchema).filter(isOther)).toEqual(others)
        expect(othersOf(editedSchema)).toEqual(othersOf(schema))
      }
    }),
  )
})

test('a rename and its reverse give the same text, order included', () => {
  fc.assert(
    fc.property(anySchema, fc.nat(), name, (schema, index, newName) => {
      const names = Object.keys(schema.properties)
      const from = names[index % Math.max(1, names.length)]
      // JavaScript puts integer names of an object first, so their position cannot be kept.
      if (from === undefined || names.includes(newName) || /^\d+$/.test(newName)) return
      const renamedSchema = renameProperty(schema, { from, to: newName })
      expect(propertiesOf(renamedSchema).find((one) => one.name === newName)?.schema).toEqual(
        schema.properties[from],
      )
      expect(JSON.stringify(renameProperty(renamedSchema, { from: newName, to: from }))).toBe(
        JSON.stringify(schema),
      )
    }),
  )
})

test('an added and removed property leaves the schema as it was', () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const extendedSchema = addProperty(schema)
      const names = new Set(Object.keys(schema.properties))
      const newProperty = propertiesOf(extendedSchema).find((one) => !names.has(one.name))
      expect(JSON.stringify(removeProperty(extendedSchema, newProperty?.name ?? ''))).toBe(
        JSON.stringify(schema),
      )
    }),
  )
})

test('another type keeps the members that the form has no field for', () => {
  const schema = { type: 'string', enum: ['a'], minLength: 2, 'x-note': 1, description: 'd' }
  expect(changeType(schema, 'array')).toEqual({
    type: 'array',
    items: { type: 'string' },
    minLength: 2,
    'x-note': 1,
    description: 'd',
  })
})

test('renaming a property to the name of another property changes nothing', () => {
  const schema = { type: 'object', properties: { a: {}, b: {} } }
  expect(renameProperty(schema, { from: 'a', to: 'b' })).toBe(schema)
})
