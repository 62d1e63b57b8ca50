// A span that is sent again replaces the stored one completely. The new copy does not include the log events that
// joined the stored one, so these events wait again before the span is replaced, and join the new copy.
import { createHash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type {
  RelationalStore,
  SpanPlace,
  SpanRow,
  SpanStore,
  WaitingLog,
} from '../../../storage/contract/contract.ts'
import { storedEvents } from '../rows/stored-otlp.ts'
import { eventText, occurrences } from './log-event.ts'

/** A stable id: an event that is detached twice, because the process died in between, waits once. */
const detachedLogId = (
  { project_id, trace_id, span_id }: SpanRow,
  { text, occurrence }: { readonly text: string; readonly occurrence: number },
): string =>
  createHash('sha256').update(`${project_id}${trace_id}${span_id}${occurrence}/${text}`).digest('hex')

/** Resolves when the log events of these spans durably wait again. */
export async function detachLogs(
  {
    spans,
    store,
    clock,
  }: { readonly spans: SpanStore; readonly store: RelationalStore; readonly clock: Clock },
  places: readonly SpanPlace[],
): Promise<void> {
  const logs: WaitingLog[] = []
  for (const [projectId, projectPlaces] of Map.groupBy(places, ({ project_id }) => project_id)) {
    for (const row of await spans.spans(projectId, projectPlaces)) {
      const occurrence = occurrences()
      for (const [index, event] of (storedEvents(row).logs ?? []).entries()) {
        const text = eventText(event)
        logs.push({
          id: detachedLogId(row, { text, occurrence: occurrence(text) }),
          projectId,
          traceId: row.trace_id,
          spanId: row.span_id,
          receiptId: '',
          actorId: row.created_by_id ?? '',
          receivedAt: clock.now(),
          index,
          event: text,
        })
      }
    }
  }
  if (logs.length > 0) await store.write((tx) => tx.insertWaitingLogs(logs))
}
