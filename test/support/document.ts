// The committed OpenAPI document, as tests read it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Schema = { readonly [keyword: string]: unknown }

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema?: Schema
  /** Of what is sent as JSON text. */
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly 'x-sdk-name': string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Some of what the schemas allow is refused, as the description says. */
  readonly 'x-refuses'?: true
  readonly 'x-error-codes'?: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>
}

/** As it stands in the document: parameters that several operations have are referred to. */
type Written = Omit<Operation, 'parameters' | 'security'> & {
  /** Absent: as the document says for all. */
  readonly security?: Operation['security']
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
}

interface OpenApi {
  readonly security: Operation['security']
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  }
}

export const documentPath = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

export const document = JSON.parse(readFileSync(documentPath, 'utf8')) as OpenApi

export const { schemas } = document.components

function parameterOf(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter
  const shared = document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']
  if (shared === undefined) throw new Error(`the document has no ${parameter.$ref}`)
  return shared
}

const read = ({ parameters, ...operation }: Written): Operation => ({
  security: document.security,
  ...operation,
  ...(parameters === undefined ? {} : { parameters: parameters.map(parameterOf) }),
})

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation: read(operation),
  })),
)
