// `npm run bench:start [-- --rounds 10 --program ../other/src/main.ts]`: wall and processor time from the start of the process until the
// server listens, on a new and on an existing data directory. Several `--program` are measured in turns, so that other work of the
// machine meets all of them.
import { rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serverProgram } from '../test/support/children.ts'
import { newDataDirectory } from '../test/support/data-directory.ts'
import { startServer } from '../test/support/process.ts'
import { memoryMiB, processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, program: { type: 'string', multiple: true } },
})
const programs = values.program ?? [relative('.', serverProgram)]

interface Start {
  readonly wallMs: number
  readonly processorMs: number
  readonly residentMiB: number
}

async function measureStart(program: string, dataDir: string): Promise<Start> {
  const startMs = performance.now()
  // Earlier programs refuse this setting of the tests.
  const withoutSetting = ['env', '-u', 'ASSAY_INGEST_INTERVAL_MS']
  const command = [...withoutSetting, process.execPath, '--max-semi-space-size=16', resolve(program)]
  const server = await startServer({ dataDir, program: command, env: { ASSAY_CHECK_ANSWERS: 'false' } })
  const start = {
    wallMs: performance.now() - startMs,
    processorMs: processorSeconds(server) * 1000,
    residentMiB: memoryMiB(server, 'VmRSS'),
  }
  await server.stop()
  return start
}

const starts = new Map<string, Start[]>()
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const program of programs) {
    const dataDir = newDataDirectory()
    for (const directory of ['new', 'existing']) {
      const name = `${program}, ${directory} directory`
      const start = await measureStart(program, dataDir)
      // The first round fills the compile cache.
      if (round > 0) starts.set(name, [...(starts.get(name) ?? []), start])
    }
    rmSync(dataDir, { recursive: true })
  }
}

const median = (numbers: readonly number[]): number =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0)
const rows = [...starts].map(([program, list]): Row => ({
  program,
  'wall ms': median(list.map(({ wallMs }) => wallMs)),
  'processor ms': median(list.map(({ processorMs }) => processorMs)),
  'resident MiB': median(list.map(({ residentMiB }) => residentMiB)),
}))
record('start', [`medians of ${values.rounds} starts until the server listens, the programs in turns`], rows)
