// Filters as the OpenAPI document shows them: their structure. docs/filters.md has the table of operators and values of
// each field, which tracing/filter checks.
import { z } from 'zod'
import { bool, json, optional } from '../../../kernel/validation.ts'
import { fields, operators, type Field } from '../../../tracing/filter/fields.ts'
import { groupOperators, relations } from '../../../tracing/filter/tree/parse.ts'
import { stated } from '../../stated-rules.ts'

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
    ...stated('Which operators, keys and values a field takes: docs/filters.md.'),
  })

const group = z
  .object({
    operator: optional(z.enum(groupOperators)),
    conditions: optional(z.array(z.lazy((): z.ZodType => filterTree))),
  })
  .meta({
    id: 'FilterGroup',
    ...stated('conditions is required. The operator not takes exactly one condition.'),
  })

const relation = z
  .object({ related: z.enum(relations as [string, ...string[]]), where: z.lazy((): z.ZodType => filterTree) })
  .meta({
    id: 'FilterRelation',
    ...stated(
      'Some span of the same trace with this relation satisfies where. With trace each condition of where is about the whole trace; with span all are about one span.',
      'conditions and field are not allowed beside related.',
    ),
  })

export const filterTree: z.ZodType = z
  .union([group, condition, relation])
  .meta({ id: 'Filter', description: 'A tree of conditions; see docs/filters.md.' })

export const filterLine = z
  .string()
  .meta({ id: 'FilterText', description: 'The filter as one line: `status_code = STATUS_CODE_ERROR`.' })
