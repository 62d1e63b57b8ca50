// Writes the archive of a project as a stream: memory holds one page of rows and one part.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { chunks } from '../kernel/chunks.ts'
import type { Clock } from '../kernel/clock.ts'
import {
  tableShape,
  type Project,
  type ProjectRow,
  type ProjectTable,
  type RelationalStore,
  type SpanStore,
} from '../storage/contract/contract.ts'
import { createPauses } from '../kernel/time-slices.ts'
import {
  archiveKinds,
  archiveVersion,
  configurationKinds,
  headerFile,
  kindNames,
  manifestFile,
  partBytes,
  partPath,
  type ArchiveContents,
  type ArchivedFile,
  type ArchiveHeader,
  type ArchiveKind,
} from './format.ts'
import { embeddedJson } from './json-columns.ts'
import { spanLine } from './span-rows.ts'
import { tarEnd, tarEntry } from './tar.ts'

export interface ArchiveSource {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly clock: Clock
  readonly project: Project
  readonly contents: ArchiveContents
  /** The version of this program. */
  readonly program: string
}

interface ExportedRows extends ArchiveSource {
  readonly createdUntil: string
}

const rowsPerPage = 500
/** Traces whose positions are read at once, and full spans read at once. */
const tracesPerPage = 200
const spansPerPage = 200

/** A row with its JSON texts as values. */
function lineOf(table: ProjectTable, row: ProjectRow): object {
  const { columns } = tableShape(table)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      // own: a column of our own table.
      typeof value === 'string' && columns[name]?.startsWith('json') === true ? embeddedJson(value) : value,
    ]),
  )
}

const isConfiguration = (row: ProjectRow): boolean => row['family'] !== 'testset' && row['used_by'] !== 'run'

async function* rowsOf(table: ProjectTable, source: ExportedRows): AsyncGenerator<ProjectRow> {
  const { store, project, contents, createdUntil } = source
  let after: ProjectRow | undefined
  for (;;) {
    const rows = await store.read.projectRows(table, {
      projectId: project.id,
      after,
      createdUntil,
      limit: rowsPerPage,
    })
    for (const row of rows) if (contents === 'full' || isConfiguration(row)) yield row
    after = rows.at(-1)
    if (rows.length < rowsPerPage) return
  }
}

async function* testcaseLines(source: ExportedRows): AsyncGenerator<object> {
  for await (const { no } of rowsOf('testcase_writes', source)) {
    let after = -1
    for (;;) {
      const rows = await source.store.read.testcasesOfWrite(Number(no), { after, limit: rowsPerPage })
      for (const { place, id, ...texts } of rows) {
        const values = Object.entries(texts).map(([name, text]) => [
          name,
          text === null ? null : embeddedJson(text),
        ])
        yield { write: no, place, id, ...Object.fromEntries(values) }
      }
      after = rows.at(-1)?.place ?? after
      if (rows.length < rowsPerPage) break
    }
  }
}

async function* spanLines({ spans, project }: ExportedRows): AsyncGenerator<object> {
  let after = ''
  for (;;) {
    const traceIds = await spans.traceIds(project.id, after, tracesPerPage)
    const places = await spans.facts(project.id, traceIds)
    for (const some of chunks(places, spansPerPage)) {
      for (const row of await spans.spans(project.id, some)) yield spanLine(row)
    }
    after = traceIds.at(-1) ?? after
    if (traceIds.length < tracesPerPage) return
  }
}

async function* linesOf(kind: ArchiveKind, source: ExportedRows): AsyncGenerator<object> {
  if (kind === 'spans') return yield* spanLines(source)
  if (kind === 'testcases') return yield* testcaseLines(source)
  const table = archiveKinds[kind]
  for await (const row of rowsOf(table, source)) yield lineOf(table, row)
}

interface Part {
  readonly content: Buffer
  readonly records: number
}

/** Lines in parts of about a megabyte, in time slices. */
async function* partsOf(lines: AsyncGenerator<object>): AsyncGenerator<Part> {
  const pauses = createPauses()
  let [texts, bytes]: [string[], number] = [[], 0]
  const part = (): Part => ({ content: Buffer.from(texts.join('')), records: texts.length })
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    texts.push(text)
    bytes += text.length
    if (bytes >= partBytes) {
      yield part()
      ;[texts, bytes] = [[], 0]
    }
    if (pauses.isDue()) await pauses.next()
  }
  if (texts.length > 0) yield part()
}

async function* tarOf(source: ArchiveSource): AsyncGenerator<Buffer> {
  const { store, clock, project, contents } = source
  const createdUntil = clock.now()
  const unixSeconds = Math.floor(Date.parse(createdUntil) / 1000)
  // Writes that began before are committed when this one is.
  await store.check()
  const files: ArchivedFile[] = []
  const entry = function* (path: string, { content, records }: Part): Generator<Buffer> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    files.push({ path, bytes: content.length, records, sha256 })
    yield* tarEntry({ path, content }, unixSeconds)
  }
  const jsonFile = (value: object): Part => ({
    content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
    records: 0,
  })
  const header: ArchiveHeader = {
    format: 'assay-project',
    version: archiveVersion,
    program: source.program,
    created_at: createdUntil,
    contents,
    project: { id: project.id, slug: project.slug, name: project.name, created_at: project.createdAt },
  }
  yield* entry(headerFile, jsonFile(header))
  const counts: Record<string, number> = {}
  for (const kind of kindNames) {
    if (contents === 'configuration' && !configurationKinds.has(kind)) continue
    let [parts, records] = [0, 0]
    for await (const part of partsOf(linesOf(kind, { ...source, createdUntil }))) {
      yield* entry(partPath(kind, ++parts), part)
      records += part.records
    }
    // own: a kind of the table.
    counts[kind] = records
  }
  const { content } = jsonFile({ ...header, counts, files })
  yield* tarEntry({ path: manifestFile, content }, unixSeconds)
  yield tarEnd()
}

/** The bytes of the archive. A failure ends the stream with an error: the file then has no manifest. */
export const archiveOf = (source: ArchiveSource): Readable =>
  pipeline(Readable.from(tarOf(source), { objectMode: false }), createGzip(), () => undefined)
