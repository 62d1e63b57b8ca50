// The stored form of a request: its payload in the inbox and its refused spans, redacted by the rules of the project.
import type { Clock } from '../../kernel/clock.ts'
import type { InboxEntry, InboxReads, Rejection, SpanPayloadForm } from '../../storage/contract/contract.ts'
import type { RefusedSpan } from '../otlp/span.ts'
import type { RowBuilderPool } from './row-builders/row-builders.ts'
import { onlySpan } from './payloads/payload.ts'
import type { RulesText } from './rules.ts'

/** The redaction rules of the project; undefined when it hides nothing. */
export async function hidingRules(
  reads: Pick<InboxReads, 'projectSetting'>,
  projectId: string,
): Promise<RulesText | undefined> {
  const setting = await reads.projectSetting(projectId, 'redaction')
  if (setting === undefined || setting.value === '[]') return undefined
  return { prices: undefined, pricesVersion: undefined, redaction: setting.value }
}

/** The inbox is a store too: what a project hides is hidden before it is put there. */
export async function keptEntry(
  rowBuilders: Pick<RowBuilderPool, 'redacted'>,
  entry: InboxEntry,
  rules: RulesText | undefined,
): Promise<InboxEntry> {
  if (rules === undefined) return entry
  return { ...entry, payload: await rowBuilders.redacted(entry.form, entry.payload, rules) }
}

/** Ids in the list of rejected spans; what is no id may be any text, of any length. The span itself is kept as sent. */
const shownIdLengthMax = 64
const shownId = (id: string | undefined): string | undefined =>
  id?.slice(0, shownIdLengthMax).toWellFormed().replaceAll('\u0000', '\uFFFD')

/** An id as far as it can be one: any other text may be private. */
const idLike = (id: string | undefined): string | undefined =>
  id !== undefined && /^[0-9a-fx-]{0,64}$/i.test(id) ? id : undefined

/**
 * Every refused span is kept with its resource and scope, as long as these copies together are no longer than the
 * request: one large resource over many small spans would become many times what was sent.
 */
function aloneWithin(bytesMax: number): (span: RefusedSpan) => RefusedSpan {
  let left = bytesMax
  return (span) => {
    left -= (span.resource?.length ?? 0) + (span.scope?.length ?? 0)
    const { resource: _, scope: __, ...bare } = span
    return left < 0 ? bare : span
  }
}

/** Nothing can be hidden in what cannot be read, so where there are rules the span itself is not kept. */
export function rejectionsOf(
  clock: Clock,
  {
    entry,
    refused,
  }: { readonly entry: InboxEntry<SpanPayloadForm>; readonly refused: readonly RefusedSpan[] },
  rules: RulesText | undefined,
): readonly Rejection[] {
  const alone = aloneWithin(entry.payload.length)
  const isHiding = rules !== undefined
  return refused.map((span) => ({
    id: clock.id(),
    projectId: entry.projectId,
    receiptId: entry.id,
    actorId: entry.actorId,
    receivedAt: entry.receivedAt,
    index: span.index,
    traceId: isHiding ? idLike(span.traceId) : shownId(span.traceId),
    spanId: isHiding ? idLike(span.spanId) : shownId(span.spanId),
    reason: isHiding ? `${span.reason}; not kept, because the project has redaction rules` : span.reason,
    form: entry.form,
    payload: isHiding ? undefined : onlySpan(entry.form, alone(span)),
  }))
}
