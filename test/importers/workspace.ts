// Files in the documented formats of other tools, and their import.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect } from 'vitest'
import { newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commandLine, type CommandLine } from '../cli/command-line.ts'

export interface Workspace {
  readonly api: Api
  readonly line: CommandLine
  readonly dir: string
  /** Writes a file. Its name sets the compression and the format. */
  readonly writeSource: (name: string, content: string | readonly object[]) => string
  readonly runImport: (...args: readonly string[]) => Promise<Body>
  readonly close: () => void
}

const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** A column per member of the records; objects are JSON text, as in exports. */
export function parquetOf(records: readonly Readonly<Record<string, unknown>>[]): Uint8Array {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: names.map((name) => ({
        name,
        data: records.map((record) => {
          const value = record[name] ?? null
          return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
        }),
        nullable: true,
      })),
    }),
  )
}

function bytesOf(name: string, content: string | readonly object[]): string | Uint8Array {
  if (typeof content === 'string') return content
  if (name.endsWith('.parquet')) return parquetOf(content as readonly Readonly<Record<string, unknown>>[])
  if (/\.json(\.gz)?$/.test(name)) return JSON.stringify(content)
  return lines(content)
}

export async function newWorkspace(): Promise<Workspace> {
  const api = await newProject(serverOf('sqlite'))
  const line = commandLine(api)
  const dir = mkdtempSync(join(tmpdir(), 'assay-import-test-'))
  return {
    api,
    line,
    dir,
    writeSource: (name, content) => {
      const path = join(dir, name)
      mkdirSync(dirname(path), { recursive: true })
      const bytes = bytesOf(name, content)
      writeFileSync(path, name.endsWith('.gz') ? gzipSync(bytes) : bytes)
      return path
    },
    runImport: async (...args) => {
      const { out, err, code } = await line.run('import', ...args, '--json')
      expect(err).toBe('')
      return { code, ...JSON.parse(out) }
    },
    close: () => {
      line.remove()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Counts all records that an import can create. */
export async function inventory({ api }: Workspace): Promise<Body> {
  const list = async (path: string, name: string) => (await api.post(path, {})).body[name] as readonly Body[]
  const spans = (
    await api.post('/spans/query', { windowing: { limit: 1000, oldest: '2020-01-01T00:00:00Z' } })
  ).body.count
  const revisions = async (kind: string, plural: string) =>
    (await list(`/${plural}/revisions/query`, `${kind}_revisions`)).length
  return {
    spans,
    testsets: await revisions('testset', 'testsets'),
    applications: await revisions('application', 'applications'),
    evaluators: await revisions('evaluator', 'evaluators'),
    environments: await revisions('environment', 'environments'),
  }
}
