// Examples of the schemas, from real exchanges: `npm run examples` writes them. Operations that share a schema share its example,
// and the example of an answer stands at the record in it.
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
