// The cells of a row in a CSV file: as the list shows them, but numbers whole and times exact.
import { previewOfText } from '../../app/preview.ts'
import { costOf, durationMs, errorsOf, hasFailed, tokensOf, type Span } from '../../app/span.ts'
import { annotationPath, attributePrefix, type ShownColumn } from './column-list.ts'
import { judgementOf, judgementsOf, judgementText, type RowDetails } from './row-details.ts'
import { tagsText, valueAtPath, valueText } from './value-text.ts'

type Cell = string | number | undefined

const statusText = (span: Span): string =>
  hasFailed(span) ? 'failed' : errorsOf(span) > 0 ? 'with errors' : (span.trace?.state ?? 'ok')

/** Characters of inputs and outputs; the server sends no more of them for a list. */
const textMax = 300

const readers = new Map<string, (span: Span, details: RowDetails) => Cell>([
  ['name', (span) => span.span_name],
  ['input', (span) => previewOfText(span.preview?.inputs, textMax)],
  ['output', (span) => previewOfText(span.preview?.outputs, textMax)],
  ['status', statusText],
  [
    'scores',
    (span, details) =>
      judgementsOf(details.annotationsOf(span))
        .map(({ name, value }) => `${name}: ${judgementText(value)}`)
        .join('; '),
  ],
  ['duration', durationMs],
  ['tokens', tokensOf],
  ['cost', costOf],
  ['model', (span, details) => details.modelsOf(span).join(', ')],
  ['tags', tagsText],
  ['session', (span) => span.session_id],
  ['user', (span) => span.user_id],
  ['time', (span) => span.start_time],
])

const scalar = (value: unknown): Cell => (typeof value === 'number' ? value : valueText(value))

function cellOf(id: string, span: Span, details: RowDetails): Cell {
  const read = readers.get(id)
  if (read !== undefined) return read(span, details)
  if (id.startsWith(attributePrefix)) {
    return scalar(valueAtPath(span.attributes, id.slice(attributePrefix.length)))
  }
  const path = annotationPath(id)
  if (path === undefined) return undefined
  return scalar(judgementOf(details.annotationsOf(span), path.evaluator, path.output))
}

/** The units that the list shows beside its numbers. */
const heads: ReadonlyMap<string, string> = new Map([
  ['duration', 'duration_ms'],
  ['cost', 'cost_usd'],
  ['time', 'start_time'],
])

/** Ids come first: a row leads back to its span. */
export const csvHead = (columns: readonly ShownColumn[]): readonly string[] => [
  'trace_id',
  'span_id',
  ...columns.map(({ id }) => heads.get(id) ?? id),
]

export const csvRow = (columns: readonly ShownColumn[], span: Span, details: RowDetails): readonly Cell[] => [
  span.trace_id,
  span.span_id,
  ...columns.map(({ id }) => cellOf(id, span, details)),
]
