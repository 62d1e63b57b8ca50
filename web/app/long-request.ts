// A request that takes long, followed while it is worked on: how far it is, and a way to give it up.
import type { Core, Sent } from '../../sdk/core/core.ts'
import { ConnectionError } from '../../sdk/core/errors.ts'
import { eventsOf } from '../../sdk/core/events.ts'
import { errorOf } from '../../sdk/failures.ts'

export interface RequestControl {
  /** Aborted: the server gives the work up, and nothing of it stays. */
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** The answer, at whatever time it comes. The request is sent once: nobody knows what became of one that broke off. */
export async function requestWithProgress<T>(
  core: Core,
  target: string,
  body: object,
  watch: RequestControl,
): Promise<T> {
  const sent: Sent = {
    body,
    options: { signal: watch.signal, timeoutMs: 0, headers: { Accept: 'text/event-stream' } },
  }
  const response = await core.file(target, sent)
  for await (const { event, data } of response.body === null ? [] : eventsOf(response.body)) {
    if (event === 'answer') return data as T
    if (event === 'progress') {
      const { done, total } = data as { readonly done: number; readonly total: number }
      watch.onProgress(done, total)
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
  throw new ConnectionError('The connection broke off before the work was done: look whether it was.')
}
