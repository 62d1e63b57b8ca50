// Why work of a client was ended. What it means for the client decide those who asked: a cell of a run fails with a code of
// its own, a request with another.

export type WorkReason =
  /** It took longer than it may. */
  | 'time'
  /** It took more memory than it may. */
  | 'memory'
  /** It answered more than is taken. */
  | 'answer'
  /** The process died, as often as it was tried. */
  | 'died'
  /** The work itself refused, with a reason for people. */
  | 'refused'
  /** The server is stopping. */
  | 'closed'

export class WorkFailure extends Error {
  readonly reason: WorkReason
  /** What the work said beside its message: JSON of its own. */
  readonly detail: unknown
  /** The limit that was met, and the setting that says it. */
  readonly limit: number | undefined
  readonly setting: string | undefined

  constructor(reason: WorkReason, message: string, options: WorkFailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'WorkFailure'
    this.reason = reason
    this.detail = options.detail
    this.limit = options.limit
    this.setting = options.setting
  }
}

interface WorkFailureOptions {
  readonly cause?: unknown
  readonly detail?: unknown
  readonly limit?: number
  readonly setting?: string
}

const refusedAllocation = /allocation failed|Invalid string length/

/** Whether an error says that the engine, or the limit of the process, refused memory. */
export const isOutOfMemory = (error: Error): boolean => refusedAllocation.test(error.message)
