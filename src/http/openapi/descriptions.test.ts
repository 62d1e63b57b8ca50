// Every named schema, every member of one and every parameter of the document has a description.
import { expect, test } from 'vitest'
import { routeParts } from '../../../scripts/route-parts.ts'
import { document, schemas } from '../../../test/support/document.ts'
import { allRoutes } from '../app.ts'
import { Descriptions } from './descriptions.ts'
import { openApiDocument } from './openapi.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'required', 'default', 'examples'])

/** The members of a schema, and of the schemas inside it, that have no description. */
function* undescribed(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* undescribed(item, path)
  if (!isRecord(value)) return
  for (const [keyword, part] of Object.entries(value)) {
    if (valueKeywords.has(keyword)) continue
    if (keyword !== 'properties' || !isRecord(part)) yield* undescribed(part, path)
    else
      for (const [name, member] of Object.entries(part)) {
        if (!isRecord(member) || typeof member['description'] !== 'string') yield `${path}.${name}`
        yield* undescribed(member, `${path}.${name}`)
      }
  }
}

const advice =
  'describe it where its schema is (`.describe(…)`), or by its name in src/http/openapi/descriptions.json; then run `npm run openapi && npm run sdk`'

test('every member of a named schema has a description', () => {
  const missingNames = Object.entries(schemas).flatMap(([name, schema]) => [...undescribed(schema, name)])
  expect(missingNames, advice).toEqual([])
})

/** Bodies and answers have the summary of their operation. */
const isOfOperation = (name: string): boolean => /(Request|Response)$/.test(name)

test('every named schema that is no body or answer of an operation has a description', () => {
  const missingNames = Object.entries(schemas)
    .filter(([name, schema]) => !isOfOperation(name) && schema['description'] === undefined)
    .map(([name]) => name)
  expect(missingNames, `${advice} (the member "" is the schema itself)`).toEqual([])
})

test('every parameter has a description', () => {
  const sharedParameters = Object.values(document.components.parameters)
  const ofOperations = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters)
  const missingNames = [...sharedParameters, ...ofOperations].flatMap((parameter) =>
    '$ref' in parameter || 'description' in parameter ? [] : [parameter.name],
  )
  expect([...new Set(missingNames)], `${advice} (the schema \`Parameter\`)`).toEqual([])
})

test('every sentence of descriptions.json describes something', () => {
  const descriptions = Descriptions.read()
  openApiDocument(allRoutes(routeParts({})).documented, { version: '', descriptions })
  expect(descriptions.unused(), 'remove these keys from src/http/openapi/descriptions.json').toEqual([])
})
