// Reads form fields from a JSON Schema, and typed values from form input.

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

const textOf = (value: unknown): string =>
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
    initial: textOf(schema.default),
  }))

export type FormResult =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly errors: Readonly<Record<string, string>> }

/** Returns the values of a form in the types of its fields, or an error per field. */
export function readForm(schema: FormSchema, typed: Readonly<Record<string, string>>): FormResult {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const field of fieldsOf(schema)) {
    const text = (Object.hasOwn(typed, field.name) ? typed[field.name] : undefined)?.trim() ?? ''
    if (text === '') {
      if (field.required) errors[field.name] = 'This field is required.'
      continue
    }
    const value = readField(field, text, schema.properties?.[field.name])
    if ('error' in value) errors[field.name] = value.error
    else values[field.name] = value.value
  }
  return Object.keys(errors).length > 0 ? { errors } : { values }
}

function readField(
  field: FormField,
  text: string,
  schema: FormSchema | undefined,
): { readonly value: unknown } | { readonly error: string } {
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
      if (!Number.isFinite(value)) return { error: 'Enter a number.' }
      if (field.kind === 'integer' && !Number.isInteger(value)) return { error: 'Enter a whole number.' }
      if (field.minimum !== undefined && value < field.minimum) return { error: `At least ${field.minimum}.` }
      if (field.maximum !== undefined && value > field.maximum) return { error: `At most ${field.maximum}.` }
      return { value }
    }
    case 'json':
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return { error: 'Invalid JSON.' }
      }
    default:
      return { value: text }
  }
}
