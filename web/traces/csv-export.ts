// The rows of the list as CSV, page after page, with the columns that it shows.
import { nextWindowing, type Api, type SpanWindowing } from '../app/api.ts'
import { asSpan } from '../app/span.ts'
import { csvText } from '../ui/csv.ts'
import { columnsDefault, parseColumns, wantedDetails } from './columns/column-list.ts'
import { csvHead, csvRow } from './columns/csv-values.ts'
import { annotationsOfRows, modelCallsOfRows } from './columns/details-requests.ts'
import { rowDetails } from './columns/row-details.ts'
import { boundsIn, fieldsOf, listed } from './queries.ts'
import type { TracesView } from './search.ts'

const pageRows = 500

/** Held as parts of a file, not as one text. */
export async function csvOf(api: Api, view: TracesView): Promise<Blob> {
  const columns = parseColumns(view.columns ?? columnsDefault)
  const wanted = wantedDetails(columns)
  const { oldest, newest } = boundsIn(view)
  let windowing: SpanWindowing | undefined = {
    oldest: new Date(oldest).toISOString(),
    newest: new Date(newest).toISOString(),
    limit: pageRows,
    ...(view.order === undefined ? {} : { order: view.order }),
  }
  const parts = [csvText([csvHead(columns)])]
  while (windowing !== undefined) {
    const page: Awaited<ReturnType<Api['spans']['query']>> = await api.spans.query({
      ...listed(view),
      fields: fieldsOf(view),
      windowing,
    })
    const rows = page.spans.map(asSpan)
    const isAsked = rows.length > 0
    const [annotations, calls] = await Promise.all([
      isAsked && wanted.annotations ? annotationsOfRows(api, rows) : [],
      isAsked && wanted.models ? modelCallsOfRows(api, rows) : [],
    ])
    const details = rowDetails({ annotations, calls, isSpans: view.focus === 'spans' })
    parts.push(csvText(rows.map((span) => csvRow(columns, span, details))))
    windowing = nextWindowing(page.windowing)
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
