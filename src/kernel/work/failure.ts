// The reasons why work of a client fails. The caller maps the reason to an error: a cell of a run fails with
// one code, a request with another.

export type WorkReason =
  /** It exceeded its time limit. */
  | 'time'
  /** It exceeded its memory limit. */
  | 'memory'
  /** Its answer was too long. */
  | 'answer'
  /** The process died at every attempt. */
  | 'died'
  /** The work itself failed, with a reason for people. */
  | 'refused'
  /** The server is stopping. */
  | 'closed'

export class WorkFailure extends Error {
  readonly reason: WorkReason
  /** Further JSON details from the work. */
  readonly detail: unknown
  /** The exceeded limit and the name of its setting. */
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

/** Whether the engine or the process limit refused memory. */
export const isOutOfMemory = (error: Error): boolean => refusedAllocation.test(error.message)
