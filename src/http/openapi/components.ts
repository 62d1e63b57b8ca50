// The schemas of the OpenAPI document: each named schema appears once among the components and is referenced
// from elsewhere. Its name is its `meta({ id })`; a body or an answer without one is named after its
// operation.
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { exampleOf } from '../examples.ts'
import { compactSchema, type Side } from './compact-schemas.ts'

export type Schemas = { readonly [name: string]: JsonObject }

export const componentPath = '#/components/schemas/'
const sharedPath = `${componentPath}__shared#/$defs/`

export const referenceTo = (name: string): JsonObject => ({ $ref: `${componentPath}${name}` })

/** Collects schemas and converts all of them at once, so that shared parts are converted once. */
export class ComponentRegistry {
  readonly #registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  readonly #names = new Map<string, z.ZodType>()
  readonly #examples = new Map<string, unknown>()

  /** Adds a schema whose members are listed one by one, such as parameters. */
  addMembers(schema: z.ZodType, name: string): string {
    const registeredId = this.#registries.input.get(schema)?.id
    return registeredId ?? this.add(schema, { side: 'input', fallback: name })
  }

  /** Adds a schema; returns its component name. */
  add(schema: z.ZodType, { side, fallback }: { readonly side: Side; readonly fallback: string }): string {
    const name = z.globalRegistry.get(schema)?.id ?? fallback
    const existingSchema = this.#names.get(name)
    if (existingSchema !== undefined && existingSchema !== schema)
      throw new Error(`two schemas have the name ${name}`)
    const otherId = this.#registries[side].get(schema)?.id
    if (otherId !== undefined && otherId !== name) {
      throw new Error(`${otherId} and ${name} are the same schema: give it a name with meta({ id })`)
    }
    this.#names.set(name, schema)
    if (otherId === undefined) this.#registries[side].add(schema, { id: name })
    return name
  }

  /** All added schemas, and all named schemas that they reference. */
  schemas(): Schemas {
    const allSchemas: { [name: string]: JsonObject } = {}
    for (const side of ['input', 'output'] as const) {
      for (const [name, schema] of Object.entries(this.#convert(side))) {
        const existingSchema = ownMember(allSchemas, name)
        if (existingSchema !== undefined && JSON.stringify(existingSchema) !== JSON.stringify(schema)) {
          throw new Error(`${name} differs between answers and requests: use two schemas with two names`)
        }
        setOwn(allSchemas, name, schema)
      }
    }
    return allSchemas
  }

  /** The examples of the schemas that `schemas()` has returned, by name. */
  examples(): ReadonlyMap<string, unknown> {
    return this.#examples
  }

  #convert(side: Side): Schemas {
    const { schemas } = z.toJSONSchema(this.#registries[side], {
      io: side,
      unrepresentable: 'any',
      uri: (id) => `${componentPath}${id}`,
      override: ({ zodSchema }) => {
        const name = z.globalRegistry.get(zodSchema)?.id
        const example = exampleOf(zodSchema)
        if (name !== undefined && example !== undefined) this.#examples.set(name, example)
      },
    }) as unknown as { readonly schemas: { readonly [name: string]: JsonObject } }
    const { __shared: sharedSchemas, ...ownSchemas } = schemas
    const allSchemas = { ...ownSchemas, ...(sharedSchemas?.['$defs'] as JsonObject | undefined) }
    return Object.fromEntries(
      Object.entries(allSchemas).map(([name, schema]) => [
        name,
        compactSchema(schema as JsonObject, {
          side,
          refer: (path) => path.replace(sharedPath, componentPath),
        }),
      ]),
    )
  }
}
