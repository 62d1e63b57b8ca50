// The structure of filters, for the OpenAPI document. docs/filters.md has the table of operators and values of each
// field, which tracing/filter checks.
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
    ...stated('docs/filters.md lists the operators, keys and values of each field.'),
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
      'A span of the same trace with this relation must satisfy `where`. With `trace`, different spans of the trace may satisfy its conditions; with `span`, one span must satisfy all of them.',
      'conditions and field are not allowed beside related.',
    ),
  })

export const filterTree: z.ZodType = z
  .union([group, condition, relation])
  .meta({ id: 'Filter', description: 'A tree of conditions; see docs/filters.md.' })

export const filterLine = z
  .string()
  .meta({ id: 'FilterText', description: 'The filter as one line: `status_code = STATUS_CODE_ERROR`.' })
