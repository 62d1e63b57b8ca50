// The committed OpenAPI document for tests.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Schema = { readonly [keyword: string]: unknown }

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  /** `contentSchema` is the schema of the value if the parameter is JSON text. */
  readonly schema: Schema & { readonly contentSchema?: Schema }
}

interface Response {
  readonly description: string
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly 'x-sdk-name': string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** The description has rules that the schemas do not have. */
  readonly 'x-refuses'?: true
  readonly 'x-error-codes'?: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

type ComponentReference = { readonly $ref: string }

/** An operation of the document. Shared parameters and responses are references. */
type DocumentOperation = Omit<Operation, 'parameters' | 'responses' | 'security'> & {
  readonly responses: Readonly<Record<string, Response | ComponentReference>>
  /** Absent: the default of the document. */
  readonly security?: Operation['security']
  readonly parameters?: readonly (Parameter | ComponentReference)[]
}

interface OpenApi {
  readonly security: Operation['security']
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

export const documentPath = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

export const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApi

export const { schemas } = document.components

/** The value, or the component of its reference. */
function resolveReference<T extends object>(
  components: Readonly<Record<string, T>>,
  value: T | ComponentReference,
): T {
  if (!('$ref' in value)) return value
  const target = components[value.$ref.split('/').at(-1) ?? '']
  if (target === undefined) throw new Error(`the document has no ${value.$ref}`)
  return target
}

const resolveOperation = ({ parameters, responses, ...operation }: DocumentOperation): Operation => ({
  security: document.security,
  ...operation,
  ...(parameters === undefined
    ? {}
    : {
        parameters: parameters.map((parameter) =>
          resolveReference(document.components.parameters, parameter),
        ),
      }),
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      resolveReference(document.components.responses, response),
    ]),
  ),
})

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation: resolveOperation(operation),
  })),
)
