// The URL state of the queue pages.

export interface QueuesView {
  /** Whether the dialog for a new queue is open. */
  readonly new?: true
}

export interface QueueView {
  /** Id of the scenario on the screen. */
  readonly item?: string
  /** The open tab: `people` has the progress and agreement of people; absent: the form. */
  readonly tab?: 'people'
}

export const queuesSearch = (raw: Record<string, unknown>): QueuesView =>
  raw['new'] === true ? { new: true } : {}

export const queueSearch = (raw: Record<string, unknown>): QueueView => ({
  ...(typeof raw['item'] === 'string' && raw['item'] !== '' ? { item: raw['item'] } : {}),
  ...(raw['tab'] === 'people' ? { tab: 'people' } : {}),
})
