// The ingest inbox: acknowledged payloads that are not in the span store yet, the outcome of each request
// (its receipt), the spans that could not be stored (rejections), and the project settings.
import type { ListBounds } from './versions.ts'

/** The format of a payload: spans as OTLP in its two encodings or as a JSON list of records; OTLP logs. */
export type PayloadForm = SpanPayloadForm | LogPayloadForm
export type SpanPayloadForm = 'otlp_protobuf' | 'otlp_json' | 'records'
export type LogPayloadForm = 'logs_protobuf' | 'logs_json'

/** One acknowledged request. Its id is the id of its receipt and sorts by the time of receipt. */
export interface InboxEntry<Form extends PayloadForm = PayloadForm> {
  readonly id: string
  readonly projectId: string
  /** The key that sent it. */
  readonly actorId: string
  readonly receivedAt: string
  readonly form: Form
  /** Decompressed. */
  readonly payload: Uint8Array
}

export interface Receipt {
  readonly id: string
  readonly projectId: string
  readonly receivedAt: string
  /** Absent while some accepted span is neither stored nor rejected. */
  readonly finishedAt: string | undefined
  readonly kind: 'spans' | 'logs'
  /**
   * Counts of spans (or log events) of the request: `received` counts all, `accepted` those that were not refused at
   * once, `stored` those in the store.
   */
  readonly received: number
  readonly accepted: number
  readonly stored: number
}

/** A span that is not stored, with the reason and, unless redaction forbids it, the span as received. */
export interface Rejection {
  readonly id: string
  readonly projectId: string
  readonly receiptId: string
  readonly actorId: string
  readonly receivedAt: string
  /** Position of the span in its request. */
  readonly index: number
  readonly traceId: string | undefined
  readonly spanId: string | undefined
  readonly reason: string
  readonly form: PayloadForm
  /** A complete payload of `form` with this one span. Undefined if redaction forbids storing it. */
  readonly payload: Uint8Array | undefined
}

export type RejectionSummary = Omit<Rejection, 'payload' | 'form' | 'actorId' | 'projectId'>

export interface InboxBounds extends Partial<Pick<ListBounds, 'from' | 'to'>> {
  readonly limit: number
  readonly order: 'ascending' | 'descending'
  readonly after: { readonly receivedAt: string; readonly id: string } | undefined
}

/** Project settings; each is stored as JSON text. */
export type ProjectSettingName = 'prices' | 'redaction' | 'retention' | 'secrets' | 'authors'

export interface ProjectSetting {
  readonly value: string
  readonly updatedAt: string
}

export interface InboxReads {
  /** The waiting bytes of the inbox by project; projects without waiting payloads are omitted. */
  inboxSizes(): Promise<ReadonlyMap<string, number>>
  /** The last of the project's receipts that wait in the inbox; undefined if none waits. */
  inboxNewest(projectId: string): Promise<string | undefined>
  /** Whether the inbox still contains this receipt of the project or one that sorts before it. */
  inboxHolds(projectId: string, receiptId: string): Promise<boolean>
  receipt(projectId: string, id: string): Promise<Receipt | undefined>
  /** In the order of time of receipt and id. */
  rejections(
    projectId: string,
    receiptId: string | undefined,
    bounds: InboxBounds,
  ): Promise<readonly RejectionSummary[]>
  rejection(projectId: string, id: string): Promise<Rejection | undefined>
  projectSetting(projectId: string, name: ProjectSettingName): Promise<ProjectSetting | undefined>
}

export interface InboxWrites {
  appendInbox(entry: InboxEntry): Promise<void>
  insertReceipt(receipt: Receipt): Promise<void>
  /**
   * Leases free entries up to a number of bytes (at least one entry) until `until`. An entry is also free if its
   * lease has expired, because its worker crashed, or ends after `untilMax`, because its worker had a wrong
   * clock. Two workers never hold the same entry. Projects share the bytes evenly, oldest entries first. A project
   * whose entry does not fit is served by one of the next calls, if each of them passes on `lastProject`.
   */
  takeInbox(lease: {
    readonly now: string
    readonly until: string
    readonly untilMax: string
    readonly bytesMax: number
    readonly entriesMax: number
    /** Starts with the project that sorts after this one; absent: with the first. */
    readonly afterProject?: string | undefined
  }): Promise<{
    /** In the order of receipt. */
    readonly entries: readonly InboxEntry[]
    /** The project that was served last; undefined: nothing was leased. */
    readonly lastProject: string | undefined
  }>
  /** Releases entries before their lease ends, or all of them: they can be leased again at once. */
  releaseInbox(ids: readonly string[] | 'all'): Promise<void>
  /** Returns the deleted entries: of several workers with the same entry, only one gets it. */
  deleteInbox(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Finishes receipts: all accepted spans except the rejected ones are stored. Finished receipts stay
   * unchanged. Returns the number of stored spans of each receipt that it finished.
   */
  finishReceipts(
    receipts: readonly { readonly id: string; readonly rejected: number }[],
    at: string,
  ): Promise<ReadonlyMap<string, number>>
  /** Counts a write of spans for each of these projects. */
  countSpanWrites(projectIds: ReadonlySet<string>): Promise<void>
  /** Idempotent: an existing rejection stays unchanged. */
  insertRejections(rejections: readonly Rejection[]): Promise<void>
  deleteRejections(projectId: string, ids: readonly string[]): Promise<void>
  /** Deletes rejections and finished receipts of requests that were received before this time. */
  expireReceipts(before: string): Promise<void>
  setProjectSetting(
    projectId: string,
    name: ProjectSettingName,
    setting: ProjectSetting & { readonly updatedById: string },
  ): Promise<void>
}
