// `node through_collector.mjs <otelcol> <recording>` starts a collector and sends it a recorded export, spans and logs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const [otelcol, recording] = process.argv.slice(2)
const collector = spawn(otelcol, ['--config', join(import.meta.dirname, 'collector.yaml')], {
  stdio: 'inherit',
})

/** Retries until the collector listens. */
async function send(kind, attempts = 100) {
  const body = readFileSync(join(import.meta.dirname, `../exports/${recording}-${kind}.bin`))
  const headers = { 'Content-Type': 'application/x-protobuf' }
  try {
    const answer = await fetch(`http://127.0.0.1:14318/v1/${kind}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  } catch (error) {
    if (attempts === 0) throw error
    await setTimeout(100)
    await send(kind, attempts - 1)
  }
}

await send('traces')
await send('logs')
// It exports its batch before it exits.
collector.kill('SIGTERM')
await once(collector, 'exit')
