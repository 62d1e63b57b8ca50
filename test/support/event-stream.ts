// Streams of server-sent events.
import type { Api, Body } from './api.ts'

export interface SentEvent {
  readonly id: number | undefined
  readonly event: string
  readonly data: Body
}

const field = (block: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]

/** The stream of a run. */
export const follow = (api: Api, runId: string, headers: Readonly<Record<string, string>> = {}) =>
  openStream(api, `/evaluations/runs/${runId}/events`, { headers })

/** A stream; `next` gives its events one by one, undefined at its end. */
export async function openStream(api: Api, path: string, init: RequestInit = {}) {
  const requestHeaders: Record<string, string> = {
    'Accept-Encoding': 'gzip',
    ...(init.headers as Readonly<Record<string, string>>),
  }
  // The cookie of a page applies only without a key.
  const headers =
    'Cookie' in requestHeaders ? requestHeaders : { Authorization: `ApiKey ${api.key}`, ...requestHeaders }
  const response = await fetch(`${api.url}/api${path}`, { ...init, headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<SentEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        if (block.startsWith(':')) continue
        const id = field(block, 'id')
        return {
          id: id === undefined ? undefined : Number(id),
          event: field(block, 'event') ?? '',
          data: JSON.parse(field(block, 'data') ?? 'null'),
        }
      }
      const part = await reader?.read()
      if (part === undefined || part.done) return undefined
      text += part.value
    }
  }
  /** Everything up to the first event of this name. */
  const until = async (name: string): Promise<readonly SentEvent[]> => {
    const read: SentEvent[] = []
    for (;;) {
      const event = await next()
      if (event === undefined) throw new Error(`the stream ended before ${name}`)
      read.push(event)
      if (event.event === name) return read
    }
  }
  return { response, next, until, cancel: () => reader?.cancel() }
}
