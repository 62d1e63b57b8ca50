// Writes the archive of a project as a stream: memory holds one page of rows and one part.
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { authorsOf, authorsSetting } from '../access/authors.ts'
import type { Clock } from '../kernel/clock.ts'
import { tarEnd, tarHeader, tarPadding } from '../kernel/tar.ts'
import type {
  Project,
  ProjectRow,
  ProjectTable,
  RelationalStore,
  SpanStore,
} from '../storage/contract/contract.ts'
import { createPauses } from '../kernel/time-slices.ts'
import {
  archiveKinds,
  archiveVersion,
  configurationKinds,
  headerFile,
  kindNames,
  manifestFile,
  partCharacters,
  partPath,
  type ArchiveContents,
  type ArchivedFile,
  type ArchiveHeader,
  type ArchiveKind,
} from './format.ts'
import { embeddedJson } from './json-columns.ts'
import { PageSize } from './page-size.ts'
import { spanLine } from './span-rows.ts'
import { lineOfRow } from './table-lines.ts'

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

const rowsPerPageMax = 500
const spansPerPageMax = 200
/** The maximum number of traces whose span positions are read at once. */
const tracesPageMax = 200
const isConfiguration = (row: ProjectRow): boolean => row['family'] !== 'testset' && row['used_by'] !== 'run'

async function* rowsOf(table: ProjectTable, source: ExportedRows): AsyncGenerator<ProjectRow> {
  const { store, project, contents, createdUntil } = source
  const size = new PageSize(rowsPerPageMax)
  let after: ProjectRow | undefined
  for (;;) {
    const limit = size.next
    const rows = await store.read.projectRows(table, { projectId: project.id, after, createdUntil, limit })
    for (const row of rows) if (contents === 'full' || isConfiguration(row)) yield row
    after = rows.at(-1)
    if (rows.length < limit) return
    size.adapt(rows)
  }
}

async function* testcaseLines(source: ExportedRows): AsyncGenerator<object> {
  const size = new PageSize(rowsPerPageMax)
  for await (const { no } of rowsOf('testcase_writes', source)) {
    let after = -1
    for (;;) {
      const limit = size.next
      const rows = await source.store.read.testcasesOfWrite(Number(no), { after, limit })
      for (const { place, id, ...texts } of rows) {
        const values = Object.entries(texts).map(([name, text]) => [
          name,
          text === null ? null : embeddedJson(text),
        ])
        yield { write: no, place, id, ...Object.fromEntries(values) }
      }
      after = rows.at(-1)?.place ?? after
      if (rows.length < limit) break
      size.adapt(rows)
    }
  }
}

async function* spanLines({ spans, project }: ExportedRows): AsyncGenerator<object> {
  const size = new PageSize(spansPerPageMax)
  const traces = new PageSize(tracesPageMax)
  let after = ''
  for (;;) {
    const limit = traces.next
    const traceIds = await spans.traceIds(project.id, after, limit)
    const facts = await spans.facts(project.id, traceIds)
    traces.adapt(facts, traceIds.length)
    for (let at = 0; at < facts.length;) {
      const page = facts.slice(at, at + size.next)
      const rows = await spans.spans(project.id, page)
      for (const row of rows) yield spanLine(row)
      at += page.length
      if (rows.length > 0) size.adapt(rows)
    }
    after = traceIds.at(-1) ?? after
    if (traceIds.length < limit) return
  }
}

/** The settings, and the names of authors. The keys of authors are not exported. */
async function* settingLines(source: ExportedRows): AsyncGenerator<object> {
  const { store, project, createdUntil } = source
  for await (const row of rowsOf('project_settings', source)) {
    if (row['name'] !== authorsSetting) yield lineOfRow('project_settings', row)
  }
  const authors = await authorsOf(store.read, project.id)
  yield { name: authorsSetting, value: authors, updated_at: createdUntil, updated_by_id: '' }
}

async function* linesOf(kind: ArchiveKind, source: ExportedRows): AsyncGenerator<object> {
  if (kind === 'spans') return yield* spanLines(source)
  if (kind === 'testcases') return yield* testcaseLines(source)
  if (kind === 'settings') return yield* settingLines(source)
  const table = archiveKinds[kind]
  for await (const row of rowsOf(table, source)) yield lineOfRow(table, row)
}

interface Part {
  readonly content: Buffer
  readonly records: number
}

/** Lines in parts of about a megabyte, in time slices. */
async function* partsOf(lines: AsyncGenerator<object>): AsyncGenerator<Part> {
  const pauses = createPauses()
  let [texts, characters]: [string[], number] = [[], 0]
  const part = (): Part => ({ content: Buffer.from(texts.join('')), records: texts.length })
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    texts.push(text)
    characters += text.length
    if (characters >= partCharacters) {
      yield part()
      ;[texts, characters] = [[], 0]
    }
    if (pauses.isDue()) await pauses.next()
  }
  if (texts.length > 0) yield part()
}

async function* tarOf(source: ArchiveSource): AsyncGenerator<Buffer> {
  const { store, clock, project, contents } = source
  const createdUntil = clock.now()
  const modifiedMs = Date.parse(createdUntil)
  // `check` performs a write. When that is committed, all earlier writes are committed, too.
  await store.check()
  const files: ArchivedFile[] = []
  const entry = function* (path: string, { content, records }: Part): Generator<Buffer> {
    const { length: bytes } = content
    files.push({ path, bytes, records, sha256: createHash('sha256').update(content).digest('hex') })
    yield* [tarHeader({ name: path, bytes, modifiedMs }), content, tarPadding(bytes)]
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
    // own: the kind comes from kindNames.
    counts[kind] = records
  }
  yield* entry(manifestFile, jsonFile({ ...header, counts, files }))
  yield tarEnd()
}

/** The bytes of the archive. A failure ends the stream with an error: the file then has no manifest. */
export const archiveOf = (source: ArchiveSource): Readable =>
  pipeline(Readable.from(tarOf(source), { objectMode: false }), createGzip(), () => undefined)
