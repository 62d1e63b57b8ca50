// `npm run bench:large-bodies`: the longest block of the main thread, in processor time, for bodies at their size limit.
// BENCH_BODY_BYTES sets another size, BENCH_ONLY takes cases by parts of their names (with commas).
import { newProject } from '../test/support/api.ts'
import { removeDataDir } from '../test/support/process.ts'
import { largeCases } from './loop/large-cases.ts'
import { startMeasuredServer } from './loop/measured-server.ts'
import { record, type Row } from './support/record.ts'

const selection = process.env['BENCH_ONLY']?.split(',')
// A little less than body_bytes_max: the rest of the body has to fit, too.
const bytes = Number(process.env['BENCH_BODY_BYTES'] ?? 64 * 1024 * 1024 - 8192)

const server = await startMeasuredServer({
  ASSAY_CHECK_ANSWERS: 'false',
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_STALL_SECONDS_MAX: '120',
})
const api = await newProject(server.url, { seedDefaults: false })
const rows: Row[] = []
for (const { name, prepare } of largeCases) {
  if (selection !== undefined && !selection.some((part) => name.includes(part))) continue
  const send = await prepare(api, bytes)
  let status = 0
  const blockMs = await server.longestBlockMs(async () => {
    status = await send(0)
  })
  rows.push({ request: name, status, 'block (ms)': Math.round(blockMs) })
  console.error(`${name}: ${status}, ${Math.round(blockMs)} ms`)
}
await server.stop()
removeDataDir(server)
record(
  'large-bodies',
  [`Longest block of the main thread in processor time of that thread; bodies of ${bytes} bytes.`],
  rows,
)
