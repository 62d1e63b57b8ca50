// src/project-archive: one project as a file that another server imports (ADR 075, docs/archives.md). format.ts
// describes the file; write-archive.ts exports, with page-size.ts; read-archive.ts checks an archive and yields its
// rows, with table-lines.ts and span-rows.ts for the rows of a line; import-project.ts stores them. Imports testsets,
// tracing, versioning, access, the objects of git, the contract of the stores and the kernel. Start here.
//
// An archive is a gzipped tar: `header.json`, then parts of JSON lines in the order of `archiveKinds`, then
// `manifest.json`. Parts are small, so that neither side holds more than one in memory.
import { z } from 'zod'
import { AssayError, messageOf } from '../kernel/errors.ts'
import type { ProjectTable } from '../storage/contract/contract.ts'
import { slugCharactersMax, slugPattern } from '../versioning/slugs.ts'

export const archiveVersion = 1

/**
 * The kinds of records in the order of the archive: parents come first. Null: the kind is no table of the relational
 * store.
 */
export const archiveKinds = {
  artifacts: 'artifacts',
  variants: 'variants',
  revisions: 'revisions',
  'testset-pages': 'pages',
  'testcase-writes': 'testcase_writes',
  testcases: null,
  'git-commits': 'git_commits',
  'git-objects': 'git_objects',
  runs: 'evaluation_runs',
  scenarios: 'evaluation_scenarios',
  results: 'evaluation_results',
  metrics: 'evaluation_metrics',
  queues: 'evaluation_queues',
  'queue-assignments': 'queue_turns',
  'run-manifests': 'evaluation_manifests',
  uses: 'uses',
  settings: 'project_settings',
  spans: null,
} as const satisfies Readonly<Record<string, ProjectTable | null>>

export type ArchiveKind = keyof typeof archiveKinds
const isKind = (name: string): name is ArchiveKind => Object.hasOwn(archiveKinds, name)
export const kindNames: readonly ArchiveKind[] = Object.keys(archiveKinds).filter(isKind)

/** `configuration`: artifacts, variants and revisions of all families but testsets, and the settings. */
export const archiveContents = ['full', 'configuration'] as const
export type ArchiveContents = (typeof archiveContents)[number]
export const configurationKinds: ReadonlySet<ArchiveKind> = new Set([
  'artifacts',
  'variants',
  'revisions',
  'uses',
  'settings',
])

export const headerFile = 'header.json'
export const manifestFile = 'manifest.json'
export const partPath = (kind: ArchiveKind, part: number): string =>
  `${kind}/${String(part).padStart(6, '0')}.jsonl`

/** A part ends with the line that reaches this number of characters, so only the last part of a kind is smaller. */
export const partCharacters = 1024 * 1024
/** A line begins before this position of its part: a character has at most three bytes. */
export const lineStartMax = 3 * partCharacters
/** The largest part of an import: its last line may have a testcase or a span of many megabytes. */
export const partBytesMax = 256 * 1024 * 1024
export const headerBytesMax = 64 * 1024
/** The maximum number of records of a kind that an import holds in memory: pages of testsets and testcase writes. */
export const recordsInMemoryMax = 2_000_000
/** An archive may inflate to this many times the limit of its file: JSON lines shrink to a tenth. */
export const inflationMax = 20

const header = z.object({
  format: z.literal('assay-project'),
  version: z.number(),
  /** The version of the program that wrote it. */
  program: z.string(),
  created_at: z.string(),
  contents: z.enum(archiveContents),
  project: z.object({
    id: z.string(),
    slug: z.string().max(slugCharactersMax).regex(slugPattern),
    name: z.string().min(1).max(1000),
    created_at: z.string(),
  }),
})
export type ArchiveHeader = z.output<typeof header>

const archivedFile = z.object({
  path: z.string(),
  bytes: z.number(),
  records: z.number(),
  sha256: z.string(),
})
export type ArchivedFile = z.output<typeof archivedFile>

const manifest = header.extend({
  counts: z.record(z.string(), z.number()),
  files: z.array(archivedFile),
})
export type ArchiveManifest = z.output<typeof manifest>

export type ArchiveCounts = Readonly<Record<string, number>>

const refusalPrefix = 'The archive cannot be imported: '
/** The error of an archive that is refused. A nested reason does not repeat the prefix. */
export const refusal = (reason: string, cause?: unknown): AssayError =>
  new AssayError('payload_undecodable', `${refusalPrefix}${reason.replace(refusalPrefix, '')}`, { cause })

/** The reason of a check that failed, with the path of the value. */
export function reasonOf(error: unknown): string {
  if (error instanceof AssayError) return error.message
  if (!(error instanceof z.ZodError)) return messageOf(error)
  const [issue] = error.issues
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`
}

function parseFile<T>(
  schema: z.ZodType<T>,
  { text, path }: { readonly text: string; readonly path: string },
): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw refusal(`${path} has no valid content.`, error)
  }
}

export function readHeader(text: string): ArchiveHeader {
  const content = parseFile(header, { text, path: headerFile })
  if (content.version === archiveVersion) return content
  throw refusal(
    `its format has version ${content.version}, and this server reads version ${archiveVersion}. ` +
      `Assay ${content.program} wrote it: use the same version of Assay on both servers.`,
  )
}

export const readManifest = (text: string): ArchiveManifest =>
  parseFile(manifest, { text, path: manifestFile })
