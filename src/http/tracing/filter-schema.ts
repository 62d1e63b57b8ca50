// Filters as the OpenAPI document shows them, made from the table of fields by which they are checked. What does not go
// together is said as what a condition may never be, so that its type stays plain.
import { z } from 'zod'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { bool, json, optional } from '../../kernel/validation.ts'
import {
  enumWords,
  fields,
  operatorGroups,
  operators,
  type EnumField,
  type Field,
  type OperatorGroup,
} from '../../tracing/filter/fields.ts'
import { groupOperators, relations } from '../../tracing/filter/tree/parse.ts'
import { never, noneGiven } from '../reference-rules.ts'
import { dashedId, hexDigit } from './shapes.ts'

const text: JsonObject = { type: 'string' }
const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const partial = (members: JsonObject): JsonObject => ({
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: members,
})
const someAttributes: JsonObject = { type: 'object', minProperties: 1 }

/** Ids as filters read them. */
const traceId: JsonObject = { type: 'string', pattern: `^((0[xX])?${hexDigit}{32}|${dashedId})$` }
const spanId: JsonObject = { type: 'string', pattern: `^((0[xX])?${hexDigit}{16}|${dashedId})$` }

/** What a value of a field is: the things it can be equal to. */
const valueOf = (field: Field): JsonObject => {
  const { type } = fields[field]
  switch (type) {
    case 'trace_id':
      return traceId
    case 'span_id':
      return field === 'parent_id' ? { anyOf: [spanId, { const: '' }] } : spanId
    case 'enum':
      return { enum: [...enumWords[field as EnumField]] }
    case 'time':
      return component('FilterTime')
    case 'uuid':
      return component('Id')
    case 'flag':
      return { type: 'boolean' }
    case 'attributes':
      return { not: { type: 'null' } }
    default:
      return text
  }
}

/** Parts of elements, of which all that is given must be found in one. */
const elementOf: Partial<Record<Field, JsonObject>> = {
  references: partial({
    id: text,
    slug: text,
    version: { type: ['string', 'number'] },
    attributes: someAttributes,
  }),
  links: partial({ trace_id: traceId, span_id: spanId, attributes: someAttributes }),
  events: partial({ name: text, timestamp: component('FilterTime'), attributes: someAttributes }),
  hashes: { anyOf: [component('Id'), partial({ id: component('Id'), attributes: someAttributes })] },
}

const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items })
const pairOf = (items: JsonObject): JsonObject => ({ type: 'array', items, minItems: 2, maxItems: 2 })

/** What an attribute can be ordered against. */
const ordered = (field: Field): JsonObject =>
  field === 'attributes' ? { type: ['string', 'number'] } : valueOf(field)

/** The value that an operator takes for a field. Undefined: any, or none. */
function operandOf(field: Field, operator: string): JsonObject | undefined {
  const groups: Readonly<Record<OperatorGroup, JsonObject | undefined>> = {
    comparison: fields[field].nullable ? { anyOf: [valueOf(field), { type: 'null' }] } : valueOf(field),
    numeric:
      operator !== 'btwn'
        ? ordered(field)
        : field === 'attributes'
          ? { anyOf: [pairOf(text), pairOf({ type: 'number' })] }
          : pairOf(ordered(field)),
    string: field === 'content' ? { type: 'string', pattern: '[A-Za-z0-9]' } : text,
    list: listOf(elementOf[field] ?? valueOf(field)),
    dictionary: { not: { type: 'null' } },
    existence: undefined,
  }
  return groups[groupOf(operator)]
}

const groupOf = (operator: string): OperatorGroup =>
  (Object.keys(operatorGroups) as OperatorGroup[]).find((name) =>
    (operatorGroups[name] as readonly string[]).includes(operator),
  ) ?? 'comparison'

const isDefault = (operator: string): boolean => operator === 'is'

/** A condition on this field with this operator, which is `is` when none is given. */
const about = (
  field: Field,
  operator: string,
): { readonly required: readonly string[]; readonly properties: JsonObject } => ({
  required: isDefault(operator) ? ['field'] : ['field', 'operator'],
  properties: {
    field: { const: field },
    operator: isDefault(operator) ? { enum: ['is', null] } : { const: operator },
  },
})

/** Everything that is wrong with a value for one operator of a field. */
function wrongOperands(field: Field, operator: string): readonly JsonObject[] {
  const { required, properties } = about(field, operator)
  const operand = operandOf(field, operator)
  if (operand === undefined) return []
  const wrong = { required: [...required, 'value'], properties: { ...properties, value: { not: operand } } }
  const takesNull = groupOf(operator) === 'comparison' && fields[field].nullable
  return takesNull ? [wrong] : [wrong, { required, properties, not: { required: ['value'] } }]
}

const allowedOperators = (field: Field): readonly string[] =>
  field === 'content' ? ['contains'] : fields[field].groups.flatMap((group) => [...operatorGroups[group]])

const given = { not: { type: 'null' } }

/** Where a key stands, and where none may. */
function wrongKeys(field: Field): readonly JsonObject[] {
  const properties = { field: { const: field } }
  const hasKey = { required: ['field', 'key'], properties: { ...properties, key: given } }
  if (field === 'attributes') {
    const noKey = { not: { required: ['key'], properties: { key: { type: 'string', minLength: 1 } } } }
    return [{ required: ['field'], properties, ...noKey }]
  }
  if (fields[field].type !== 'records') return [hasKey]
  const dictionary = { operator: { enum: [...operatorGroups.dictionary] } }
  const pattern = field === 'hashes' ? '^(id$|attributes[.].)' : '^attributes[.].'
  const named = { required: ['key'], properties: { key: { type: 'string', pattern } } }
  return [
    { ...hasKey, not: { required: ['operator'], properties: dictionary } },
    { required: ['field', 'operator'], properties: { ...properties, ...dictionary }, not: named },
    ...(field === 'hashes' ? [wrongHashId] : []),
  ]
}

const wrongHashId: JsonObject = {
  required: ['field', 'operator', 'key', 'value'],
  properties: {
    field: { const: 'hashes' },
    operator: { enum: [...operatorGroups.dictionary] },
    key: { const: 'id' },
    value: { not: component('Id') },
  },
}

const valueOfMember = (rule: JsonObject, member: string): Json | undefined =>
  (ownMember(rule['properties'] as JsonObject, member) as JsonObject | undefined)?.['const']

/** The rule with what is not said of one field or operator alone. */
const without = (rule: JsonObject, member: string): JsonObject => ({
  ...rule,
  properties: Object.fromEntries(
    Object.entries(rule['properties'] as JsonObject).filter(([name]) => name !== member),
  ),
})

/** Rules that are the same but for the word of one member, as one for all those words. */
function joined(rules: readonly JsonObject[], member: 'field' | 'operator'): readonly JsonObject[] {
  const found = new Map<string, { readonly rule: JsonObject; readonly words: Json[] }>()
  for (const rule of rules) {
    const word = valueOfMember(rule, member)
    const rest = word === undefined ? rule : without(rule, member)
    const key = JSON.stringify([word === undefined, rest])
    const known = found.get(key)
    if (known === undefined) found.set(key, { rule: rest, words: word === undefined ? [] : [word] })
    else if (word !== undefined) known.words.push(word)
  }
  return [...found.values()].map(({ rule, words }) =>
    words.length === 0
      ? rule
      : { ...rule, properties: { [member]: { enum: words }, ...(rule['properties'] as JsonObject) } },
  )
}

function wrongConditions(): readonly JsonObject[] {
  const rules = (Object.keys(fields) as Field[]).flatMap((field): readonly JsonObject[] => {
    const others = operators.filter((operator) => !allowedOperators(field).includes(operator))
    return [
      {
        required: others.includes('is') ? ['field'] : ['field', 'operator'],
        properties: {
          field: { const: field },
          operator: { enum: others.includes('is') ? [...others, null] : others },
        },
      },
      ...joined(
        allowedOperators(field).flatMap((operator) => wrongOperands(field, operator)),
        'operator',
      ),
      ...wrongKeys(field),
    ]
  })
  return joined(rules, 'field')
}

const options = z
  .object({ case_sensitive: optional(bool), exact_match: optional(bool), all: optional(bool) })
  .meta({ id: 'FilterOptions' })

const condition = z
  .object({
    field: z.enum(Object.keys(fields) as [Field, ...Field[]]),
    key: optional(z.string()),
    operator: optional(z.enum(operators as [string, ...string[]])),
    value: optional(json),
    options: optional(options),
  })
  .meta({
    id: 'FilterCondition',
    description: 'What each field takes stands in docs/filters.md.',
    ...never({ not: noneGiven(['conditions']) }, ...wrongConditions()),
  })

const group = z
  .object({
    operator: optional(z.enum(groupOperators)),
    conditions: optional(z.array(z.lazy((): z.ZodType => filterTree))),
  })
  .meta({
    id: 'FilterGroup',
    ...never(
      { ...noneGiven(['conditions']), not: { propertyNames: { enum: ['operator', 'conditions'] } } },
      {
        required: ['operator'],
        properties: { operator: { const: 'not' } },
        not: {
          required: ['conditions'],
          properties: { conditions: { type: 'array', minItems: 1, maxItems: 1 } },
        },
      },
    ),
  })

const relation = z
  .object({ related: z.enum(relations as [string, ...string[]]), where: z.lazy((): z.ZodType => filterTree) })
  .meta({
    id: 'FilterRelation',
    description:
      'Some span of the same trace that stands so to this one satisfies where; with trace each condition of where is about the whole trace, with span all are about one span.',
    ...never({ not: noneGiven(['conditions', 'field']) }),
  })

export const filterTree: z.ZodType = z
  .union([group, condition, relation])
  .meta({ id: 'Filter', description: 'A tree of conditions; see docs/filters.md.' })

export const filterLine = z
  .string()
  .meta({ id: 'FilterText', description: 'The same as one line: `status_code = STATUS_CODE_ERROR`.' })
