// Moves answers that several operations share into the components, named after their schema.
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { componentPath, referenceTo } from './components.ts'

const answer = (schema: string): JsonObject => ({
  description: 'OK.',
  content: { 'application/json': { schema: referenceTo(schema) } },
})

/** The schema name of a JSON answer that consists only of its schema. */
function schemaIn(response: JsonObject): string | undefined {
  const content = response['content']
  const json = isJsonObject(content) ? ownMember(content, 'application/json') : undefined
  const schema = isJsonObject(json) ? json['schema'] : undefined
  const $ref = isJsonObject(schema) ? schema['$ref'] : undefined
  if (typeof $ref !== 'string') return undefined
  const name = $ref.slice(componentPath.length)
  return JSON.stringify(response) === JSON.stringify(answer(name)) ? name : undefined
}

type Paths = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>

const responsesOf = (operation: JsonObject): readonly (readonly [string, JsonObject])[] =>
  Object.entries(operation['responses'] as Readonly<Record<string, JsonObject>>)

/** Replaces repeated answers by references; returns the paths and the shared answers. */
export function withSharedAnswers(paths: Paths): { readonly paths: Paths; readonly answers: JsonObject } {
  const uses = new Map<string, number>()
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const name of responsesOf(operation).map(([, response]) => schemaIn(response))) {
      if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  }
  const sharedNames = [...uses].flatMap(([name, count]) => (count > 1 ? [name] : [])).sort()
  const toReference = ([status, response]: readonly [string, JsonObject]): readonly [string, JsonObject] => {
    const name = schemaIn(response)
    return name !== undefined && sharedNames.includes(name)
      ? [status, { $ref: `#/components/responses/${name}` }]
      : [status, response]
  }
  const mappedPaths = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, responses: Object.fromEntries(responsesOf(operation).map(toReference)) },
      ]),
    ),
  ])
  return {
    paths: Object.fromEntries(mappedPaths) as Paths,
    answers: Object.fromEntries(sharedNames.map((name) => [name, answer(name)])),
  }
}
