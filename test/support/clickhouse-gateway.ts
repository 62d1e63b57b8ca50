// A ClickHouse server for the tests: implements the part of ClickHouse's HTTP interface that the official client uses,
// and executes on the embedded engine. Run as a separate process: `node clickhouse-gateway.ts <directory>`; the port is
// its first line.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session, type ChdbResult } from 'chdb'

const session = new Session(process.argv[2])
/** For requests that stop statements: they do not wait in the queue of statements. */
const controlSession = new Session(process.argv[2])

/** Settings of HTTP itself, which the engine does not know. */
const httpOnly =
  /^(?:wait_end_of_query|send_progress_in_http_headers|http_.*|enable_http_compression|query_id|database|session_id)$/

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** One statement at a time: settings of a statement must not reach another. */
let lastStatement: Promise<unknown> = Promise.resolve()
function serialize<T>(work: () => Promise<T>): Promise<T> {
  const result = lastStatement.then(work, work)
  lastStatement = result.catch(() => undefined)
  return result
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }

/** A text as the client wrote it. The engine escapes parameters itself. */
const textOf = (literal: string): string =>
  literal.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)

/** A list of texts, `['it\\'s','b']`. */
const textsOf = (literal: string): string[] =>
  [...literal.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, content = '']) => textOf(content))

/** The embedded engine accepts no bytes in its statements, unlike a server. They are passed in a file. */
async function insert(statement: string, body: Buffer): Promise<void> {
  const [, table = '', columns = '', format = ''] =
    /^\s*INSERT INTO (\w+) \((.*?)\) FORMAT (\w+)/is.exec(statement) ?? []
  const types = await session.queryAsync(`DESCRIBE TABLE ${table}`, { format: 'JSONEachRow' })
  const typeOf = new Map(
    types
      .text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { name: string; type: string })
      .map(({ name, type }) => [name, type]),
  )
  const structure = columns
    .split(',')
    .map((name) => `${name.trim()} ${typeOf.get(name.trim())}`)
    .join(', ')
  const path = join(tmpdir(), `assay-gateway-${process.pid}.rows`)
  writeFileSync(path, body)
  try {
    await session.queryAsync(
      `INSERT INTO ${table} (${columns}) SELECT * FROM file('${path}', ${format}, '${structure.replaceAll("'", "\\'")}')`,
    )
  } finally {
    rmSync(path, { force: true })
  }
}

async function execute(url: URL, body: Buffer): Promise<ChdbResult | undefined> {
  const settings: string[] = []
  const params: Record<string, string | string[]> = {}
  let format = 'TabSeparated'
  let query = ''
  for (const [name, value] of url.searchParams) {
    if (name === 'query') query = value
    else if (name.startsWith('param_')) params[name.slice('param_'.length)] = value
    else if (name === 'default_format') format = value
    else if (!httpOnly.test(name)) settings.push(`SET ${name} = '${value.replaceAll("'", "''")}'`)
  }
  if (/^\s*INSERT/i.test(query)) {
    for (const setting of settings) await session.queryAsync(setting)
    await insert(query, body)
    return undefined
  }
  const text = `${query}${body.toString('utf8')}`
  for (const [name, value] of Object.entries(params)) {
    const textValue = value as string
    params[name] = text.includes(`{${name}:Array(String)}`) ? textsOf(textValue) : textOf(textValue)
  }
  for (const setting of settings) await session.queryAsync(setting)
  return Object.keys(params).length === 0
    ? session.queryAsync(text, { format })
    : session.queryBindAsync(text, params, { format })
}

/** Long parameters arrive as parts of a form, together with the statement. */
async function statementOf(request: IncomingMessage, url: URL, body: Buffer): Promise<Buffer> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return body
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  for (const [name, value] of form) if (typeof value === 'string') url.searchParams.set(name, value)
  return Buffer.alloc(0)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', 'http://gateway')
    const body = await statementOf(request, url, await bodyOf(request))
    const result = /^\s*KILL/i.test(body.toString('utf8', 0, 100))
      ? await controlSession.queryAsync(body.toString(), { format: 'JSONEachRow' })
      : await serialize(() => execute(url, body))
    response.writeHead(200, { 'Content-Type': 'text/plain' })
    response.end(result === undefined ? undefined : Buffer.from(result.bytes()))
  } catch (error) {
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': '1' })
    response.end((error as Error).message)
  }
}

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? address.port : 0)
})
