// A ClickHouse over HTTP that records statements with their settings. It executes them on the gateway, or returns
// given answers: no registry has a ClickHouse server, so tests of clusters use recordings.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordedStatement {
  readonly text: string
  readonly settings: Readonly<Record<string, string>>
}

export interface RecordingClickHouse {
  readonly url: string
  readonly statements: RecordedStatement[]
  stop(): Promise<void>
}

/** The answer to a statement: its rows, or an error of the engine. */
export type Answer = (text: string) => readonly object[] | { readonly error: string }

const notSettings = new Set(['query', 'query_id', 'default_format', 'database', 'session_id'])

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The statement of a request. An insert has it in the URL, with its rows in the body; any other statement is the body. */
const textOf = (url: URL, body: Buffer): string =>
  url.searchParams.get('query') ?? body.toString('utf8').replace(/^[\s\S]*?name="query"\r?\n\r?\n/, '')

const settingsOf = (url: URL): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...url.searchParams].filter(([name]) => !notSettings.has(name) && !name.startsWith('param_')),
  )

export async function recordClickHouse(
  handling: { readonly forwardTo: string } | { readonly answer: Answer },
): Promise<RecordingClickHouse> {
  const statements: RecordedStatement[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://recording')
      const body = await bodyOf(request)
      const text = textOf(url, body)
      statements.push({ text, settings: settingsOf(url) })
      if ('forwardTo' in handling) {
        const type = request.headers['content-type']
        const forwardedResponse = await fetch(`${handling.forwardTo}${url.pathname}${url.search}`, {
          method: request.method ?? 'POST',
          headers: type === undefined ? {} : { 'Content-Type': type },
          ...(request.method === 'GET' ? {} : { body: new Uint8Array(body) }),
        })
        response.writeHead(forwardedResponse.status, Object.fromEntries(forwardedResponse.headers))
        response.end(Buffer.from(await forwardedResponse.arrayBuffer()))
        return
      }
      const rows = handling.answer(text)
      if ('error' in rows) response.writeHead(500).end(rows.error)
      else response.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    statements,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
