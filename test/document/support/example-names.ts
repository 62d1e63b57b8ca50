// Lists the schemas of each operation that need an example. If many answers contain the same record, the record has the
// example.
import { successOf, type WithComponents, type WithResponses } from '../../../scripts/document-answers.ts'

type Schema = { readonly [keyword: string]: unknown }
type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation extends WithResponses<Content> {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
}

export interface Document extends WithComponents<Content> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: WithComponents<Content>['components'] & {
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

const prefix = '#/components/schemas/'

const referencedName = (schema: unknown): string | undefined => {
  const { $ref } = (schema ?? {}) as { readonly $ref?: unknown }
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

const jsonSchema = (content: Content | undefined): string | undefined =>
  referencedName(content?.['application/json']?.schema)

/** The schema of the record, or of the records, in an answer. */
function recordIn(schemas: Document['components']['schemas'], answer: string): string | undefined {
  const { properties = {} } = (schemas[answer] ?? {}) as {
    readonly properties?: Readonly<Record<string, Schema>>
  }
  if (!('count' in properties)) return undefined
  const records = Object.entries(properties).flatMap(([member, schema]) => {
    const name = referencedName(schema) ?? referencedName(schema['items'])
    return name === undefined || member === 'windowing' ? [] : [name]
  })
  return records[0]
}

export const exampleNames = (document: Document) =>
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => {
      const answer = jsonSchema(successOf(document, operation))
      const record = answer === undefined ? undefined : recordIn(document.components.schemas, answer)
      return {
        operation: operation.operationId,
        request: jsonSchema(operation.requestBody?.content),
        answer,
        record,
      }
    }),
  )
