// What stands in the addresses of queues.

export interface QueuesView {
  /** The dialog that makes one is open. */
  readonly new?: true
}

export interface QueueView {
  /** Id of the scenario that is looked at. */
  readonly item?: string
  /** What is shown instead of the work: how far everybody is, and whether they agree. */
  readonly tab?: 'people'
}

export const queuesSearch = (raw: Record<string, unknown>): QueuesView =>
  raw['new'] === true ? { new: true } : {}

export const queueSearch = (raw: Record<string, unknown>): QueueView => ({
  ...(typeof raw['item'] === 'string' && raw['item'] !== '' ? { item: raw['item'] } : {}),
  ...(raw['tab'] === 'people' ? { tab: 'people' } : {}),
})
