// A long request with progress events and cancellation.
import { membersOf } from '../ui/records.ts'
import type { Core, CallInput } from '../../sdk/core/core.ts'
import { ConnectionError } from '../../sdk/core/errors.ts'
import { eventsOf } from '../../sdk/core/events.ts'
import { errorOf } from '../../sdk/failures.ts'

export interface RequestControl {
  /** Aborting the signal cancels the work on the server without a result. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Resolves to the response, without a timeout. There is no retry: after a lost connection the outcome is unknown. */
export async function requestWithProgress<T>(
  core: Core,
  target: string,
  body: object,
  control: RequestControl,
): Promise<T> {
  const request: CallInput = {
    body,
    options: { signal: control.signal, timeoutMs: 0, headers: { Accept: 'text/event-stream' } },
  }
  const response = await core.file(target, request)
  for await (const { event, data } of response.body === null ? [] : eventsOf(response.body)) {
    if (event === 'answer') return data as T
    if (event === 'progress') {
      const { done, total } = membersOf(data)
      if (typeof done === 'number' && typeof total === 'number') control.onProgress(done, total)
    }
    if (event === 'failure') {
      const { status, code, detail, ...extra } = data as {
        readonly status: number
        readonly code: string
        readonly detail: unknown
      }
      const requestId = response.headers.get('x-request-id') ?? undefined
      throw errorOf({ status, code, detail, extra, requestId, headers: response.headers })
    }
  }
  throw new ConnectionError(
    'The connection was lost before the request finished. Check whether the change was applied.',
  )
}
