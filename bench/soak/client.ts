// Requests to any server that is up, with their outcome as a client sees it.
import { firstKey } from '../../test/support/process.ts'

/** The servers that answer at this moment; faults change them. */
export interface Fleet {
  urls(): readonly string[]
}

export interface Reply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes; each reader knows its own
  readonly body: any
}

/** The time limit of a client. A later answer counts as a broken connection. */
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

/** The body of a successful answer. Any other answer is an error. */
export async function must(url: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await ask(url, path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
