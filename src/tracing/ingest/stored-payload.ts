// The stored form of a request: its payload in the inbox and its refused spans, redacted by the rules of the project.
import type { Clock } from '../../kernel/clock.ts'
import type { InboxEntry, InboxReads, Rejection, SpanPayloadForm } from '../../storage/contract/contract.ts'
import type { RefusedSpan } from '../otlp/span.ts'
import type { RowBuilderPool } from './row-builders/row-builders.ts'
import { onlySpan } from './payloads/payload.ts'
import type { RulesText } from './rules.ts'

/** The redaction rules of the project. Undefined without any. */
export async function redactionRules(
  reads: Pick<InboxReads, 'projectSetting'>,
  projectId: string,
): Promise<RulesText | undefined> {
  const setting = await reads.projectSetting(projectId, 'redaction')
  if (setting === undefined || setting.value === '[]') return undefined
  return { prices: undefined, pricesVersion: undefined, redaction: setting.value }
}

/** Redacts the payload if necessary, because the inbox is a store too. */
export async function storedEntry(
  rowBuilders: Pick<RowBuilderPool, 'redactedPayload'>,
  entry: InboxEntry,
  rules: RulesText | undefined,
): Promise<InboxEntry> {
  if (rules === undefined) return entry
  return { ...entry, payload: await rowBuilders.redactedPayload(entry.form, entry.payload, rules) }
}

/**
 * Limit of ids in the list of rejected spans. An invalid id may be any text of any length. The span is stored as sent.
 */
const listedIdLengthMax = 64
const shownId = (id: string | undefined): string | undefined =>
  id?.slice(0, listedIdLengthMax).toWellFormed().replaceAll('\u0000', '\uFFFD')

/** A text that could be an id. Any other text may be private. */
const idLike = (id: string | undefined): string | undefined =>
  id !== undefined && /^[0-9a-fx-]{0,64}$/i.test(id) ? id : undefined

/**
 * Returns a function that removes resource and scope from a refused span once their copies together are longer than the
 * request: one large resource would otherwise be stored with each of many small spans.
 */
function contextLimiter(bytesMax: number): (span: RefusedSpan) => RefusedSpan {
  let remaining = bytesMax
  return (span) => {
    remaining -= (span.resource?.length ?? 0) + (span.scope?.length ?? 0)
    const { resource: _, scope: __, ...spanAlone } = span
    return remaining < 0 ? spanAlone : span
  }
}

/** Undecodable text cannot be redacted, so the span itself is not stored if there are rules. */
export function rejectionsOf(
  clock: Clock,
  {
    entry,
    refusedSpans,
  }: { readonly entry: InboxEntry<SpanPayloadForm>; readonly refusedSpans: readonly RefusedSpan[] },
  rules: RulesText | undefined,
): readonly Rejection[] {
  const limitContext = contextLimiter(entry.payload.length)
  const hasRules = rules !== undefined
  return refusedSpans.map((span) => ({
    id: clock.id(),
    projectId: entry.projectId,
    receiptId: entry.id,
    actorId: entry.actorId,
    receivedAt: entry.receivedAt,
    index: span.index,
    traceId: hasRules ? idLike(span.traceId) : shownId(span.traceId),
    spanId: hasRules ? idLike(span.spanId) : shownId(span.spanId),
    reason: hasRules ? `${span.reason}; not stored, because the project has redaction rules` : span.reason,
    form: entry.form,
    payload: hasRules ? undefined : onlySpan(entry.form, limitContext(span)),
  }))
}
