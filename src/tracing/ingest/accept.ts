// src/tracing/ingest: from an accepted request to stored spans. accept.ts writes the inbox, worker.ts empties it, and
// write-traces.ts writes rows. Sub-folders: payloads/ (decoding), rows/, logs/, and row-builders/ (worker threads).
// Imports otlp/, canonical/, filter/, prices/ and redaction/, and the modules below tracing. Start here.
//
// Accepting a request: spans with valid ids are durably stored in the inbox before the response. Other spans are
// refused one by one and listed in the receipt.
import type { Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { UsageCaps } from '../../access/usage.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import type {
  InboxEntry,
  LogPayloadForm,
  PayloadForm,
  Receipt,
  Rejection,
  RelationalReads,
  RelationalStore,
  SpanPayloadForm,
} from '../../storage/contract/contract.ts'
import type { RefusedSpan } from '../otlp/span.ts'
import { redactionRules, storedEntry, rejectionsOf } from './stored-payload.ts'
import type { IngestMetrics } from './metrics.ts'
import type { RowBuilderPool } from './row-builders/row-builders.ts'
import type { RulesText } from './rules.ts'
import { isLogForm } from './logs/log-event.ts'
import { addressedLogs } from './addressed-logs.ts'
import {
  addressedPayload,
  addressedRequest,
  joinedPayload,
  type AddressedPayload,
} from './payloads/payload.ts'
import { sentRecords, type RecordsForm } from './payloads/sent-records.ts'
import type { RefuseOtherTraces } from './traces-of-calls.ts'

/** The project and the author of a request. */
export interface Sender {
  readonly projectId: string
  readonly actorId: string
  /** The trace of the call that a program executes. Absent: any trace may be written. */
  readonly traceOfCall?: string | undefined
  readonly store: RelationalStore
}

export interface SpanLinkIds {
  readonly trace_id: string
  readonly span_id: string
}

export interface AcceptedSpans {
  readonly receiptId: string
  /** Accepted spans in the order received. */
  readonly links: readonly SpanLinkIds[]
  readonly refusedSpans: readonly RefusedSpan[]
}

export interface Ingest {
  /**
   * Resolves when the accepted spans are durable. Refuses an undecodable payload, or any payload if the inbox is full.
   */
  accept(
    sender: Sender,
    request: {
      readonly form: SpanPayloadForm
      readonly bytes: Uint8Array
      /** Whether a request with spans but none with valid ids is an error that stores nothing. */
      readonly requiresSpans: boolean
    },
  ): Promise<AcceptedSpans>
  /** Accepts the span records of a JSON body. */
  acceptRecords(
    sender: Sender,
    request: { readonly form: RecordsForm; readonly body: Uint8Array },
  ): Promise<AcceptedSpans>
  /**
   * Resolves when the records that belong to spans are durable. They join their spans in either order of arrival.
   * Events of coding agents are accepted as spans.
   */
  acceptLogs(
    sender: Sender,
    request: { readonly form: LogPayloadForm; readonly bytes: Uint8Array },
  ): Promise<AcceptedLogs>
  /** Processes rejected spans again. Those that are refused again stay rejected. Unknown id: not_found. */
  retry(sender: Sender, rejectionIds: readonly string[]): Promise<RetriedSpans>
}

export interface AcceptedLogs {
  /** Undefined if there was nothing to store. */
  readonly receiptId: string | undefined
  /** The number of records that neither belong to a span nor become one. */
  readonly ignoredCount: number
}

export interface RetriedSpans {
  readonly links: readonly SpanLinkIds[]
  /** One per form in which the spans were sent. */
  readonly receiptIds: readonly string[]
}

export interface IngestParts {
  readonly clock: Clock
  readonly reads: () => RelationalReads
  readonly inboxBytesMax: number
  /** Projects of one party share its limit of the inbox. */
  readonly partyOf: PartyOf
  /** Limit of the rejected spans in one retry. */
  readonly retryBytesMax: number
  /** Redacts payloads before they are stored. */
  readonly rowBuilders: Pick<
    RowBuilderPool,
    'redactedPayload' | 'addressedRequest' | 'addressedLogs' | 'sentRecords'
  >
  /** Throws unless a program may write to these traces. */
  readonly refuseOtherTraces: RefuseOtherTraces
  readonly metrics: IngestMetrics
  /** Limits on the usage of a project in a day. */
  readonly usageCaps: Pick<UsageCaps, 'refuse' | 'add'>
  /** Called after an entry was added to the inbox. */
  readonly onAppended: () => void
}

/** Maximum age of the cached size of the inbox. */
const sizeAgeMsMax = 250

/**
 * A project may occupy this many times the free part of the inbox: a single one three quarters, two that send too much
 * three sevenths each. There is always room for one more project.
 */
const shareOfFree = 3

/** The size of the inbox, read at intervals. Bytes that this process appends in between are added. */
function inboxGauge({ reads, inboxBytesMax, partyOf }: IngestParts) {
  let sizes = new Map<string, number>()
  let bytes = 0
  let readAtMs = 0
  const add = (projectId: string, count: number): void => {
    const party = partyOf(projectId)
    bytes += count
    sizes.set(party, (sizes.get(party) ?? 0) + count)
  }
  return {
    async refuseWhenFull(projectId: string): Promise<void> {
      if (Date.now() - readAtMs > sizeAgeMsMax) {
        readAtMs = Date.now()
        const inboxSizes = await reads().inboxSizes()
        sizes = new Map()
        bytes = 0
        for (const [project, size] of inboxSizes) add(project, size)
      }
      const partyBytes = sizes.get(partyOf(projectId)) ?? 0
      if (partyBytes <= shareOfFree * (inboxBytesMax - bytes)) return
      throw new AssayError(
        'too_many_requests',
        `Spans arrive faster than they are stored: ${partyBytes} bytes of this project are waiting, ${bytes} in total (setting inbox_bytes_max).`,
        { headers: { 'Retry-After': '2' } },
      )
    },
    add,
  }
}

/** The error message if spans cannot be made durable. */
export const queueFailureMessage = 'Failed to queue spans for processing.'

const asQueueFailure = (error: unknown): unknown =>
  error instanceof AssayError && error.code === 'unavailable'
    ? new AssayError('unavailable', queueFailureMessage, {
        cause: error,
        headers: { 'Retry-After': error.headers['Retry-After'] ?? '5' },
      })
    : error

function refuseLargeRetry(rejections: readonly { readonly payload: Uint8Array }[], bytesMax: number): void {
  const bytes = rejections.reduce((sum, { payload }) => sum + payload.length, 0)
  if (bytes <= bytesMax) return
  throw new AssayError(
    'payload_too_large',
    `These spans have ${bytes} bytes; retry fewer of them at once. ` +
      `The limit is ingest_inflated_bytes_max (${bytesMax} bytes).`,
  )
}

interface Request<Form extends PayloadForm> {
  readonly entry: InboxEntry<Form>
  readonly receipt: Receipt
  readonly links: readonly SpanLinkIds[]
  readonly refusedSpans: readonly RefusedSpan[]
}

type RejectionsFor = (rules: RulesText | undefined) => readonly Rejection[]

interface SentPayload<Form extends PayloadForm> {
  readonly form: Form
  readonly bytes: Uint8Array
  readonly payload: AddressedPayload
}

/** Longer payloads are decoded in a thread: 1 MiB of JSON takes up to 300 ms, of protobuf a few milliseconds. */
const jsonBytesMax = 128 * 1024
const protobufBytesMax = 4 * 1024 * 1024
export const isLong = (form: PayloadForm, { length }: Uint8Array): boolean =>
  length > (form.endsWith('protobuf') ? protobufBytesMax : jsonBytesMax)

/** Makes requests durable: receipt, payload and refused spans in one transaction. */
class RequestQueue {
  readonly #parts: IngestParts
  readonly #gauge: ReturnType<typeof inboxGauge>

  constructor(parts: IngestParts) {
    this.#parts = parts
    this.#gauge = inboxGauge(parts)
  }

  newRequest<Form extends PayloadForm>(sender: Sender, sentPayload: SentPayload<Form>): Request<Form> {
    const { clock } = this.#parts
    const {
      form,
      bytes,
      payload: { spans, refusedSpans },
    } = sentPayload
    const receiptId = clock.id()
    const receivedAt = clock.now()
    const { projectId, actorId } = sender
    const entry: InboxEntry<Form> = { id: receiptId, projectId, actorId, receivedAt, form, payload: bytes }
    const receipt: Receipt = {
      id: receiptId,
      projectId,
      receivedAt,
      finishedAt: spans.length === 0 ? receivedAt : undefined,
      kind: isLogForm(form) ? 'logs' : 'spans',
      received: spans.length + refusedSpans.length,
      accepted: spans.length,
      stored: 0,
    }
    const links = spans.map(({ traceId, spanId }) => ({ trace_id: traceId, span_id: spanId }))
    return { entry, receipt, links, refusedSpans }
  }

  /** Resolves when the request is durable. */
  async add(
    sender: Sender,
    {
      request,
      rejectionsFor,
    }: { readonly request: Request<PayloadForm>; readonly rejectionsFor: RejectionsFor },
  ): Promise<void> {
    const { rowBuilders, usageCaps, metrics, onAppended } = this.#parts
    const { receipt } = request
    try {
      await this.#refuseOtherTraces(sender, request.links)
      const rules = await this.#admit(sender)
      const rejections = rejectionsFor(rules)
      const entry = receipt.accepted === 0 ? undefined : await storedEntry(rowBuilders, request.entry, rules)
      await sender.store.write(async (tx) => {
        await tx.insertReceipt(receipt)
        await tx.insertRejections(rejections)
        if (entry !== undefined) await tx.appendInbox(entry)
      })
      const bytes = entry?.payload.length ?? 0
      this.#gauge.add(sender.projectId, bytes)
      usageCaps.add(sender.projectId, { spans: receipt.accepted, bytes })
    } catch (error) {
      throw asQueueFailure(error)
    }
    if (receipt.kind === 'spans') metrics.countAccepted(sender.projectId, receipt.accepted)
    if (request.refusedSpans.length > 0) metrics.countRejected('unreadable', request.refusedSpans.length)
    onAppended()
  }

  /** Queues spans that were rejected before, and deletes their rejections. */
  async addRejected(
    sender: Sender,
    {
      requests,
      rejectionIds,
    }: { readonly requests: readonly Request<PayloadForm>[]; readonly rejectionIds: readonly string[] },
  ): Promise<void> {
    try {
      const rules = await this.#admit(sender)
      const queuedRequests = await Promise.all(
        requests.map(async ({ receipt, entry }) => ({
          receipt,
          entry: await storedEntry(this.#parts.rowBuilders, entry, rules),
        })),
      )
      await sender.store.write(async (tx) => {
        for (const { receipt, entry } of queuedRequests) {
          await tx.insertReceipt(receipt)
          await tx.appendInbox(entry)
        }
        await tx.deleteRejections(sender.projectId, rejectionIds)
      })
    } catch (error) {
      throw asQueueFailure(error)
    }
    this.#parts.onAppended()
  }

  /** Refuses a request over the limits of its project; returns the redaction rules. */
  async #admit({ projectId, store }: Sender): Promise<RulesText | undefined> {
    await this.#parts.usageCaps.refuse(projectId, ['spans', 'bytes'])
    await this.#gauge.refuseWhenFull(projectId)
    return redactionRules(store.read, projectId)
  }

  async #refuseOtherTraces(sender: Sender, links: readonly SpanLinkIds[]): Promise<void> {
    const { projectId, actorId, traceOfCall } = sender
    if (traceOfCall === undefined) return
    const traceIds = new Set(links.map(({ trace_id }) => trace_id))
    await this.#parts.refuseOtherTraces({ projectId, actorId, traceOfCall, traceIds })
  }
}

async function retry(
  { parts, queue }: { readonly parts: IngestParts; readonly queue: RequestQueue },
  { sender, rejectionIds }: { readonly sender: Sender; readonly rejectionIds: readonly string[] },
): Promise<RetriedSpans> {
  const rejections = await Promise.all(
    [...new Set(rejectionIds)].map((id) => sender.store.read.rejection(sender.projectId, id)),
  )
  const retryable = rejections.flatMap((rejection) => {
    if (rejection === undefined) throw new AssayError('not_found', 'Rejection not found.')
    const { id, form, payload } = rejection
    return payload === undefined || isLogForm(form) ? [] : [{ id, form, payload }]
  })
  refuseLargeRetry(retryable, parts.retryBytesMax)
  const decodable = retryable.filter(({ form, payload }) => addressedPayload(form, payload).spans.length > 0)
  const requests = [...Map.groupBy(decodable, ({ form }) => form)].map(([form, sameForm]) => {
    const bytes = joinedPayload(
      form,
      sameForm.map(({ payload }) => payload),
    )
    return queue.newRequest(sender, { form, bytes, payload: addressedRequest(form, bytes) })
  })
  await queue.addRejected(sender, { requests, rejectionIds: decodable.map(({ id }) => id) })
  return {
    links: requests.flatMap(({ links }) => links),
    receiptIds: requests.map(({ receipt }) => receipt.id),
  }
}

export function createIngest(parts: IngestParts): Ingest {
  const { clock, rowBuilders } = parts
  const queue = new RequestQueue(parts)

  const ingest: Ingest = {
    async accept(sender, { form, bytes, requiresSpans }) {
      const payload = isLong(form, bytes)
        ? await rowBuilders.addressedRequest(form, bytes)
        : addressedRequest(form, bytes)
      const request = queue.newRequest(sender, { form, bytes, payload })
      const { receipt, links, refusedSpans } = request
      if (requiresSpans && links.length === 0 && refusedSpans[0] !== undefined) {
        throw new AssayError('payload_undecodable', `Failed to parse OTEL span. ${refusedSpans[0].reason}.`)
      }
      await queue.add(sender, { request, rejectionsFor: (rules) => rejectionsOf(clock, request, rules) })
      return { receiptId: receipt.id, links, refusedSpans }
    },

    async acceptRecords(sender, { form, body }) {
      const bytes = isLong('records', body)
        ? await rowBuilders.sentRecords(form, body)
        : sentRecords(form, body)
      return ingest.accept(sender, { form: 'records', bytes, requiresSpans: false })
    },

    async acceptLogs(sender, { form, bytes }) {
      const { logs, ignoredCount, spans } = isLong(form, bytes)
        ? await rowBuilders.addressedLogs(form, bytes)
        : addressedLogs(form, bytes)
      const acceptedSpans =
        spans && (await ingest.accept(sender, { form: 'otlp_json', bytes: spans, requiresSpans: false }))
      if (logs.length === 0) return { receiptId: acceptedSpans?.receiptId, ignoredCount }
      const request = queue.newRequest(sender, { form, bytes, payload: { spans: logs, refusedSpans: [] } })
      await queue.add(sender, { request, rejectionsFor: () => [] })
      return { receiptId: request.receipt.id, ignoredCount }
    },

    retry: (sender, rejectionIds) => retry({ parts, queue }, { sender, rejectionIds }),
  }
  return ingest
}
