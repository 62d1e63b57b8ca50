// Ways from a value on the page of a trace to the list of traces: filtered by the value, or with it as a column.
import {
  attributePrefix,
  columnsDefault,
  columnsText,
  parseColumns,
  withColumn,
} from '../columns/column-list.ts'
import { tracesSearch, type TracesView } from '../search.ts'

/** Longer texts are found by their words, not by typing them whole. */
const filterCharsMax = 500

/** An attribute as the filter language names it: with brackets where a plain path would be read as something else. */
export const fieldOfAttribute = (key: string): string =>
  /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(key) ? `attributes.${key}` : `attributes[${JSON.stringify(key)}]`

/** A condition that the value satisfies; undefined: no short one does. */
export function conditionFor(field: string, value: unknown): string | undefined {
  const isShort = typeof value === 'string' && value.length <= filterCharsMax
  if (isShort || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return `${field} = ${JSON.stringify(value)}`
  }
  return undefined
}

/** The list with this condition, in the time range and columns of the list that the trace was opened from. */
export function listWith(view: TracesView, condition: string): TracesView {
  const { range, columns } = view
  return tracesSearch({ range, columns, filter: condition })
}

/** The list that the trace is from, with the attribute as one more column. */
export function listWithColumn(view: TracesView, key: string): TracesView {
  const columns = parseColumns(view.columns ?? columnsDefault)
  return tracesSearch({ ...view, columns: columnsText(withColumn(columns, `${attributePrefix}${key}`)) })
}
