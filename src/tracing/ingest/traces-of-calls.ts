// Which traces a program writes with the key that it is lent: that of its call, or, where it begins a trace of its own, the
// first other one. What others have stored is not its to add to or to replace.
import { AssayError } from '../../kernel/errors.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'

/** A program that the server calls, and what it sends. */
export interface SentByProgram {
  readonly projectId: string
  /** The key that was lent to it, which it shares with no other call. */
  readonly actorId: string
  readonly traceOfCall: string
  readonly traceIds: ReadonlySet<string>
}

/** Calls that are remembered; each ends within minutes. */
const callsMax = 10_000

const forbidden = (traceId: string): AssayError =>
  new AssayError(
    'forbidden',
    `The key of a call writes spans of the trace of that call only; ${traceId} is another.`,
  )

export type RefuseOtherTraces = (sent: SentByProgram) => Promise<void>

export function createRefusal(spans: Pick<SpanStore, 'facts'>): RefuseOtherTraces {
  const begun = new Map<string, string>()
  return async ({ projectId, actorId, traceOfCall, traceIds }) => {
    for (const traceId of traceIds) {
      if (traceId === traceOfCall) continue
      const own = begun.get(actorId)
      if (own !== undefined && own !== traceId) throw forbidden(traceId)
      const stored = await spans.facts(projectId, [traceId])
      if (stored.some(({ created_by_id }) => created_by_id !== actorId)) throw forbidden(traceId)
      begun.set(actorId, traceId)
      const [oldest] = begun.keys()
      if (begun.size > callsMax && oldest !== undefined) begun.delete(oldest)
    }
  }
}
