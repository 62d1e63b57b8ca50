// `node record.mjs <name> <command …>` runs a program that uses an instrumentation, beside a stand-in for the model and
// one for the collector, and keeps what it exported: `<name>-traces.bin`, `<name>-logs.bin`. A file is the message of
// the request, inflated; several requests of one program are put one after the other, which protobuf reads as one.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createModel } from './model.mjs'

const [name, command, ...args] = process.argv.slice(2)
const [modelPort, collectorPort] = [18010, 18318]
const received = new Map()

const collector = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
    const sent = Buffer.concat(chunks)
    const kind = /\/v1\/(traces|logs)$/.exec(request.url)?.[1]
    console.error(request.method, request.url, type, encoding ?? '', sent.length)
    if (kind !== undefined) {
      const key = `${name}-${kind}.${type.includes('json') ? 'json' : 'bin'}`
      received.set(key, [...(received.get(key) ?? []), encoding === 'gzip' ? gunzipSync(sent) : sent])
    }
    response.writeHead(200, { 'Content-Type': type }).end(type.includes('json') ? '{}' : '')
  })
})

const model = createModel()
model.listen(modelPort, '127.0.0.1')
collector.listen(collectorPort, '127.0.0.1')

const base = `http://127.0.0.1:${modelPort}`
const endpoint = `http://127.0.0.1:${collectorPort}`
const program = spawn(command, args, {
  stdio: 'inherit',
  env: {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    OPENAI_BASE_URL: `${base}/v1`,
    OPENAI_API_BASE: `${base}/v1`,
    OPENAI_API_KEY: 'no-key',
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: 'no-key',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'support-api',
    ...JSON.parse(process.env.RECORD_ENV ?? '{}'),
  },
})
program.on('exit', (code) => {
  for (const [file, bodies] of received) {
    if (file.endsWith('.json') && bodies.length > 1)
      throw new Error(`${file}: ${bodies.length} JSON requests`)
    const bytes = Buffer.concat(bodies)
    const path = join(
      process.env.RECORD_TO ?? import.meta.dirname,
      bytes.length > 20_000 ? `${file}.gz` : file,
    )
    writeFileSync(path, path.endsWith('.gz') ? gzipSync(bytes, { level: 9 }) : bytes)
    console.error(path, bytes.length)
  }
  model.close()
  collector.close()
  model.closeAllConnections()
  collector.closeAllConnections()
  process.exitCode = code ?? 1
})
