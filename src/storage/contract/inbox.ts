// The ingest inbox: payloads that were acknowledged and are not in the span store yet, what became of each request
// (its receipt), the spans that could not be stored (rejections), and the settings of a project that ingest reads.
import type { ListBounds } from './versions.ts'

/** How the bytes of a payload are read: spans as OTLP in its two encodings or as a JSON list of records; OTLP logs. */
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
  /** Inflated. */
  readonly payload: Uint8Array
}

export interface Receipt {
  readonly id: string
  readonly projectId: string
  readonly receivedAt: string
  /** Absent while some accepted span is neither stored nor rejected. */
  readonly finishedAt: string | undefined
  readonly kind: 'spans' | 'logs'
  /** Spans, or log events, of the request, those that were not refused at once, and those that are in the store. */
  readonly received: number
  readonly accepted: number
  readonly stored: number
}

/** A span that is not stored, with the reason and, where it may be kept, the span as it was sent. */
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
  /** A whole payload of `form` with this one span. Undefined where redaction forbids to keep it. */
  readonly payload: Uint8Array | undefined
}

export type RejectionSummary = Omit<Rejection, 'payload' | 'form' | 'actorId' | 'projectId'>

export interface InboxBounds extends Partial<Pick<ListBounds, 'from' | 'to'>> {
  readonly limit: number
  readonly order: 'ascending' | 'descending'
  readonly after: { readonly receivedAt: string; readonly id: string } | undefined
}

/** Settings of a project that are JSON texts: own prices, redaction rules, how long traces are kept. */
export type ProjectSettingName = 'prices' | 'redaction' | 'retention' | 'secrets'

export interface ProjectSetting {
  readonly value: string
  readonly updatedAt: string
}

export interface InboxReads {
  /** The bytes that wait in the inbox, by project; those of which nothing waits are not there. */
  inboxSizes(): Promise<ReadonlyMap<string, number>>
  /** The last of the project's receipts that wait in the inbox; undefined when none does. */
  inboxNewest(projectId: string): Promise<string | undefined>
  /** Whether the inbox still holds this receipt of the project or one that sorts before it. */
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
   * Takes entries that nobody works on, up to so many bytes (at least one entry), and holds them until `until`. What is
   * held longer than that is taken for abandoned: its worker died; likewise what is held until after `untilMax`, by a worker
   * whose clock was wrong. Workers never get the same entry at the same time.
   * Projects share the bytes evenly, of each the oldest entries are taken; a project of which none fits has its turn in one
   * of the next takes, when each of them says which project had the last.
   */
  takeInbox(lease: {
    readonly now: string
    readonly until: string
    readonly untilMax: string
    readonly bytesMax: number
    readonly entriesMax: number
    /** The turns begin with the project that sorts after this one; absent: with the first. */
    readonly afterProject?: string | undefined
  }): Promise<{
    /** By receipt. */
    readonly entries: readonly InboxEntry[]
    /** Whose turn was the last; undefined: nothing was taken. */
    readonly lastProject: string | undefined
  }>
  /** Gives entries back before their time, or all there are: they can be taken again at once. */
  releaseInbox(ids: readonly string[] | 'all'): Promise<void>
  /** Answers those that were there: of workers that have the same entry, one is told so. */
  deleteInbox(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Finishes receipts: all accepted spans but the rejected ones are stored. What is finished already stays as it is. Answers
   * how many spans were stored with each receipt that it finished.
   */
  finishReceipts(
    finished: readonly { readonly id: string; readonly rejected: number }[],
    at: string,
  ): Promise<ReadonlyMap<string, number>>
  /** Counts a write of spans of each of these projects. */
  countSpanWrites(projectIds: ReadonlySet<string>): Promise<void>
  /** One that is there already stays. */
  insertRejections(rejections: readonly Rejection[]): Promise<void>
  deleteRejections(projectId: string, ids: readonly string[]): Promise<void>
  /** Removes finished receipts, with their rejections, that were received before this time. */
  expireReceipts(before: string): Promise<void>
  setProjectSetting(
    projectId: string,
    name: ProjectSettingName,
    setting: ProjectSetting & { readonly updatedById: string },
  ): Promise<void>
}
