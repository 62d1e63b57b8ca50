// Damaged Parquet files against a second reader: `npm run fuzz:parquet -- --python <interpreter with pyarrow>
// [--mutants 5000] [--seed 1] [--keep directory]`. Each mutant of a file that pyarrow wrote must be refused, or give
// the rows that pyarrow reads. Prints the mutants that were accepted although pyarrow refuses them, or with other rows;
// exit code 1 if there are any.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { parquetRecords } from '../importers/reading/parquet.ts'
import { defaultTestsetLimits } from '../src/testsets/limits.ts'
import { readParquet } from '../src/testsets/import/parquet/read-parquet.ts'
import type { Json } from '../src/kernel/json/value.ts'

const { values: options } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    mutants: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
})

/** Mulberry32: the same mutants for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const script = fileURLToPath(new URL('parquet-mutants.py', import.meta.url))

function python(...args: readonly string[]): string {
  const result = spawnSync(options.python, [script, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (result.status !== 0) throw new Error(`${options.python} with pyarrow is needed: ${result.stderr}`)
  return result.stdout
}

function mutate(source: Uint8Array, random: (below: number) => number): Uint8Array {
  const bytes = source.slice()
  const at = random(bytes.length)
  switch (random(5)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      return bytes
    case 1:
      bytes[at] = random(256)
      return bytes
    case 2:
      bytes.fill(0, at, at + 1 + random(8))
      return bytes
    case 3: {
      // A range of bytes moves to another place.
      const from = random(bytes.length)
      bytes.copyWithin(at, from, from + 1 + random(16))
      return bytes
    }
    default: {
      const end = Math.min(at + 1 + random(4), bytes.length)
      const cutBytes = new Uint8Array(bytes.length - (end - at))
      cutBytes.set(bytes.subarray(0, at))
      cutBytes.set(bytes.subarray(end), at)
      return cutBytes
    }
  }
}

const bufferOf = (bytes: Uint8Array) => ({
  byteLength: bytes.length,
  slice: (start: number, end = bytes.length) => bytes.slice(start, end).buffer,
})

async function serverRows(bytes: Uint8Array): Promise<readonly unknown[] | undefined> {
  const rows: Json[] = []
  for await (const batch of readParquet(bufferOf(bytes), defaultTestsetLimits)) {
    for (const item of batch) {
      if (item.kind === 'error') return undefined
      rows.push(item.flat)
    }
  }
  return rows
}

async function importerRows(bytes: Uint8Array): Promise<readonly unknown[] | undefined> {
  const rows: unknown[] = []
  const { byteLength, slice } = bufferOf(bytes)
  try {
    const file = { path: 'f', sizeBytes: byteLength, slice: async (a: number, b: number) => slice(a, b) }
    for await (const record of parquetRecords(file as never)) {
      if (!('record' in record)) return undefined
      rows.push(record.record)
    }
  } catch {
    return undefined
  }
  return rows
}

/** pyarrow names some times that Assay writes as text in ISO 8601. */
const hasTimes = (rows: unknown): boolean => JSON.stringify(rows).includes('"time ')

/** JSON has no negative zero. */
const withoutNegativeZero = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const directory = options.keep ?? mkdtempSync(join(tmpdir(), 'parquet-fuzz-'))
const [sourcesDir, mutantsDir] = [join(directory, 'sources'), join(directory, 'mutants')]
rmSync(mutantsDir, { recursive: true, force: true })
mkdirSync(mutantsDir, { recursive: true })
python('sources', sourcesDir)
const random = randomNumbers(Number(options.seed))
const sources = readdirSync(sourcesDir).toSorted()
for (const name of sources)
  writeFileSync(join(mutantsDir, `original-${name}`), readFileSync(join(sourcesDir, name)))
for (let i = 0; i < Number(options.mutants); i++) {
  const name = sources[i % sources.length] ?? ''
  const bytes = mutate(new Uint8Array(readFileSync(join(sourcesDir, name))), random)
  writeFileSync(join(mutantsDir, `${String(i).padStart(6, '0')}-${name}`), bytes)
}

const counts = new Map<string, number>()
let hasFailures = false
const record = (outcome: string, name?: string): void => {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  if (name === undefined) return
  hasFailures = true
  console.log(`${outcome}: ${name}`)
}
for (const line of python('rows', mutantsDir).trimEnd().split('\n')) {
  const { name, rows: expectedRows } = JSON.parse(line) as { readonly name: string; readonly rows: unknown }
  const bytes = new Uint8Array(readFileSync(join(mutantsDir, name)))
  for (const [reader, readRows] of [
    ['server', serverRows],
    ['importers', importerRows],
  ] as const) {
    const actual = await readRows(bytes)
    if (actual === undefined) {
      const isOriginal = name.startsWith('original-')
      record(
        `${reader}: ${expectedRows === null ? 'refused by both' : 'refused by Assay alone'}`,
        isOriginal ? name : undefined,
      )
    } else if (expectedRows === null) record(`${reader}: accepted by Assay alone`, name)
    else if (isDeepStrictEqual(withoutNegativeZero(actual), expectedRows)) record(`${reader}: same rows`)
    else if (hasTimes(expectedRows)) record(`${reader}: times, not compared`)
    else record(`${reader}: other rows`, name)
  }
}
for (const [outcome, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${outcome.padEnd(40)} ${count}`)
if (options.keep === undefined) rmSync(directory, { recursive: true, force: true })
process.exitCode = hasFailures ? 1 : 0
