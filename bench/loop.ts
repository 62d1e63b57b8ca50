// `npm run bench:loop`: the longest block of the main thread, in processor time, for every route of the document.
// Routes with a worst case in loop/cases.ts receive that; others get the largest body of their schema, or no body.
// Administrative routes are called with the administration key. BENCH_ONLY selects operations by parts of their ids
// (with commas); BENCH_BODY_BYTES sets another size of bodies.
import { operations } from '../test/support/document.ts'
import { adminKey, firstKey, removeDataDir } from '../test/support/process.ts'
import { allRoutes } from '../src/http/app.ts'
import { routeParts } from '../scripts/route-parts.ts'
import { worstCases } from './loop/cases.ts'
import { largestBodies } from './loop/largest-body.ts'
import { startMeasuredServer } from './loop/measured-server.ts'
import { record, type Row } from './support/record.ts'

const selection = process.env['BENCH_ONLY']?.split(',')
const bodyBytesMax = 64 * 1024 * 1024
const bodyBytes = Number(process.env['BENCH_BODY_BYTES'] ?? bodyBytesMax)
const unknownId = '019cae5c-53c8-7c31-9a55-2f6b1c0d8e01'

const { documented } = allRoutes(routeParts({ ASSAY_ADMIN_KEY: adminKey }))
const routeOf = new Map(documented.map((route) => [route.operationId, route]))

/** Excluded: streams stay open until the client leaves, and a logout would end the session of the benchmark. */
const excludedRoutes = /events|stream|session/

interface RouteRequest {
  readonly name: string
  readonly body: string | undefined
  readonly params?: Readonly<Record<string, string>>
}

function requestsOf({ id, operation }: (typeof operations)[number]): readonly RouteRequest[] {
  const cases = worstCases.filter(({ operationId }) => operationId === id)
  if (cases.length > 0) {
    return cases.map(({ name, body, params }) => ({
      name,
      body: JSON.stringify(body),
      ...(params && { params }),
    }))
  }
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema === undefined) return [{ name: 'address alone', body: undefined }]
  const bodies = largestBodies(schema, bodyBytes)
  if (bodies === undefined) return [{ name: 'generic: nothing in its schema can grow', body: '{}' }]
  return [
    { name: 'generic: largest allowed body of its schema', body: bodies.valid },
    { name: 'generic: a body of wrong values', body: bodies.invalid },
  ]
}

const server = await startMeasuredServer({
  ASSAY_CHECK_ANSWERS: 'false',
  ASSAY_LOG_LEVEL: 'warn',
  // The engine works in other threads; its time is not measured.
  ASSAY_QUERY_SECONDS_MAX: '2',
})
const rows: Row[] = []
for (const routeOperation of operations) {
  const { id, method, path } = routeOperation
  if ((selection !== undefined && !selection.some((part) => id.includes(part))) || excludedRoutes.test(path))
    continue
  const route = routeOf.get(id)
  for (const { name, body, params = {} } of requestsOf(routeOperation)) {
    const url = `${server.url}${path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? unknownId)}`
    const authorization = route?.access === 'operator' ? `Access ${adminKey}` : `ApiKey ${firstKey}`
    let status = 0
    const send = async (): Promise<void> => {
      const response = await fetch(url, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      })
      await response.arrayBuffer()
      ;({ status } = response)
    }
    const blockMs = await server.longestBlockMs(send)
    rows.push({
      operation: id,
      request: name,
      MiB: ((body?.length ?? 0) / 1024 ** 2).toFixed(1),
      status,
      'block (ms)': Math.round(blockMs),
      'least role': route?.access ?? 'public',
    })
    console.error(`${id} · ${name}: ${status}, ${Math.round(blockMs)} ms`)
  }
}
await server.stop()
removeDataDir(server)
rows.sort((a, b) => Number(b['block (ms)']) - Number(a['block (ms)']))
record(
  'loop',
  [
    'Longest block of the main thread in processor time of that thread; one request at a time, embedded stores.',
    `Generic bodies are filled up to ${bodyBytes} bytes; body_bytes_max is ${bodyBytesMax}.`,
  ],
  rows,
)
