// Variables of promptfoo's tests: lists are expanded to one row per combination, and `{{name}}` is replaced.
import { jsonText } from '../../reading/exact-json.ts'
import { isRecord, type DataRecord } from '../../reading/record.ts'

/** More combinations are an error in a configuration. */
export const combinationsMax = 10_000

/** One record for each combination of the members of lists. */
export function expandVars(vars: DataRecord): readonly DataRecord[] {
  let rows: readonly DataRecord[] = [{}]
  for (const [name, value] of Object.entries(vars)) {
    const values: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value]
    if (rows.length * values.length > combinationsMax)
      throw new Error(`the variables have more than ${combinationsMax} combinations`)
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })))
  }
  return rows
}

function lookUp(vars: DataRecord, path: string): unknown {
  let value: unknown = vars
  for (const name of path.split('.')) {
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

/** Replaces `{{name}}` by the variable. Other expressions of templates stay. */
export function resolveTemplates(value: unknown, vars: DataRecord): unknown {
  if (Array.isArray(value)) return value.map((member) => resolveTemplates(member, vars))
  if (typeof value !== 'string') return value
  return value.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (text, path: string) => {
    const variable = lookUp(vars, path)
    return variable === undefined ? text : typeof variable === 'string' ? variable : jsonText(variable)
  })
}

/** The variables of one row; a variable may refer to others. */
export const resolvedVars = (vars: DataRecord): DataRecord =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, resolveTemplates(value, vars)]))
