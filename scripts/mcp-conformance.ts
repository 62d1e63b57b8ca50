// Runs the conformance suite of the Model Context Protocol against a running server (ASSAY_URL, ASSAY_API_KEY). The suite sends no
// keys, so its requests pass through a local proxy that adds one. It is downloaded each time, so it is not part of the checks.
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Assay } from '../sdk/client.ts'

const suite = '@modelcontextprotocol/conformance@0.1.16'
/** The scenarios for the features that Assay has. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

const { url } = new Assay()
const target = new URL('/mcp', url)
const key = process.env['ASSAY_API_KEY'] ?? ''

const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
  const forwardedRequest = request(target, { method: incoming.method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  forwardedRequest.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(forwardedRequest)
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const { port } = proxy.address() as AddressInfo

let failedCount = 0
for (const scenario of scenarios) {
  const args = ['--yes', suite, 'server', '--url', `http://localhost:${port}/mcp`, '--scenario', scenario]
  const code = await new Promise<number | null>((resolve) => {
    spawn('npx', args, { stdio: 'inherit' }).once('close', resolve)
  })
  failedCount += code === 0 ? 0 : 1
}
proxy.close()
process.exitCode = failedCount === 0 ? 0 : 1
