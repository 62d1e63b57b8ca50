// `node record.mjs <name> <command …>` runs a program that uses an instrumentation, with a substitute for the model and
// one for the collector, and stores its exports: `<name>-traces.bin`, `<name>-logs.bin`. A file is the message of
// the request, inflated; several requests of one program are concatenated, which protobuf reads as one.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createModel } from './model.mjs'

const [name, command, ...args] = process.argv.slice(2)
const [modelPort, collectorPort] = [18010, 18318]
const bodiesByFile = new Map()

const collector = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
    const body = Buffer.concat(chunks)
    const kind = /\/v1\/(traces|logs)$/.exec(request.url)?.[1]
    console.error(request.method, request.url, type, encoding ?? '', body.length)
    if (kind !== undefined) {
      const key = `${name}-${kind}.${type.includes('json') ? 'json' : 'bin'}`
      bodiesByFile.set(key, [...(bodiesByFile.get(key) ?? []), encoding === 'gzip' ? gunzipSync(body) : body])
    }
    response.writeHead(200, { 'Content-Type': type }).end(type.includes('json') ? '{}' : '')
  })
})

/** Several JSON messages as one: their lists one after the other. */
function joinedJson(bodies) {
  const messages = bodies.map((body) => JSON.parse(body.toString()))
  const [member] = Object.keys(messages[0])
  return Buffer.from(JSON.stringify({ [member]: messages.flatMap((message) => message[member]) }))
}

const model = createModel()
model.listen(modelPort, '127.0.0.1')
collector.listen(collectorPort, '127.0.0.1')

const base = `http://127.0.0.1:${modelPort}`
const endpoint = `http://127.0.0.1:${collectorPort}`
const program = spawn(command, args, {
  stdio: 'inherit',
  env: {
    PATH: process.env.PATH,
    HOME: mkdtempSync(join(tmpdir(), 'record-')),
    OPENAI_BASE_URL: `${base}/v1`,
    OPENAI_API_BASE: `${base}/v1`,
    OPENAI_API_KEY: 'no-key',
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: 'no-key',
    COHERE_BASE_URL: base,
    GOOGLE_GEMINI_BASE_URL: base,
    GOOGLE_API_KEY: 'no-key',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'support-api',
    ...JSON.parse(process.env.RECORD_ENV ?? '{}'),
  },
})
program.on('exit', (code) => {
  for (const [file, bodies] of bodiesByFile) {
    const bytes = file.endsWith('.json') ? joinedJson(bodies) : Buffer.concat(bodies)
    const plainPath = join(process.env.RECORD_TO ?? join(import.meta.dirname, '../exports'), file)
    const path = bytes.length > 20_000 ? `${plainPath}.gz` : plainPath
    for (const formerPath of [plainPath, `${plainPath}.gz`]) rmSync(formerPath, { force: true })
    writeFileSync(path, path.endsWith('.gz') ? gzipSync(bytes, { level: 9 }) : bytes)
    console.error(path, bytes.length)
  }
  model.close()
  collector.close()
  model.closeAllConnections()
  collector.closeAllConnections()
  process.exitCode = code ?? 1
})
