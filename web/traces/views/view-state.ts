// The content of a saved view. Two views are equal if they list and show the same, even if only one of them writes out a
// default.
import { columnsDefault, columnsText, parseColumns } from '../../app/trace-list/column-list.ts'
import { rangeDefault, tracesSearch, type TracesView } from '../../app/trace-list/url-state.ts'

/** Filter and layout of the view, without its name. */
export const stateOf = ({ view: _, open: __, ...state }: TracesView): TracesView => tracesSearch(state)

/** Members of a saved query besides filter and focus. */
export const layoutOf = ({ range, columns, order, sort }: TracesView) => ({
  range: range ?? rangeDefault,
  columns: columns ?? columnsDefault,
  ...(order === undefined ? {} : { order }),
  ...(sort === undefined ? {} : { sort }),
})

const comparableState = (view: TracesView): string =>
  JSON.stringify([
    view.focus ?? 'traces',
    view.filter ?? '',
    view.range ?? rangeDefault,
    view.order ?? 'descending',
    view.sort ?? 'time',
    columnsText(parseColumns(view.columns ?? columnsDefault)),
  ])

export const isSameView = (a: TracesView, b: TracesView): boolean => comparableState(a) === comparableState(b)
