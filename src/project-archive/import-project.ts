// Creates a project from an archive. Its rows have the id of a project that does not exist yet, so nobody can read
// them; the last transaction creates the project. An import that fails deletes its rows. The rows of a process that
// ended are deleted when a server starts, every hour, and by the next import.
import { stat } from 'node:fs/promises'
import { insertKey } from '../access/keys.ts'
import { insertProject, type ProjectContext } from '../access/projects.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type {
  Key,
  Project,
  ProjectRow,
  RelationalStore,
  RelationalTx,
  SpanStore,
} from '../storage/contract/contract.ts'
import type { TestsetSettings } from '../testsets/stored/stored-list.ts'
import { refusal, type ArchiveCounts, type ArchiveHeader, type ArchiveManifest } from './format.ts'
import { ListCheck } from './list-check.ts'
import { RecordCheck } from './record-check.ts'
import { archiveParts, type ArchiveFile, type ArchivePart } from './read-archive.ts'
import { conflictError, PartWriter } from './write-parts.ts'

export interface ImportContext {
  readonly projectContext: ProjectContext
  readonly spans: SpanStore
  readonly testsets: Pick<TestsetSettings, 'limits'>
}

export interface ImportRequest {
  readonly file: Pick<ArchiveFile, 'path' | 'bytesMax'>
  readonly name: string | undefined
  readonly slug: string | undefined
  readonly shareId: string | undefined
  /** The first key of the new project gets the name and the rights of this key. */
  readonly creator: Pick<Key, 'name' | 'readsSecrets'>
}

export interface ImportedProject {
  readonly project: Project
  /** The first key of the project. */
  readonly secret: string
  readonly source: ArchiveHeader
  readonly counts: ArchiveCounts
}

/** An active import renews its heartbeat with every part. After a longer suspension it is treated as abandoned. */
const abandonedAfterMs = 120_000
const dropRowsMax = 2000
const tracesPerPage = 500

interface ImportStores {
  readonly store: RelationalStore
  readonly spans: SpanStore
}

async function dropImport({ store, spans }: ImportStores, projectId: string): Promise<void> {
  for (;;) {
    const traceIds = await spans.traceIds(projectId, '', tracesPerPage)
    for (const traceId of traceIds) await spans.deleteTrace(projectId, traceId)
    if (traceIds.length === 0) break
  }
  while (!(await store.write((tx) => tx.dropProjectRows(projectId, dropRowsMax)))) continue
  await store.write((tx) => tx.endProjectImport(projectId))
}

/** Deletes the rows of an import that failed. It may have failed after the transaction that created the project. */
async function endImport(stores: ImportStores, projectId: string): Promise<void> {
  const { store } = stores
  if ((await store.read.project(projectId)) === undefined) await dropImport(stores, projectId)
  else await store.write((tx) => tx.endProjectImport(projectId))
}

/** Called at the start of a server whose stores no other process uses: every unfinished import was interrupted. */
export const abandonImports = ({ store, clock }: Pick<CleanupParts, 'store' | 'clock'>): Promise<void> =>
  store.write((tx) => tx.abandonProjectImports(clock.now()))

interface CleanupParts extends ImportStores {
  readonly clock: Clock
}

/** Deletes the rows of imports whose process ended. */
export async function dropAbandonedImports(parts: CleanupParts): Promise<void> {
  const before = new Date(Date.parse(parts.clock.now()) - abandonedAfterMs).toISOString()
  await parts.store.write((tx) => tx.abandonProjectImports(before))
  for (const projectId of await parts.store.read.abandonedProjectImports()) await endImport(parts, projectId)
}

const abandonedError = (): AssayError =>
  new AssayError('unavailable', 'The import was suspended for too long and was undone. Try again.')

class ProjectImport {
  readonly #context: ImportContext
  readonly #request: ImportRequest
  readonly #scope: Scope
  readonly #projectId: string
  readonly #settings: ProjectRow[] = []
  #bytes = 0

  constructor(context: ImportContext, { request, scope }: { request: ImportRequest; scope: Scope }) {
    this.#context = context
    this.#request = request
    this.#scope = scope
    this.#projectId = context.projectContext.clock.id()
  }

  /** The archive is read twice: once to check all of it, once to store it. */
  async run(): Promise<ImportedProject> {
    const { store, clock } = this.#context.projectContext
    const checks = [new ListCheck(this.#context.testsets.limits), new RecordCheck()]
    const bytes = 2 * (await stat(this.#request.file.path)).size
    const manifest = await this.#eachPart(bytes, (part) => {
      for (const check of checks) check.add(part)
    })
    for (const check of checks) await check.finish()
    await dropAbandonedImports({ store, clock, spans: this.#context.spans })
    await store.write((tx) => tx.beginProjectImport(this.#projectId, clock.now()))
    try {
      await this.#store(bytes)
      return await this.#create(manifest)
    } catch (error) {
      await endImport({ store, spans: this.#context.spans }, this.#projectId)
      throw error
    }
  }

  /** Reads the archive to its end and passes on its parts, as long as the client waits. */
  async #eachPart(
    bytesTotal: number,
    visit: (part: ArchivePart) => Promise<void> | void,
  ): Promise<ArchiveManifest> {
    const listener = this.#scope.progressListener
    const onBytes = (bytes: number): void => {
      this.#bytes += bytes
      listener?.onProgress(this.#bytes, bytesTotal)
    }
    const parts = archiveParts({ ...this.#request.file, onBytes }, this.#projectId)
    for (;;) {
      const next = await parts.next()
      if (next.done === true) return next.value
      this.#requireClient()
      await visit(next.value)
    }
  }

  /** Nobody else gets the first key of the project. */
  #requireClient(): void {
    if (this.#scope.progressListener?.signal.aborted === true) throw refusal('the client disconnected.')
  }

  async #continue(tx: RelationalTx): Promise<void> {
    this.#requireClient()
    const { clock } = this.#context.projectContext
    if (!(await tx.continueProjectImport(this.#projectId, clock.now()))) throw abandonedError()
  }

  async #store(bytes: number): Promise<void> {
    const { store } = this.#context.projectContext
    const writer = new PartWriter({ store, spans: this.#context.spans, projectId: this.#projectId })
    await this.#eachPart(bytes, async (part) => {
      await store.write((tx) => this.#continue(tx))
      if (part.kind === 'settings') this.#settings.push(...part.rows)
      else await writer.write(part)
    })
    await writer.finish()
    await store.write((tx) => tx.setHeads(this.#projectId))
  }

  /** From now on the project exists. Its settings refer to it, so they are stored here. */
  async #create(manifest: ArchiveManifest): Promise<ImportedProject> {
    const { projectContext } = this.#context
    const { name, slug, shareId, creator } = this.#request
    const { counts, files: _, ...source } = manifest
    const id = this.#projectId
    const { project, secret } = await this.#scope.store.write(async (tx) => {
      await this.#continue(tx)
      const isFree = (await tx.projectBySlug(source.project.slug)) === undefined
      const newProject = await insertProject(projectContext, {
        tx,
        request: {
          id,
          name: name ?? source.project.name,
          slug: slug ?? (isFree ? source.project.slug : undefined),
          seedDefaults: false,
          shareId,
        },
      })
      if (
        (await tx.insertProjectRows('project_settings', { projectId: id, rows: this.#settings })) !==
        'inserted'
      )
        throw conflictError()
      const key = await insertKey(tx, {
        clock: projectContext.clock,
        request: { projectId: id, name: creator.name, role: 'admin', readsSecrets: creator.readsSecrets },
      })
      await tx.endProjectImport(id)
      this.#scope.recordResource('project', id)
      return { project: newProject, secret: key.secret }
    })
    return { project, secret, source, counts }
  }
}

/** Everything of the archive, or nothing. */
export const importProject = (
  context: ImportContext,
  input: { readonly request: ImportRequest; readonly scope: Scope },
): Promise<ImportedProject> => new ProjectImport(context, input).run()
