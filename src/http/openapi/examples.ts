// Adds examples to schemas: those beside a route, and examples.json for schemas that several routes share. The example
// of an answer may be that of the record in it. examples.test.ts compares all of them with their schemas.
import { readFileSync } from 'node:fs'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'

const sharedExamples = (): JsonObject =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))

/** `ofRoutes`: the examples beside routes, by the name of their schema. */
export function withExamples(schemas: JsonObject, ofRoutes: ReadonlyMap<string, Json>): JsonObject {
  const shared = sharedExamples()
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = ofRoutes.get(name) ?? ownMember(shared, name)
      return [name, example === undefined ? schema : { ...(schema as JsonObject), examples: [example] }]
    }),
  )
}
