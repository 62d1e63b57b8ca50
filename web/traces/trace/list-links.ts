// Links from a value on the trace page to the list of traces: filtered by the value, or with it as a column.
import {
  attributePrefix,
  columnsDefault,
  columnsText,
  parseColumns,
  withColumn,
} from '../../app/trace-list/column-list.ts'
import { tracesSearch, type TracesView } from '../../app/trace-list/url-state.ts'

/** The maximum length of a value in a condition; longer texts are searched by words. */
const filterCharsMax = 500

/** An attribute in the filter language: in brackets if the plain path would mean another field. */
export const fieldOfAttribute = (key: string): string =>
  /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(key) ? `attributes.${key}` : `attributes[${JSON.stringify(key)}]`

/** A condition that selects the value; undefined: the value is too long, or is not a text, number or boolean. */
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

/** The list that the trace was opened from, with the attribute as a column. */
export function listWithColumn(view: TracesView, key: string): TracesView {
  const columns = parseColumns(view.columns ?? columnsDefault)
  return tracesSearch({ ...view, columns: columnsText(withColumn(columns, `${attributePrefix}${key}`)) })
}
