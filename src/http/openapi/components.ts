// The schemas of the OpenAPI document: each that has a name stands once among the components, and is referred to from there.
// A schema has the name of its `meta({ id })`; a body or an answer without one is called after its operation.
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { tidied, type Side } from './tidy.ts'

export type Schemas = { readonly [name: string]: JsonObject }

export const componentPath = '#/components/schemas/'
const sharedPath = `${componentPath}__shared#/$defs/`

export const referenceTo = (name: string): JsonObject => ({ $ref: `${componentPath}${name}` })

/** Collects schemas, and then converts all of them at once: what they share is converted once. */
export class ComponentBook {
  readonly #registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  readonly #names = new Map<string, z.ZodType>()

  /** Notes a schema whose members are shown one by one: it stands nowhere by its name. */
  noteMembers(schema: z.ZodType, name: string): string {
    const known = this.#registries.input.get(schema)?.id
    return known ?? this.note(schema, 'input', name)
  }

  /** Notes a schema; gives the name under which it will stand. */
  note(schema: z.ZodType, side: Side, fallback: string): string {
    const name = z.globalRegistry.get(schema)?.id ?? fallback
    const known = this.#names.get(name)
    if (known !== undefined && known !== schema) throw new Error(`two schemas are called ${name}`)
    const other = this.#registries[side].get(schema)?.id
    if (other !== undefined && other !== name) {
      throw new Error(`${other} and ${name} are one schema, which needs a name of its own`)
    }
    this.#names.set(name, schema)
    if (other === undefined) this.#registries[side].add(schema, { id: name })
    return name
  }

  /** Everything that was noted, and all that it refers to by name. */
  schemas(): Schemas {
    const all: { [name: string]: JsonObject } = {}
    for (const side of ['input', 'output'] as const) {
      for (const [name, schema] of Object.entries(this.#converted(side))) {
        const known = ownMember(all, name)
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
          throw new Error(`${name} has another form in answers than in requests: it needs two names`)
        }
        setOwn(all, name, schema)
      }
    }
    return all
  }

  #converted(side: Side): Schemas {
    const { schemas } = z.toJSONSchema(this.#registries[side], {
      io: side,
      unrepresentable: 'any',
      uri: (id) => `${componentPath}${id}`,
    }) as unknown as { readonly schemas: { readonly [name: string]: JsonObject } }
    const { __shared: shared, ...own } = schemas
    const all = { ...own, ...(shared?.['$defs'] as JsonObject | undefined) }
    return Object.fromEntries(
      Object.entries(all).map(([name, schema]) => [
        name,
        tidied(schema as JsonObject, { side, refer: (path) => path.replace(sharedPath, componentPath) }),
      ]),
    )
  }
}
