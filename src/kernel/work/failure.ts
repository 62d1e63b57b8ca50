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

  constructor(reason: WorkReason, message: string, options: { cause?: unknown; detail?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'WorkFailure'
    this.reason = reason
    this.detail = options.detail
  }
}
