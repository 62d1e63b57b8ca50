// Edits of a JSON Schema. Each function changes one member and copies all others, so nothing that the form does not know is
// lost. This file is pure.
import { isRecord, type UnknownRecord } from '../records.ts'

export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const
export type SchemaType = (typeof schemaTypes)[number]

export interface Property {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

export const isSchemaType = (type: unknown): type is SchemaType => schemaTypes.some((one) => one === type)

/** The type that the form can edit; undefined: the schema is edited as JSON. */
export function typeOfSchema(schema: unknown): SchemaType | undefined {
  const type = isRecord(schema) ? schema['type'] : undefined
  return isSchemaType(type) ? type : undefined
}

const entriesOf = (schema: UnknownRecord): readonly (readonly [string, unknown])[] =>
  isRecord(schema['properties']) ? Object.entries(schema['properties']) : []

const requiredOf = (schema: UnknownRecord): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : []

/** Replaces a member; undefined removes it. */
export function withMember(record: UnknownRecord, [name, value]: readonly [string, unknown]): UnknownRecord {
  if (value !== undefined) return { ...record, [name]: value }
  return Object.fromEntries(Object.entries(record).filter(([otherName]) => otherName !== name))
}

const withProperties = (
  schema: UnknownRecord,
  entries: readonly (readonly [string, unknown])[],
): UnknownRecord => withMember(schema, ['properties', Object.fromEntries(entries)])

const withRequired = (schema: UnknownRecord, required: readonly unknown[]): UnknownRecord =>
  withMember(schema, ['required', required.length === 0 ? undefined : required])

export const propertiesOf = (schema: UnknownRecord): readonly Property[] =>
  entriesOf(schema).map(([name, propertySchema]) => ({
    name,
    schema: propertySchema,
    isRequired: requiredOf(schema).includes(name),
  }))

export const changeProperty = (
  schema: UnknownRecord,
  { name, schema: next }: Pick<Property, 'name' | 'schema'>,
) =>
  withProperties(
    schema,
    entriesOf(schema).map(([otherName, propertySchema]) => [
      otherName,
      otherName === name ? next : propertySchema,
    ]),
  )

/** A property keeps its position. A name that another property has changes nothing. */
export function renameProperty(
  schema: UnknownRecord,
  { from, to }: { from: string; to: string },
): UnknownRecord {
  const entries = entriesOf(schema)
  if (from === to || entries.some(([name]) => name === to)) return schema
  const renamedSchema = withProperties(
    schema,
    entries.map(([name, propertySchema]) => [name === from ? to : name, propertySchema]),
  )
  if (!requiredOf(schema).includes(from)) return renamedSchema
  return withRequired(
    renamedSchema,
    requiredOf(schema).map((name) => (name === from ? to : name)),
  )
}

export function setRequired(
  schema: UnknownRecord,
  { name, isRequired }: Omit<Property, 'schema'>,
): UnknownRecord {
  const required = requiredOf(schema)
  if (required.includes(name) === isRequired) return schema
  return withRequired(
    schema,
    isRequired ? [...required, name] : required.filter((otherName) => otherName !== name),
  )
}

export function removeProperty(schema: UnknownRecord, name: string): UnknownRecord {
  const remainingSchema = withProperties(
    schema,
    entriesOf(schema).filter(([otherName]) => otherName !== name),
  )
  return setRequired(remainingSchema, { name, isRequired: false })
}

/** Adds a required text with a name that no other property has. */
export function addProperty(schema: UnknownRecord): UnknownRecord {
  const names = new Set(entriesOf(schema).map(([name]) => name))
  let name = 'field'
  for (let number = 2; names.has(name); number += 1) name = `field_${number}`
  const extendedSchema = withProperties(schema, [...entriesOf(schema), [name, { type: 'string' }]])
  return setRequired(extendedSchema, { name, isRequired: true })
}

/** The allowed values of a text; undefined if the form cannot edit them. */
export function allowedValues(schema: UnknownRecord): readonly string[] | undefined {
  const { enum: values = [] } = schema
  return schema['type'] === 'string' &&
    Array.isArray(values) &&
    values.every((one) => typeof one === 'string')
    ? values
    : undefined
}

/** Another type starts without allowed values; an object has properties and a list has items. */
export function changeType(schema: UnknownRecord, type: SchemaType): UnknownRecord {
  if (schema['type'] === type) return schema
  const next: UnknownRecord = { ...withMember(schema, ['enum', undefined]), type }
  if (type === 'object' && !isRecord(next['properties'])) return { ...next, properties: {} }
  if (type === 'array' && !isRecord(next['items'])) return { ...next, items: { type: 'string' } }
  return next
}
