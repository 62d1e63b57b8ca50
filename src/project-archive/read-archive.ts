// Reads an archive part by part. Nothing of it is trusted: paths, order, sizes, counts, checksums and the form of every
// value are checked, and content hashes are computed again.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { AssayError, messageOf } from '../kernel/errors.ts'
import { eachInSlices } from '../kernel/time-slices.ts'
import {
  tableShape,
  textForms,
  type NewSpan,
  type PageRecord,
  type ProjectRow,
  type ProjectTable,
  type StoredTestcase,
} from '../storage/contract/contract.ts'
import { checkedPage, checkedRevision } from './content-checks.ts'
import {
  archiveKinds,
  configurationKinds,
  damaged,
  headerFile,
  kindNames,
  manifestFile,
  partPath,
  readHeader,
  readManifest,
  type ArchivedFile,
  type ArchiveHeader,
  type ArchiveKind,
  type ArchiveManifest,
} from './format.ts'
import { jsonText } from './json-columns.ts'
import { rowOfLine } from './span-rows.ts'
import { tarFiles, type TarFile } from './tar.ts'

export interface TestcaseLine extends StoredTestcase {
  /** The number of its write in the archive. */
  readonly write: number
}

/** Checked rows of one part. */
export type ArchivePart =
  | { readonly kind: 'spans'; readonly rows: readonly NewSpan[] }
  | { readonly kind: 'testcases'; readonly rows: readonly TestcaseLine[] }
  | { readonly kind: 'testset-pages'; readonly rows: readonly PageRecord[] }
  | {
      readonly kind: Exclude<ArchiveKind, 'spans' | 'testcases' | 'testset-pages'>
      readonly rows: readonly ProjectRow[]
    }

const integerMax = 2 ** 31 - 1
const patterns: ReadonlyMap<string, RegExp> = new Map(Object.entries(textForms))

function columnValue(form: string, value: unknown): string | number | null {
  const name = form.replace('?', '')
  if (value === null && form.endsWith('?')) return null
  if (name === 'integer') {
    if (Number.isInteger(value) && Math.abs(Number(value)) <= integerMax) return Number(value)
  } else if (name === 'json') {
    if (value !== null && value !== undefined) return jsonText(value)
  } else if (typeof value === 'string' && patterns.get(name)?.test(value) === true) return value
  throw damaged(`${JSON.stringify(value) ?? 'nothing'} is no ${name}.`)
}

const lineObject = z.record(z.string(), z.unknown())

/** A row with exactly the columns of its table. */
function tableRow(table: ProjectTable, line: unknown): ProjectRow {
  const values = lineObject.parse(line)
  const { columns } = tableShape(table)
  const names = Object.keys(columns)
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown !== undefined) throw damaged(`there is no column '${unknown}'.`)
  // own: columns of our own tables, and members that were just listed.
  return Object.fromEntries(names.map((name) => [name, columnValue(columns[name] ?? '', values[name])]))
}

const storedText = z.unknown().transform((value) => (value === null ? null : jsonText(value)))
const testcaseLine: z.ZodType<TestcaseLine> = z.strictObject({
  write: z.int(),
  place: z
    .int()
    .min(0)
    .max(2 ** 24 - 1),
  id: z.string().regex(textForms.id),
  data: storedText,
  flags: storedText,
  tags: storedText,
  meta: storedText,
})

function reasonOf(error: unknown): string {
  if (error instanceof AssayError) return error.message
  if (!(error instanceof z.ZodError)) return messageOf(error)
  const [issue] = error.issues
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`
}

/** Reads the lines of a file, in time slices. */
async function readLines<T>({ path, content }: TarFile, read: (line: unknown) => T): Promise<readonly T[]> {
  const rows: T[] = []
  const lines = content.toString('utf8').split('\n')
  if (lines.pop() !== '') throw damaged(`the last line of ${path} has no end.`)
  await eachInSlices(lines, (line, index) => {
    try {
      rows.push(read(JSON.parse(line)))
    } catch (error) {
      throw damaged(`line ${index + 1} of ${path} is invalid: ${reasonOf(error)}`, error)
    }
  })
  return rows
}

async function partRows(
  file: TarFile,
  { kind, projectId }: { readonly kind: ArchiveKind; readonly projectId: string },
): Promise<ArchivePart> {
  if (kind === 'spans') return { kind, rows: await readLines(file, (line) => rowOfLine(line, projectId)) }
  if (kind === 'testcases') return { kind, rows: await readLines(file, (line) => testcaseLine.parse(line)) }
  const row = (line: unknown): ProjectRow => tableRow(archiveKinds[kind], line)
  if (kind === 'testset-pages') return { kind, rows: await readLines(file, (line) => checkedPage(row(line))) }
  const check = kind === 'revisions' ? checkedRevision : (checked: ProjectRow) => checked
  return { kind, rows: await readLines(file, (line) => check(row(line))) }
}

const sameFiles = (a: readonly ArchivedFile[], b: readonly ArchivedFile[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Follows the order of the files, and compares them with the manifest at the end. */
class ArchiveCheck {
  readonly #files: ArchivedFile[] = []
  readonly #counts = new Map<string, number>()
  #kind = 0
  #part = 0

  /** The kind of the next part. */
  kindOf(path: string, { contents }: ArchiveHeader): ArchiveKind {
    const kind = kindNames.find((name) => path.startsWith(`${name}/`))
    if (kind === undefined || (contents === 'configuration' && !configurationKinds.has(kind))) {
      throw damaged(`the file '${path}' does not belong to it.`)
    }
    const number = kindNames.indexOf(kind)
    this.#part = number === this.#kind ? this.#part + 1 : 1
    if (number < this.#kind || path !== partPath(kind, this.#part)) {
      throw damaged(`the file '${path}' is not in its place.`)
    }
    this.#kind = number
    return kind
  }

  add({ path, content }: TarFile, part?: ArchivePart): void {
    const records = part?.rows.length ?? 0
    const sha256 = createHash('sha256').update(content).digest('hex')
    this.#files.push({ path, bytes: content.length, records, sha256 })
    if (part !== undefined) this.#counts.set(part.kind, (this.#counts.get(part.kind) ?? 0) + records)
  }

  compare({ files, counts, ...rest }: ArchiveManifest, header: ArchiveHeader): void {
    if (JSON.stringify(rest) !== JSON.stringify(header)) throw damaged('its header and its manifest differ.')
    const hasCounts = Object.entries(counts).every(([kind, count]) => count === (this.#counts.get(kind) ?? 0))
    if (!sameFiles(files, this.#files) || !hasCounts) {
      throw damaged('its content differs from its manifest: it was changed or is incomplete.')
    }
  }
}

export interface ArchiveFile {
  readonly path: string
  readonly bytesMax: number
  /** Called with the bytes that were read. */
  readonly onBytes?: (bytes: number) => void
}

async function* inflated({ path, onBytes }: ArchiveFile): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  file.on('data', (chunk) => onBytes?.(chunk.length))
  yield* pipeline(file, createGunzip(), () => undefined)
}

/** The parts of the archive, with rows for this project. Ends with its manifest, after everything was compared with it. */
export async function* archiveParts(
  file: ArchiveFile,
  projectId: string,
): AsyncGenerator<ArchivePart, ArchiveManifest> {
  const check = new ArchiveCheck()
  let header: ArchiveHeader | undefined
  let manifest: ArchiveManifest | undefined
  for await (const entry of tarFiles(inflated(file), { fileBytesMax: file.bytesMax })) {
    if (manifest !== undefined) throw damaged(`the file '${entry.path}' follows its manifest.`)
    if (header === undefined) {
      if (entry.path !== headerFile) throw damaged(`it does not begin with ${headerFile}.`)
      header = readHeader(entry.content.toString('utf8'))
      check.add(entry)
    } else if (entry.path === manifestFile) {
      manifest = readManifest(entry.content.toString('utf8'))
      check.compare(manifest, header)
    } else {
      const kind = check.kindOf(entry.path, header)
      const part = await partRows(entry, { kind, projectId })
      check.add(entry, part)
      yield part
    }
  }
  if (manifest === undefined) throw damaged(`it has no ${manifestFile}.`)
  return manifest
}
