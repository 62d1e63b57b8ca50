// Templates of the catalog: what they start with, and how they are listed.
import type { Values } from './program.ts'
import type { FormSchema } from '../../ui/forms/schema-fields.ts'

/** A program of the catalog. */
interface Template {
  readonly key: string
  readonly name: string
  readonly description?: string
  readonly categories?: readonly string[]
  readonly data?: Values
}

type Part = 'parameters' | 'inputs' | 'outputs'

/** A schema of a payload; empty where it has none. */
export function schemaOf(data: unknown, part: Part): FormSchema {
  const { schemas } = (data ?? {}) as { readonly schemas?: { readonly [name in Part]?: FormSchema } }
  return schemas?.[part] ?? {}
}

/** The settings of a new one: those of the template, and the defaults of its schema. */
export function initialSettings({ data }: Template): Values {
  const defaults = Object.entries(schemaOf(data, 'parameters').properties ?? {}).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...(data?.['parameters'] as Values | undefined) }
}

/** The part of its schema that nobody can guess: settings that it needs and does not bring. */
export function missingSettings(template: Template): FormSchema {
  const { properties = {}, required = [] } = schemaOf(template.data, 'parameters')
  const brought = initialSettings(template)
  const missing = required.filter((name) => !Object.hasOwn(brought, name) && Object.hasOwn(properties, name))
  return {
    properties: Object.fromEntries(missing.map((name) => [name, properties[name] ?? {}])),
    required: missing,
  }
}

/** By their first category, in the order in which the catalog has them; those that fit what was typed. */
export function groupTemplates<T extends Template>(
  templates: readonly T[],
  typed: string,
): readonly (readonly [string, readonly T[]])[] {
  const wanted = typed.trim().toLowerCase()
  const fitting = templates.filter(({ key, name, description = '' }) =>
    `${key} ${name} ${description}`.toLowerCase().includes(wanted),
  )
  return [...Map.groupBy(fitting, ({ categories }) => categories?.[0] ?? 'other')]
}
