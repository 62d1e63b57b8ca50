// The structure of the OpenAPI document: each operation and each schema has a name, and shared schemas exist once.
import { expect, test } from 'vitest'
import { document, operations, schemas, type Schema } from '../support/document.ts'

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const values: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default'])

/** The paths of nested objects without a name. */
function* anonymous(schema: unknown, place: string, isInside: boolean): Generator<string> {
  if (Array.isArray(schema)) {
    for (const [i, item] of schema.entries()) yield* anonymous(item, `${place}/${i}`, isInside)
  } else if (isObject(schema)) {
    const isRecord = 'properties' in schema
    if (isRecord && isInside) yield place
    for (const [key, member] of Object.entries(schema)) {
      if (values.has(key)) continue
      yield* anonymous(member, `${place}/${key}`, isInside || isRecord)
    }
  }
}

test('every operation has an id, a name for SDKs and a sentence of its own', () => {
  for (const { id, operation } of operations) {
    expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(operation['x-sdk-name'], id).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
    expect(operation.tags, id).toEqual([operation['x-sdk-name'].split('.')[0]])
    expect(operation.summary, id).toMatch(/^[A-Z].*\.$/)
  }
})

test('schemas of requests and answers stand among the components, by name', () => {
  for (const { id, operation } of operations) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    )
    for (const { schema } of contents) {
      expect(
        schema['$ref'] !== undefined || schema['type'] === 'string',
        `${id}: ${JSON.stringify(schema)}`,
      ).toBe(true)
    }
  }
})

test('no object stands without a name inside of another, but free-form JSON', () => {
  const found = Object.entries(schemas).flatMap(([name, schema]) => [...anonymous(schema, name, false)])
  expect(found).toEqual([])
})

test('rules between members are stated in words: no schema is negative or conditional', () => {
  const keywords = /^(?:not|if|then|else|dependentSchemas|patternProperties)$/
  const places = (schema: unknown, place: string): readonly string[] => {
    if (Array.isArray(schema)) return schema.flatMap((item, i) => places(item, `${place}/${i}`))
    if (!isObject(schema)) return []
    return Object.entries(schema).flatMap(([key, member]) => {
      if (values.has(key)) return []
      if (key === 'properties') return Object.values(member as Schema).flatMap((own) => places(own, place))
      return keywords.test(key) ? [`${place}/${key}`] : places(member, `${place}/${key}`)
    })
  }
  expect(Object.entries(schemas).flatMap(([name, schema]) => places(schema, name))).toEqual([])
})

test('names of schemas are words that begin with a capital', () => {
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
})

test('every reference leads to a schema that is there, and every schema is referred to', () => {
  const text = JSON.stringify(document)
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(new Set(referred)).toEqual(new Set(Object.keys(schemas)))
})
