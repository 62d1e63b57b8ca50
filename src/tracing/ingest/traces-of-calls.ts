// Restricts the traces that a program writes with its call-scoped key: the trace of its call, or the first other trace
// that it starts. It cannot add to or replace spans of others.
import { AssayError } from '../../kernel/errors.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'

/** A program called by the server, and the traces that it sends. */
export interface SentByProgram {
  readonly projectId: string
  /** The call-scoped key, which no other call shares. */
  readonly actorId: string
  readonly traceOfCall: string
  readonly traceIds: ReadonlySet<string>
}

/** The most recorded calls. Each ends within minutes. */
const callsMax = 10_000

const forbidden = (traceId: string): AssayError =>
  new AssayError(
    'forbidden',
    `The key of a call can only write spans of the trace of that call; ${traceId} is a different trace.`,
  )

export type RefuseOtherTraces = (sent: SentByProgram) => Promise<void>

export function createRefusal(spans: Pick<SpanStore, 'facts'>): RefuseOtherTraces {
  const startedTraces = new Map<string, string>()
  return async ({ projectId, actorId, traceOfCall, traceIds }) => {
    for (const traceId of traceIds) {
      if (traceId === traceOfCall) continue
      const actorTraces = startedTraces.get(actorId)
      if (actorTraces !== undefined && actorTraces !== traceId) throw forbidden(traceId)
      const storedFacts = await spans.facts(projectId, [traceId])
      if (storedFacts.some(({ created_by_id }) => created_by_id !== actorId)) throw forbidden(traceId)
      startedTraces.set(actorId, traceId)
      const [oldest] = startedTraces.keys()
      if (startedTraces.size > callsMax && oldest !== undefined) startedTraces.delete(oldest)
    }
  }
}
