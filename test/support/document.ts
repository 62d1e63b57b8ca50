// The committed OpenAPI document, as tests read it.
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
  /** The description has rules beyond the schemas. */
  readonly 'x-refuses'?: true
  readonly 'x-error-codes'?: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

type Referred = { readonly $ref: string }

/** An operation of the document. Shared parameters and responses are references. */
type Written = Omit<Operation, 'parameters' | 'responses' | 'security'> & {
  readonly responses: Readonly<Record<string, Response | Referred>>
  /** Absent: the default of the document. */
  readonly security?: Operation['security']
  readonly parameters?: readonly (Parameter | Referred)[]
}

interface OpenApi {
  readonly security: Operation['security']
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

export const documentPath = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

export const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApi

export const { schemas } = document.components

/** The value, or the value that it refers to. */
function resolveReference<T extends object>(shared: Readonly<Record<string, T>>, value: T | Referred): T {
  if (!('$ref' in value)) return value
  const target = shared[value.$ref.split('/').at(-1) ?? '']
  if (target === undefined) throw new Error(`the document has no ${value.$ref}`)
  return target
}

const read = ({ parameters, responses, ...operation }: Written): Operation => ({
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
    operation: read(operation),
  })),
)
