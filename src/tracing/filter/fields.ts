// The table of fields: the type of each field, its operators, and whether it can be compared with null.
import { nearestWord } from '../../kernel/nearest-word.ts'

export const operatorGroups = {
  comparison: ['is', 'is_not'],
  numeric: ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'btwn'],
  string: ['startswith', 'endswith', 'contains', 'matches', 'like'],
  list: ['in', 'not_in'],
  dictionary: ['has', 'has_not'],
  existence: ['exists', 'not_exists'],
} as const

export type OperatorGroup = keyof typeof operatorGroups
export type Operator = (typeof operatorGroups)[OperatorGroup][number]

export const operators: readonly string[] = Object.values(operatorGroups).flat()

export const isOperator = (word: unknown): word is Operator =>
  typeof word === 'string' && operators.includes(word)

export function groupOf(operator: Operator): OperatorGroup {
  const names = Object.keys(operatorGroups) as OperatorGroup[]
  return (
    names.find((name) => operatorGroups[name].some((candidate) => candidate === operator)) ?? 'comparison'
  )
}

const kindWords = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']

export const enumWords = {
  trace_type: ['invocation', 'annotation', 'unknown'],
  span_type: [
    'agent',
    'chain',
    'workflow',
    'task',
    'tool',
    'embedding',
    'query',
    'llm',
    'completion',
    'chat',
    'rerank',
    'unknown',
  ],
  span_kind: kindWords.map((word) => `SPAN_KIND_${word}`),
  status_code: ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'],
} as const satisfies Record<string, readonly string[]>

export type EnumField = keyof typeof enumWords
export type RecordField = 'references' | 'links' | 'events' | 'hashes'

/** The type of a field's values. It decides how they are read from conditions and spans, and in SQL. */
export type ScalarType = 'trace_id' | 'span_id' | 'enum' | 'text' | 'time' | 'uuid' | 'flag'

interface FieldSpec<Type extends string = string> {
  readonly type: Type
  readonly groups: readonly OperatorGroup[]
  /** Whether `is null` is allowed. */
  readonly nullable: boolean
}

const id = (type: ScalarType, isNullable: boolean): FieldSpec<ScalarType> => ({
  type,
  groups: ['comparison', 'list'],
  nullable: isNullable,
})
const word: FieldSpec<ScalarType> = { type: 'enum', groups: ['comparison', 'list'], nullable: false }
const valueGroups = ['comparison', 'numeric', 'string', 'list', 'existence'] as const
const text: FieldSpec<ScalarType> = { type: 'text', groups: valueGroups, nullable: true }
const time: FieldSpec<ScalarType> = {
  type: 'time',
  groups: ['comparison', 'numeric', 'string', 'list'],
  nullable: true,
}
const key: FieldSpec<ScalarType> = {
  type: 'uuid',
  groups: ['comparison', 'list', 'existence'],
  nullable: true,
}
const records: FieldSpec = { type: 'records', groups: ['list', 'dictionary', 'existence'], nullable: false }

export const scalarFields = {
  trace_id: id('trace_id', false),
  span_id: id('span_id', false),
  parent_id: id('span_id', true),
  trace_type: word,
  span_type: word,
  span_kind: word,
  status_code: word,
  span_name: text,
  status_message: text,
  session_id: text,
  user_id: text,
  agent_id: text,
  start_time: time,
  end_time: time,
  created_at: time,
  updated_at: time,
  deleted_at: time,
  created_by_id: key,
  updated_by_id: key,
  deleted_by_id: key,
  is_head: { type: 'flag', groups: ['comparison'], nullable: false },
} as const satisfies Record<string, FieldSpec<ScalarType>>

export type ScalarField = keyof typeof scalarFields

export const fields = {
  ...scalarFields,
  attributes: { type: 'attributes', groups: valueGroups, nullable: true },
  references: records,
  links: records,
  events: records,
  hashes: records,
  content: { type: 'content', groups: ['string'], nullable: false },
} as const satisfies Record<string, FieldSpec>

export type Field = keyof typeof fields

export const isField = (name: string): name is Field => Object.hasOwn(fields, name)

/** `Unknown field 'span_nam'. Did you mean 'span_name'?` */
export function unknownField(name: string): string {
  const nearestName = nearestWord(name, Object.keys(fields))
  return `Unknown field '${name}'.${nearestName === undefined ? '' : ` Did you mean '${nearestName}'?`}`
}

export function takesOperator(field: Field, operator: Operator): boolean {
  if (field === 'content') return operator === 'contains'
  return fields[field].groups.some((group) => group === groupOf(operator))
}

/** `'trace_id' only supports comparison and list operators.` */
export function supportedOperators(field: Field): string {
  if (field === 'content') return `'content' only supports the 'contains' operator.`
  const groups: readonly string[] = fields[field].groups
  const groupNames =
    groups.length === 1 ? groups[0] : `${groups.slice(0, -1).join(', ')} and ${groups.at(-1)}`
  return `'${field}' only supports ${groupNames} operators.`
}
