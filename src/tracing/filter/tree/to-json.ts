// Writes the typed tree as the JSON form with canonical values. parseFiltering parses it to an equal tree.
import { unreachable } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import type { Condition, Filter, Ordered, Subject } from '../ast.ts'
import { timeText } from '../values.ts'

export function filterToJson(filter: Filter): JsonObject {
  switch (filter.kind) {
    case 'group':
      return { operator: filter.operator, conditions: filter.filters.map(filterToJson) }
    case 'not':
      return { operator: 'not', conditions: [filterToJson(filter.filter)] }
    case 'related':
      return { related: filter.relation, where: filterToJson(filter.filter) }
    default:
      return conditionToJson(filter)
  }
}

const jsonOf = (value: Json | Ordered): Json => (typeof value === 'bigint' ? timeText(value) : value)

const subjectToJson = (subject: Subject): Pick<ConditionJson, 'field' | 'key'> =>
  subject.kind === 'field' ? { field: subject.field } : { field: 'attributes', key: subject.path.text }

const setOptions = (options: Readonly<Record<string, boolean>>): Pick<ConditionJson, 'options'> => {
  const setOptionEntries = Object.entries(options).filter(([, isSet]) => isSet)
  return setOptionEntries.length === 0 ? {} : { options: Object.fromEntries(setOptionEntries) }
}

/** A condition in the JSON form. */
export type ConditionJson = {
  readonly field: string
  readonly key?: string
  readonly operator: string
  readonly value?: Json
  readonly options?: JsonObject
}

const operatorFor = (condition: Condition) => (operator: string, oppositeOperator: string) =>
  'negated' in condition && condition.negated ? { operator: oppositeOperator } : { operator }

type RecordsCondition = Extract<Condition, { readonly kind: 'records_in' | 'records_have' | 'records_exist' }>

/** A condition on the records of a span, such as its links. */
function recordsToJson(condition: RecordsCondition): ConditionJson {
  const withNegation = operatorFor(condition)
  switch (condition.kind) {
    case 'records_in':
      return {
        field: condition.field,
        ...withNegation('in', 'not_in'),
        value: condition.elements,
        ...setOptions({ all: condition.all }),
      }
    case 'records_have': {
      const key = condition.key === 'id' ? 'id' : `attributes.${condition.key.text}`
      return { field: condition.field, key, ...withNegation('has', 'has_not'), value: condition.value }
    }
    case 'records_exist':
      return { field: condition.field, ...withNegation('exists', 'not_exists') }
    default:
      return unreachable(condition)
  }
}

export function conditionToJson(condition: Condition): ConditionJson {
  const withNegation = operatorFor(condition)
  switch (condition.kind) {
    case 'is':
      return {
        ...subjectToJson(condition.subject),
        ...withNegation('is', 'is_not'),
        value: jsonOf(condition.value),
      }
    case 'in':
      return {
        ...subjectToJson(condition.subject),
        ...withNegation('in', 'not_in'),
        value: condition.values.map(jsonOf),
        ...setOptions({ all: condition.all }),
      }
    case 'compare':
      return {
        ...subjectToJson(condition.subject),
        operator: condition.operator,
        value: jsonOf(condition.value),
      }
    case 'between': {
      const value = [jsonOf(condition.low), jsonOf(condition.high)]
      return { ...subjectToJson(condition.subject), operator: 'btwn', value }
    }
    case 'text': {
      const options = setOptions({
        case_sensitive: condition.caseSensitive,
        exact_match: condition.exactMatch,
      })
      const { operator, value } = condition
      return { ...subjectToJson(condition.subject), operator, value, ...options }
    }
    case 'exists':
      return { ...subjectToJson(condition.subject), ...withNegation('exists', 'not_exists') }
    case 'records_in':
    case 'records_have':
    case 'records_exist':
      return recordsToJson(condition)
    case 'content':
      return { field: 'content', operator: 'contains', value: condition.query.text }
    default:
      return unreachable(condition)
  }
}
