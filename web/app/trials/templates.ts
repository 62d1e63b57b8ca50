// Templates of the catalog: their initial settings and their groups.
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

/** A schema of a payload, or an empty schema. */
export function schemaOf(data: unknown, part: Part): FormSchema {
  const { schemas } = (data ?? {}) as { readonly schemas?: { readonly [name in Part]?: FormSchema } }
  return schemas?.[part] ?? {}
}

/** The settings of a new program: the defaults of the schema and the settings of the template. */
export function initialSettings({ data }: Template): Values {
  const defaults = Object.entries(schemaOf(data, 'parameters').properties ?? {}).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...(data?.['parameters'] as Values | undefined) }
}

/** The schema of the required settings without a default. */
export function missingSettings(template: Template): FormSchema {
  const { properties = {}, required = [] } = schemaOf(template.data, 'parameters')
  const initial = initialSettings(template)
  const missing = required.filter((name) => !Object.hasOwn(initial, name) && Object.hasOwn(properties, name))
  return {
    properties: Object.fromEntries(missing.map((name) => [name, properties[name] ?? {}])),
    required: missing,
  }
}

/** Groups the templates that match a search text by their first category, in catalog order. */
export function groupTemplates<T extends Template>(
  templates: readonly T[],
  typed: string,
): readonly (readonly [string, readonly T[]])[] {
  const needle = typed.trim().toLowerCase()
  const matching = templates.filter(({ key, name, description = '' }) =>
    `${key} ${name} ${description}`.toLowerCase().includes(needle),
  )
  return [...Map.groupBy(matching, ({ categories }) => categories?.[0] ?? 'other')]
}
