// Reads form fields from a JSON Schema, and typed values from form input.

export interface FormSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  /** Values with a label each. */
  readonly oneOf?: readonly { readonly const?: unknown; readonly title?: string }[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly items?: FormSchema
  readonly uniqueItems?: boolean
  readonly allOf?: readonly Condition[]
  /** The order of the properties, for programs that do not preserve the order of members. */
  readonly propertyOrder?: readonly string[]
}

/** `then` applies to values that match `if`, `else` to all others. */
interface Condition {
  readonly if?: FormSchema
  readonly then?: FormSchema
  readonly else?: { readonly properties?: Readonly<Record<string, unknown>> }
}

export interface Choice {
  /** The text that a text field would have. */
  readonly value: string
  readonly name: string
}

/** A field that is visible only if another field has this value. */
export interface ShowIf {
  readonly field: string
  readonly value: unknown
}

export interface FormField {
  readonly name: string
  readonly label: string
  readonly help: string | undefined
  readonly isRequired: boolean
  /** The input of `choices` is a JSON array of the selected values. */
  readonly kind: 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'choices' | 'json'
  readonly choices: readonly Choice[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly initial: string
  readonly showIf: ShowIf | undefined
}

/** The typed text by name of the field. */
export type FormTexts = Readonly<Record<string, string>>

/** The longest scale whose values are offered as choices. */
const scaleMax = 11

const yesAndNo: readonly Choice[] = [
  { value: 'true', name: 'Yes' },
  { value: 'false', name: 'No' },
]

const typeOf = (schema: FormSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null')

const hasConstants = ({ oneOf }: FormSchema): boolean =>
  oneOf !== undefined && oneOf.length > 0 && oneOf.every((one) => Object.hasOwn(one, 'const'))

const kindOf = (schema: FormSchema): FormField['kind'] => {
  // The constants of a scale are the labels of some of its values.
  const isScale = schema.minimum !== undefined && schema.maximum !== undefined
  if (schema.enum !== undefined || (hasConstants(schema) && !isScale)) return 'choice'
  switch (typeOf(schema)) {
    case 'integer':
      return 'integer'
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'array':
      return schema.items?.enum === undefined ? 'json' : 'choices'
    default:
      return 'json'
  }
}

function scaleOf({ minimum, maximum, oneOf = [] }: FormSchema): readonly Choice[] {
  if (minimum === undefined || maximum === undefined) return []
  const size = maximum - minimum + 1
  if (size < 1 || size > scaleMax) return []
  return Array.from({ length: size }, (_, i) => {
    const value = String(minimum + i)
    const title = oneOf.find((one) => String(one.const) === value)?.title
    return { value, name: title === undefined ? value : `${value} ${title}` }
  })
}

function choicesOf(schema: FormSchema): readonly Choice[] {
  const values = schema.enum ?? schema.items?.enum
  if (values !== undefined) return values.map((value) => ({ value: String(value), name: String(value) }))
  switch (kindOf(schema)) {
    case 'flag':
      return yesAndNo
    case 'integer':
      return scaleOf(schema)
    default:
      return (schema.oneOf ?? []).map((one) => ({
        value: String(one.const),
        name: one.title ?? String(one.const),
      }))
  }
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The condition of a field: the schema forbids the field unless another one has a value. */
function conditionOf({ allOf = [] }: FormSchema, name: string): (ShowIf & { required: boolean }) | undefined {
  for (const condition of allOf) {
    const [test, ...otherTests] = Object.entries(condition.if?.properties ?? {})
    if (test === undefined || otherTests.length > 0 || condition.else?.properties?.[name] !== false) continue
    const [field, schema] = test
    if (Object.hasOwn(schema, 'const')) {
      return { field, value: schema.const, required: condition.then?.required?.includes(name) === true }
    }
  }
  return undefined
}

/** A name as a label: `Case sensitive` for `case_sensitive`. */
const readableName = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

function orderedProperties({ properties = {}, propertyOrder = [] }: FormSchema) {
  const placeOf = (name: string): number => propertyOrder.indexOf(name) + 1 || Infinity
  return Object.entries(properties).toSorted(([a], [b]) => {
    const [first, second] = [placeOf(a), placeOf(b)]
    return first === second ? 0 : first - second
  })
}

export const fieldsOf = (schema: FormSchema): readonly FormField[] =>
  orderedProperties(schema).map(([name, property]) => {
    const condition = conditionOf(schema, name)
    return {
      name,
      label: property.title ?? readableName(name),
      help: property.description,
      isRequired: schema.required?.includes(name) === true || condition?.required === true,
      kind: kindOf(property),
      choices: choicesOf(property),
      minimum: property.minimum,
      maximum: property.maximum,
      initial: textOf(property.default),
      showIf: condition === undefined ? undefined : { field: condition.field, value: condition.value },
    }
  })

const textAt = (texts: FormTexts, name: string): string =>
  (Object.hasOwn(texts, name) ? texts[name] : undefined)?.trim() ?? ''

/** Fields whose condition holds. A field that depends on a hidden field is hidden. */
export function visibleFields(fields: readonly FormField[], texts: FormTexts): readonly FormField[] {
  const isVisible = (field: FormField, visited: readonly string[]): boolean => {
    const { showIf } = field
    if (showIf === undefined) return true
    const condition = fields.find(({ name }) => name === showIf.field)
    if (condition === undefined || visited.includes(condition.name)) return false
    return (
      textAt(texts, condition.name) === textOf(showIf.value) && isVisible(condition, [...visited, field.name])
    )
  }
  return fields.filter((field) => isVisible(field, []))
}

export type FormResult =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly errors: Readonly<Record<string, string>> }

/** Returns the values of the visible fields in their types, or an error per field. */
export function readForm(schema: FormSchema, texts: FormTexts): FormResult {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const field of visibleFields(fieldsOf(schema), texts)) {
    const text = textAt(texts, field.name)
    if (text === '') {
      if (field.isRequired) errors[field.name] = 'This field is required.'
      continue
    }
    const value = readField(field, { text, schema: schema.properties?.[field.name] })
    if ('error' in value) errors[field.name] = value.error
    else values[field.name] = value.value
  }
  return Object.keys(errors).length > 0 ? { errors } : { values }
}

type ReadResult = { readonly value: unknown } | { readonly error: string }

function readNumber({ kind, minimum, maximum }: FormField, text: string): ReadResult {
  const value = Number(text)
  if (!Number.isFinite(value)) return { error: 'Enter a number.' }
  if (kind === 'integer' && !Number.isInteger(value)) return { error: 'Enter a whole number.' }
  if (minimum !== undefined && value < minimum) return { error: `At least ${minimum}.` }
  if (maximum !== undefined && value > maximum) return { error: `At most ${maximum}.` }
  return { value }
}

/** The value of the schema with this text. */
function constantOf(schema: FormSchema | undefined, text: string): unknown {
  const constants = schema?.enum ?? schema?.items?.enum ?? schema?.oneOf?.map((one) => one.const) ?? []
  return constants.find((one) => String(one) === text) ?? text
}

/** The value of a JSON text; undefined: the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The selected values of a field of kind `choices`; none if the text is not a list. */
export function selectedValuesOf(text: string): readonly string[] {
  const value = parseJson(text)
  return Array.isArray(value) ? value.map(String) : []
}

function readField(
  field: FormField,
  { text, schema }: { text: string; schema: FormSchema | undefined },
): ReadResult {
  switch (field.kind) {
    case 'text':
      return { value: text }
    case 'choice':
      return { value: constantOf(schema, text) }
    case 'choices':
      return { value: selectedValuesOf(text).map((one) => constantOf(schema, one)) }
    case 'flag':
      return { value: text === 'true' }
    case 'number':
    case 'integer':
      return readNumber(field, text)
    case 'json': {
      const value = parseJson(text)
      return value === undefined ? { error: 'Invalid JSON.' } : { value }
    }
  }
}
