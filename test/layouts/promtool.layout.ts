// The alert rules and the metrics of a server, checked by Prometheus.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeDataDir, startServer } from '../support/process.ts'

const alerts = join(import.meta.dirname, '../../monitoring/alerts.yml')

function promtool(
  args: readonly string[],
  input = '',
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  if (error !== undefined) throw new Error(`${error.message}. Is Debian's package prometheus installed?`)
  return { status, output: `${stdout}${stderr}` }
}

test('Prometheus reads the alert rules', () => {
  const { status, output } = promtool(['check', 'rules', alerts])
  expect(output).toContain('SUCCESS')
  expect(status).toBe(0)
})

test('Prometheus reads the metrics of a server', async () => {
  const server = await startServer()
  try {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const assayLines = text.split('\n').filter((line) => /^(# \w+ )?assay_/.test(line))
    expect(promtool(['check', 'metrics'], `${assayLines.join('\n')}\n`)).toEqual({ status: 0, output: '' })
  } finally {
    await server.stop()
    removeDataDir(server)
  }
})
