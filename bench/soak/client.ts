// Sends requests to any server that is up, and records the outcome for the client.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { firstKey } from '../../test/support/process.ts'

/** The servers that are up now; faults change the list. */
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
/** The time limit of a check, which is about stored data and not about speed. */
const checkMsMax = 600_000

interface RequestOptions {
  readonly body: unknown
  readonly msMax: number
}

async function send(url: string, path: string, { body, msMax }: RequestOptions): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `ApiKey ${firstKey}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(msMax),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, body: isJson && !path.endsWith('/export') ? JSON.parse(text) : text }
}

/** The lines of a streamed answer, which may be longer than memory. */
export async function* lines(url: string, path: string, body: unknown): AsyncGenerator<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${firstKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200 || response.body === null) throw new Error(`${path}: ${response.status}`)
  yield* createInterface({ input: Readable.fromWeb(response.body), crlfDelay: Infinity })
}

export const sendAsClient = (url: string, path: string, body?: unknown): Promise<Reply> =>
  send(url, path, { body, msMax: answerMsMax })

/** The body of a successful answer. Any other answer is an error. */
export async function requireSuccess(url: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await send(url, path, { body, msMax: checkMsMax })
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
