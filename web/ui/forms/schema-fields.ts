// The fields of a form, read out of a JSON Schema, and their values read out of what was typed.

export interface FormSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly items?: FormSchema
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly help: string | undefined
  readonly required: boolean
  readonly kind: 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'json'
  readonly choices: readonly string[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly initial: string
}

const typeOf = (schema: FormSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null')

const kindOf = (schema: FormSchema): FormField['kind'] => {
  if (schema.enum !== undefined) return 'choice'
  switch (typeOf(schema)) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'integer':
      return 'integer'
    case 'boolean':
      return 'flag'
    default:
      return 'json'
  }
}

const written = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export const fieldsOf = ({ properties = {}, required = [] }: FormSchema): readonly FormField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    label: schema.title ?? name,
    help: schema.description,
    required: required.includes(name),
    kind: kindOf(schema),
    choices: (schema.enum ?? []).map(String),
    minimum: schema.minimum,
    maximum: schema.maximum,
    initial: written(schema.default),
  }))

export type Read =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly faults: Readonly<Record<string, string>> }

/** The values of a form, each in the type of its field; or what is wrong with which field. */
export function readForm(schema: FormSchema, typed: Readonly<Record<string, string>>): Read {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const field of fieldsOf(schema)) {
    const text = (Object.hasOwn(typed, field.name) ? typed[field.name] : undefined)?.trim() ?? ''
    if (text === '') {
      if (field.required) faults[field.name] = 'This is needed.'
      continue
    }
    const value = readField(field, text, schema.properties?.[field.name])
    if ('fault' in value) faults[field.name] = value.fault
    else values[field.name] = value.value
  }
  return Object.keys(faults).length > 0 ? { faults } : { values }
}

function readField(
  field: FormField,
  text: string,
  schema: FormSchema | undefined,
): { readonly value: unknown } | { readonly fault: string } {
  switch (field.kind) {
    case 'text':
      return { value: text }
    case 'choice':
      return { value: schema?.enum?.find((one) => String(one) === text) ?? text }
    case 'flag':
      return { value: text === 'true' }
    case 'number':
    case 'integer': {
      const value = Number(text)
      if (!Number.isFinite(value)) return { fault: 'A number is needed.' }
      if (field.kind === 'integer' && !Number.isInteger(value)) return { fault: 'A whole number is needed.' }
      if (field.minimum !== undefined && value < field.minimum) return { fault: `At least ${field.minimum}.` }
      if (field.maximum !== undefined && value > field.maximum) return { fault: `At most ${field.maximum}.` }
      return { value }
    }
    case 'json':
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return { fault: 'This is not JSON.' }
      }
    default:
      return { value: text }
  }
}
