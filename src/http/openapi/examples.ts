// Adds examples to schemas. They are real exchanges, written by `npm run examples`. Operations that share a
// schema share its example; the example of an answer is attached to the record schema in it.
import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'

const readExamples = (): JsonObject =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8')) as JsonObject

export function withExamples(schemas: JsonObject): JsonObject {
  const examples = readExamples()
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = ownMember(examples, name)
      return [name, example === undefined ? schema : { ...(schema as JsonObject), examples: [example] }]
    }),
  )
}
