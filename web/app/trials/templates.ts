// Templates of the catalog: their initial settings and their groups.
import { membersOf } from '../../ui/records.ts'
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
  return { ...Object.fromEntries(defaults), ...membersOf(data?.['parameters']) }
}

/** The schema of the required settings without a default. */
export function missingSettings(template: Template): FormSchema {
  const { properties = {}, required = [] } = schemaOf(template.data, 'parameters')
  const initial = initialSettings(template)
  const missingNames = required.filter(
    (name) => !Object.hasOwn(initial, name) && Object.hasOwn(properties, name),
  )
  return {
    properties: Object.fromEntries(missingNames.map((name) => [name, properties[name] ?? {}])),
    required: missingNames,
  }
}

/** The groups of the catalog, most used first, each with its use case. */
const categories: readonly { readonly key: string; readonly name: string; readonly use: string }[] = [
  {
    key: 'llm',
    name: 'LLM judge',
    use: 'For criteria that need judgement, such as correctness or politeness. Requires a provider key.',
  },
  { key: 'human', name: 'Human feedback', use: 'For answers of people, in a queue or on a trace.' },
  { key: 'text', name: 'Text', use: 'For a known answer, or for words that it must or must not contain.' },
  { key: 'json', name: 'JSON', use: 'For outputs that another program reads.' },
  {
    key: 'similarity',
    name: 'Similarity',
    use: 'For answers that may differ slightly from the expected answer.',
  },
  { key: 'number', name: 'Numbers and limits', use: 'For amounts, length, latency and cost.' },
  {
    key: 'custom',
    name: 'Your own program',
    use: 'For everything else: your code, or a call to your service.',
  },
  {
    key: 'prompt',
    name: 'Your own prompt',
    use: 'For a prompt of your own, which a model answers. Requires a provider key.',
  },
]

const rankOf = (category: string): number =>
  categories.findIndex(({ key }) => key === category) + 1 || categories.length + 1

export interface TemplateGroup<T> {
  readonly name: string
  readonly use: string | undefined
  readonly templates: readonly T[]
}

/** The templates that match a search text by their first category, most used first. */
export function groupTemplates<T extends Template>(
  templates: readonly T[],
  searchText: string,
): readonly TemplateGroup<T>[] {
  const needle = searchText.trim().toLowerCase()
  const matchingTemplates = templates.filter(({ key, name, description = '' }) =>
    `${key} ${name} ${description}`.toLowerCase().includes(needle),
  )
  const byCategory = Map.groupBy(matchingTemplates, (template) => template.categories?.[0] ?? 'other')
  return [...byCategory]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([category, matches]) => {
      const categoryEntry = categories.find(({ key }) => key === category)
      return { name: categoryEntry?.name ?? category, use: categoryEntry?.use, templates: matches }
    })
}
