// Parses the JSON form of a filter to the typed tree. Every field error is listed with its location; a condition that
// cannot be applied is refused with a message that ends with its location. `parse-condition.ts` checks one condition,
// `to-json.ts` is the inverse. Imports the filter fields and the kernel.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { bool } from '../../../kernel/validation.ts'
import { emptyFilter, type Filter, type Relation } from '../ast.ts'
import { isField, isOperator, operators, unknownField } from '../fields.ts'
import { type ConditionOptions, readCondition } from './parse-condition.ts'
import { addFieldError, type Loc, noProblems, type Problems, problemsError, refuse } from '../problems.ts'
import { ownMember } from '../../../kernel/own.ts'
import { filterLevelsMax, FilterSize } from './size.ts'

export const groupOperators = ['and', 'or', 'not', 'nand', 'nor'] as const
export const relations: readonly Relation[] = [
  'any',
  'head',
  'root',
  'parent',
  'child',
  'annotation',
  'trace',
  'span',
]

/** Absent and null restrict nothing. Throws a 422 `validation_failed` or a 400 `filter_invalid`. */
export function parseFiltering(value: unknown, loc: Loc): Filter {
  const problems = noProblems()
  const filter = readFiltering(value, { loc, problems })
  const error = problemsError(problems)
  if (error !== undefined) throw error
  return filter
}

/** As parseFiltering, for callers that collect further problems. */
export function readFiltering(
  value: unknown,
  { loc, problems }: { readonly loc: Loc; readonly problems: Problems },
): Filter {
  if (value === undefined || value === null) return emptyFilter
  const size = new FilterSize()
  const errorsBefore = problems.fieldErrors.length
  const depth = { tooDeep: false }
  const filter = readNode(value, { loc, problems, level: 1, size, depth })
  const tooDeep = depth.tooDeep && { message: `The filter has more than ${filterLevelsMax} levels.`, loc }
  const excess = tooDeep || size.excess
  if (excess !== undefined) {
    // A filter that was not read to its end is refused only for its size.
    problems.fieldErrors.length = errorsBefore
    problems.refusals.unshift(excess)
  }
  return filter ?? emptyFilter
}

interface Visit {
  readonly loc: Loc
  readonly problems: Problems
  readonly level: number
  /** Shared by the full walk. */
  readonly size: FilterSize
  readonly depth: { tooDeep: boolean }
}

const nestedVisit = (visit: Visit, ...parts: Loc): Visit => ({ ...visit, loc: [...visit.loc, ...parts] })

const hasValue = (object: JsonObject, key: string): boolean =>
  Object.hasOwn(object, key) && ownMember(object, key) !== null

function readNode(value: unknown, visit: Visit): Filter | undefined {
  if (!visit.size.addNode(visit.loc)) return undefined
  if (!isJsonObject(value)) {
    addFieldError(visit.problems, {
      type: 'dict_type',
      loc: visit.loc,
      detail: { msg: 'Input should be an object.', input: value },
    })
    return undefined
  }
  if (hasValue(value, 'conditions')) return readGroup(value, visit)
  if (hasValue(value, 'field')) return readLeaf(value, visit)
  if (hasValue(value, 'related')) return readRelated(value, visit)
  const isBareGroup = Object.keys(value).every((key) => key === 'operator' || key === 'conditions')
  if (isBareGroup && !isOperator(value['operator'])) return readGroup(value, visit)
  addFieldError(visit.problems, {
    type: 'missing',
    loc: [...visit.loc, 'field'],
    detail: { msg: 'Field required.' },
  })
  return undefined
}

function readGroup(value: JsonObject, visit: Visit): Filter | undefined {
  if (visit.level > filterLevelsMax) {
    visit.depth.tooDeep = true
    return undefined
  }
  const word = value['operator'] ?? 'and'
  const operator = groupOperators.find((candidate) => candidate === word)
  if (operator === undefined) {
    const msg = `Input should be one of ${groupOperators.join(', ')}.`
    addFieldError(visit.problems, {
      type: 'enum',
      loc: [...visit.loc, 'operator'],
      detail: { msg, input: word },
    })
    return undefined
  }
  const conditions = value['conditions'] ?? []
  if (!isJsonList(conditions)) {
    const detail = { msg: 'Input should be a list.', input: conditions }
    addFieldError(visit.problems, { type: 'list_type', loc: [...visit.loc, 'conditions'], detail })
    return undefined
  }
  const innerVisit = { ...visit, level: visit.level + 1 }
  const filters: Filter[] = []
  for (const [i, condition] of conditions.entries()) {
    const filter = readNode(condition, nestedVisit(innerVisit, 'conditions', i))
    if (filter !== undefined) filters.push(filter)
    if (visit.size.excess !== undefined) return undefined
  }
  if (operator !== 'not') return { kind: 'group', operator, filters }
  if (conditions.length !== 1)
    return refuse(visit.problems, { loc: visit.loc, message: `'not' takes exactly one condition.` })
  const [filter] = filters
  return filter === undefined ? undefined : { kind: 'not', filter }
}

/** `{"related": "child", "where": Filtering}`: a relation to other spans, or a switch of scope. */
function readRelated(value: JsonObject, visit: Visit): Filter | undefined {
  if (visit.level > filterLevelsMax) {
    visit.depth.tooDeep = true
    return undefined
  }
  const relation = relations.find((word) => word === value['related'])
  if (relation === undefined) {
    const detail = { msg: `Input should be one of ${relations.join(', ')}.`, input: value['related'] }
    addFieldError(visit.problems, { type: 'enum', loc: [...visit.loc, 'related'], detail })
  }
  if (!hasValue(value, 'where')) {
    addFieldError(visit.problems, {
      type: 'missing',
      loc: [...visit.loc, 'where'],
      detail: { msg: 'Field required.' },
    })
    return undefined
  }
  const filter = readNode(value['where'], nestedVisit({ ...visit, level: visit.level + 1 }, 'where'))
  return relation === undefined || filter === undefined ? undefined : { kind: 'related', relation, filter }
}

function readLeaf(value: JsonObject, visit: Visit): Filter | undefined {
  const { loc, problems } = visit
  const errorsBefore = problems.fieldErrors.length
  const { field, key = null, operator: sentOperator } = value
  const operator = sentOperator ?? 'is'
  if (!visit.size.addCondition({ field, key, value: value['value'] ?? null }, loc)) return undefined
  if (typeof field !== 'string') {
    addFieldError(problems, {
      type: 'string_type',
      loc: [...loc, 'field'],
      detail: {
        msg: 'Input should be a string.',
        input: field,
      },
    })
  }
  if (key !== null && typeof key !== 'string') {
    addFieldError(problems, {
      type: 'string_type',
      loc: [...loc, 'key'],
      detail: { msg: 'Input should be a string.', input: key },
    })
  }
  if (!isOperator(operator)) {
    const detail = { msg: `Input should be one of ${operators.join(', ')}.`, input: operator }
    addFieldError(problems, { type: 'enum', loc: [...loc, 'operator'], detail })
  }
  const options = readOptions(value['options'] ?? {}, nestedVisit(visit, 'options'))
  const hasValidShape = problems.fieldErrors.length === errorsBefore
  if (!hasValidShape || typeof field !== 'string' || !isOperator(operator)) return undefined
  if (!isField(field)) return refuse(problems, { loc, message: unknownField(field) })
  const sentKey = typeof key === 'string' ? key : undefined
  return readCondition(
    { field, key: sentKey, operator, value: value['value'] ?? null, options },
    { loc, problems },
  )
}

function readOptions(input: Json, visit: Visit): ConditionOptions {
  if (!isJsonObject(input)) {
    addFieldError(visit.problems, {
      type: 'dict_type',
      loc: visit.loc,
      detail: { msg: 'Input should be an object.', input },
    })
    return { caseSensitive: false, exactMatch: false, all: false }
  }
  const option = (name: string): boolean => {
    const result = bool.safeParse(ownMember(input, name) ?? false)
    if (result.success) return result.data
    const detail = { msg: 'Input should be a boolean.', input: ownMember(input, name) }
    addFieldError(visit.problems, { type: 'bool_type', loc: [...visit.loc, name], detail })
    return false
  }
  return { caseSensitive: option('case_sensitive'), exactMatch: option('exact_match'), all: option('all') }
}
