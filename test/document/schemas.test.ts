// The structure of the OpenAPI document: each operation and each schema has a name, and shared schemas exist once.
import { expect, test } from 'vitest'
import { document, operations, schemas, type Schema } from '../support/document.ts'

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default'])

/** The paths of nested object schemas without a name. */
function* anonymousObjects(schema: unknown, path: string, isInside: boolean): Generator<string> {
  if (Array.isArray(schema)) {
    for (const [i, item] of schema.entries()) yield* anonymousObjects(item, `${path}/${i}`, isInside)
  } else if (isObject(schema)) {
    const isRecord = 'properties' in schema
    if (isRecord && isInside) yield path
    for (const [key, member] of Object.entries(schema)) {
      if (valueKeywords.has(key)) continue
      yield* anonymousObjects(member, `${path}/${key}`, isInside || isRecord)
    }
  }
}

test('every operation has an id, a name for SDKs and a summary', () => {
  for (const { id, operation } of operations) {
    expect(id).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(operation['x-sdk-name'], id).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
    expect(operation.tags, id).toEqual([operation['x-sdk-name'].split('.')[0]])
    expect(operation.summary, id).toMatch(/^[A-Z].*\.$/)
  }
})

test('schemas of requests and answers are named components', () => {
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

test('nested objects have names, except free-form JSON', () => {
  const anonymousSchemas = Object.entries(schemas).flatMap(([name, schema]) => [
    ...anonymousObjects(schema, name, false),
  ])
  expect(anonymousSchemas).toEqual([])
})

test('rules between members are stated in words: no schema is negative or conditional', () => {
  const keywords = /^(?:not|if|then|else|dependentSchemas|patternProperties)$/
  const forbiddenKeywords = (schema: unknown, path: string): readonly string[] => {
    if (Array.isArray(schema)) return schema.flatMap((item, i) => forbiddenKeywords(item, `${path}/${i}`))
    if (!isObject(schema)) return []
    return Object.entries(schema).flatMap(([key, member]) => {
      if (valueKeywords.has(key)) return []
      if (key === 'properties')
        return Object.values(member as Schema).flatMap((schema) => forbiddenKeywords(schema, path))
      return keywords.test(key) ? [`${path}/${key}`] : forbiddenKeywords(member, `${path}/${key}`)
    })
  }
  expect(Object.entries(schemas).flatMap(([name, schema]) => forbiddenKeywords(schema, name))).toEqual([])
})

/** Finds constructs that client generators reject or miscompile (`npm run check:generators`). */
function* unportableConstructs(schema: unknown, path: string): Generator<string> {
  if (Array.isArray(schema)) {
    for (const [i, item] of schema.entries()) yield* unportableConstructs(item, `${path}/${i}`)
  } else if (isObject(schema)) {
    const { type, items, pattern } = schema
    if (items === false) yield `${path}: items is false`
    if (Array.isArray(type) && type.filter((name) => name !== 'null').length > 1)
      yield `${path}: types ${type.join()}`
    if (typeof pattern === 'string' && /\p{Cc}/u.test(pattern))
      yield `${path}: a control character in a pattern`
    for (const [key, member] of Object.entries(schema)) {
      if (valueKeywords.has(key)) continue
      const members = key === 'properties' ? Object.entries(member as Schema) : [[key, member] as const]
      for (const [name, schema] of members) yield* unportableConstructs(schema, `${path}/${name}`)
    }
  }
}

const parametersByName = Object.entries(document.components.parameters)

test('schemas contain no construct that client generators reject', () => {
  const inOperations = operations.flatMap(({ id, operation: { parameters = [] } }) =>
    parameters.map(({ name, schema }) => [`${id}?${name}`, schema] as const),
  )
  const unportablePaths = [...Object.entries(schemas), ...inOperations].flatMap(([name, schema]) => [
    ...unportableConstructs(schema, name),
  ])
  expect(unportablePaths).toEqual([])
})

test('only objects and lists have a component for the value or null', () => {
  const optionals = Object.keys(schemas).filter((name) => name.startsWith('Optional'))
  const values = optionals.filter((name) => {
    const { type } = schemas[name.replace('Optional', '')] ?? { type: 'array' }
    return type !== 'object' && type !== 'array'
  })
  expect(values).toEqual([])
})

test('parameters have a schema, because generators do not read content', () => {
  expect(parametersByName.filter(([, { schema }]) => schema === undefined).map(([name]) => name)).toEqual([])
})

/** The name that generators give to the type of a member without a name. */
const memberType = (schema: string, member: string): string =>
  `${schema}${member
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')}`

test('components have names that differ from each other and from those of unnamed members in generated code', () => {
  const names = new Set(Object.keys(schemas))
  const members = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Schema).flatMap(([member, schema]) =>
      isObject(schema) && (schema['type'] === 'object' || schema['enum'] !== undefined)
        ? [memberType(name, member)]
        : [],
    ),
  )
  const parameters = parametersByName.map(([name]) => memberType('', name))
  expect([...members, ...parameters].filter((name) => names.has(name))).toEqual([])
})

test('names of schemas are words that begin with a capital', () => {
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
})

test('every reference has a schema, and every schema is referenced', () => {
  const text = JSON.stringify(document)
  const referencedNames = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(new Set(referencedNames)).toEqual(new Set(Object.keys(schemas)))
})
