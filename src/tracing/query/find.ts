// Finds the spans of one trace that contain a text in their attributes (keys and values), events or status message.
// People search the page of a trace by parts of words, which the word index does not support. So the texts are read,
// but only those of this trace.
import { fullAttributes, type QueryScope, type SpanQueries } from '../../storage/contract/contract.ts'
import { createBinder } from '../filter/compile/bind.ts'
import { windowLimitMax } from '../filter/windowing.ts'

export interface FindRequest {
  readonly traceId: string
  /** Ignores case. */
  readonly text: string
}

/** The text as it appears inside a JSON string. */
const escapedInJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The ids of the spans, oldest first, at most `windowLimitMax`. */
export async function findInTrace(
  queries: SpanQueries,
  scope: QueryScope,
  { traceId, text }: FindRequest,
): Promise<readonly string[]> {
  const bind = createBinder('f')
  const [trace, plainText, escapedText] = [
    bind.text(traceId),
    bind.text(text),
    bind.text(escapedInJson(text)),
  ]
  const contains = (haystack: string, needle: string): string =>
    `positionCaseInsensitiveUTF8(${haystack}, ${needle}) > 0`
  const tests = [
    contains(fullAttributes, escapedText),
    `arrayExists(event -> ${contains('event', escapedText)}, events)`,
    contains(`ifNull(status_message, '')`, plainText),
  ]
  const { rows } = await queries.page(
    { ...scope, columns: new Set(['span_id']) },
    {
      where: { sql: `trace_id = ${trace} AND (${tests.join(' OR ')})`, params: bind.params() },
      bounds: { sql: 'true', params: {} },
      order: 'ascending',
      limit: windowLimitMax,
    },
  )
  return rows.map(({ span_id }) => span_id)
}
