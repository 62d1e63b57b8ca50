// Reads an archive part by part. The archive is untrusted: paths, order, sizes, counts, checksums and the format of
// every value are checked, and content hashes are computed again.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { Json } from '../kernel/json/value.ts'
import { TarError, tarFiles, type TarFile } from '../kernel/tar.ts'
import { eachInSlices } from '../kernel/time-slices.ts'
import {
  textForms,
  type NewSpan,
  type ProjectRow,
  type StoredTestcase,
} from '../storage/contract/contract.ts'
import {
  verifyGitCommit,
  verifyGitObject,
  verifyPage,
  verifyRevision,
  verifySetting,
  type ArchivedPage,
} from './content-checks.ts'
import {
  archiveKinds,
  configurationKinds,
  refusal,
  headerBytesMax,
  headerFile,
  inflationMax,
  kindNames,
  lineStartMax,
  manifestFile,
  partBytesMax,
  partCharacters,
  partPath,
  readHeader,
  reasonOf,
  readManifest,
  type ArchivedFile,
  type ArchiveHeader,
  type ArchiveKind,
  type ArchiveManifest,
} from './format.ts'
import { jsonText, parseJson } from './json-columns.ts'
import { spanOfLine } from './span-rows.ts'
import { rowOfLine } from './table-lines.ts'

export interface TestcaseLine extends StoredTestcase {
  /** The number of its write in the archive. */
  readonly write: number
}

/** Checked rows of one part. */
export type ArchivePart =
  | { readonly kind: 'spans'; readonly rows: readonly NewSpan[] }
  | { readonly kind: 'testcases'; readonly rows: readonly TestcaseLine[] }
  | { readonly kind: 'testset-pages'; readonly rows: readonly ArchivedPage[] }
  | {
      readonly kind: Exclude<ArchiveKind, 'spans' | 'testcases' | 'testset-pages'>
      readonly rows: readonly ProjectRow[]
    }

const storedText = z.unknown().transform((value, context) => {
  if (value === null) return null
  const text = jsonText(value)
  if (text.startsWith('{')) return text
  context.addIssue('no object')
  return z.NEVER
})
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

/** The lines of a file. A file with too many lines is refused before they are split. */
function* linesOf({ name, content }: TarFile): Generator<string> {
  for (let from = 0; from < content.length;) {
    const end = content.indexOf('\n', from)
    if (end < 0) throw refusal(`the last line of ${name} has no end.`)
    if (from >= lineStartMax) throw refusal(`the file '${name}' has too many lines.`)
    yield content.toString('utf8', from, end)
    from = end + 1
  }
}

/** Reads the lines of a file, in time slices. */
async function readLines<T>(file: TarFile, read: (line: Json) => T): Promise<readonly T[]> {
  const rows: T[] = []
  await eachInSlices(linesOf(file), (line, index) => {
    try {
      rows.push(read(parseJson(line)))
    } catch (error) {
      throw refusal(`line ${index + 1} of ${file.name} is invalid: ${reasonOf(error)}`, error)
    }
  })
  return rows
}

/** Checks of rows besides the types of their columns. */
const contentChecks: ReadonlyMap<ArchiveKind, (row: ProjectRow) => ProjectRow> = new Map([
  ['revisions', verifyRevision],
  ['git-commits', verifyGitCommit],
  ['git-objects', verifyGitObject],
  ['settings', verifySetting],
])

async function partRows(
  file: TarFile,
  { kind, projectId }: { readonly kind: ArchiveKind; readonly projectId: string },
): Promise<ArchivePart> {
  if (kind === 'spans') return { kind, rows: await readLines(file, (line) => spanOfLine(line, projectId)) }
  if (kind === 'testcases') return { kind, rows: await readLines(file, (line) => testcaseLine.parse(line)) }
  const row = (line: Json): ProjectRow => rowOfLine(archiveKinds[kind], line)
  if (kind === 'testset-pages') return { kind, rows: await readLines(file, (line) => verifyPage(row(line))) }
  const check = contentChecks.get(kind) ?? ((row: ProjectRow) => row)
  return { kind, rows: await readLines(file, (line) => check(row(line))) }
}

const areSameFiles = (a: readonly ArchivedFile[], b: readonly ArchivedFile[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Checks the order of the files, and compares them with the manifest at the end. */
class ArchiveCheck {
  readonly #files: ArchivedFile[] = []
  readonly #counts = new Map<string, number>()
  #kind = 0
  #part = 0

  /** The kind of the next part. */
  kindOf(path: string, { contents, program }: ArchiveHeader): ArchiveKind {
    const kind = kindNames.find((name) => path.startsWith(`${name}/`))
    if (kind === undefined || (contents === 'configuration' && !configurationKinds.has(kind))) {
      throw refusal(
        `the file '${path}' does not belong to it, or a later version of Assay is needed (${program} wrote it).`,
      )
    }
    const number = kindNames.indexOf(kind)
    const isNext = number === this.#kind && this.#part > 0
    if (isNext && (this.#files.at(-1)?.bytes ?? 0) < partCharacters) {
      throw refusal(`the file before '${path}' is too small.`)
    }
    this.#part = isNext ? this.#part + 1 : 1
    if (number < this.#kind || path !== partPath(kind, this.#part)) {
      throw refusal(`the file '${path}' is not in its place.`)
    }
    this.#kind = number
    return kind
  }

  add({ name: path, content }: TarFile, part?: ArchivePart): void {
    const records = part?.rows.length ?? 0
    const sha256 = createHash('sha256').update(content).digest('hex')
    this.#files.push({ path, bytes: content.length, records, sha256 })
    if (part !== undefined) this.#counts.set(part.kind, (this.#counts.get(part.kind) ?? 0) + records)
  }

  compare({ files, counts, ...rest }: ArchiveManifest, header: ArchiveHeader): void {
    if (JSON.stringify(rest) !== JSON.stringify(header)) throw refusal('its header and its manifest differ.')
    const hasCounts = Object.entries(counts).every(([kind, count]) => count === (this.#counts.get(kind) ?? 0))
    if (!areSameFiles(files, this.#files) || !hasCounts) {
      throw refusal('its content differs from its manifest: it was changed or is incomplete.')
    }
  }
}

export interface ArchiveFile {
  readonly path: string
  readonly bytesMax: number
  /** Called with the bytes that were read. */
  readonly onBytes?: (bytes: number) => void
}

async function* inflate({ path, onBytes }: ArchiveFile): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  file.on('data', (chunk) => onBytes?.(chunk.length))
  try {
    yield* pipeline(file, createGunzip(), () => undefined)
  } catch (error) {
    throw refusal('it is not a gzip file, or it is truncated.', error)
  }
}

async function* filesOf(archive: ArchiveFile): AsyncGenerator<TarFile> {
  const limits = { bytesMax: archive.bytesMax * inflationMax, fileBytesMax: partBytesMax }
  try {
    yield* tarFiles(inflate(archive), limits)
  } catch (error) {
    throw error instanceof TarError ? refusal(`${error.message}.`, error) : error
  }
}

/**
 * The parts of the archive, with rows for this project. Ends with its manifest, after everything was compared with
 * it.
 */
export async function* archiveParts(
  archive: ArchiveFile,
  projectId: string,
): AsyncGenerator<ArchivePart, ArchiveManifest> {
  const check = new ArchiveCheck()
  let header: ArchiveHeader | undefined
  let manifest: ArchiveManifest | undefined
  for await (const file of filesOf(archive)) {
    const { name, content } = file
    if (manifest !== undefined) throw refusal(`the file '${name}' follows its manifest.`)
    if (header === undefined) {
      if (name !== headerFile || content.length > headerBytesMax) {
        throw refusal(`it does not begin with ${headerFile}.`)
      }
      header = readHeader(content.toString('utf8'))
      check.add(file)
    } else if (name === manifestFile) {
      manifest = readManifest(content.toString('utf8'))
      check.compare(manifest, header)
    } else {
      const kind = check.kindOf(name, header)
      const part = await partRows(file, { kind, projectId })
      check.add(file, part)
      yield part
    }
  }
  if (manifest === undefined) throw refusal(`it has no ${manifestFile}.`)
  return manifest
}
