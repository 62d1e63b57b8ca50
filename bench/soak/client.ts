// Requests to whichever server is up, and what a client knows of them afterwards.
import { firstKey } from '../../test/support/process.ts'

/** The servers that answer at this moment; faults change them. */
export interface Fleet {
  urls(): readonly string[]
}

export interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes, read by what is expected of them
  readonly body: any
}

/** What a client waits for an answer; longer is as if the connection broke. */
const answerMsMax = 30_000

export async function ask(url: string, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `ApiKey ${firstKey}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(answerMsMax),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, body: isJson && !path.endsWith('/export') ? JSON.parse(text) : text }
}

/** An answer of success, or an error that says what came instead. */
export async function must(url: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await ask(url, path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
