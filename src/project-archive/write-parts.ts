// Stores the rows of an archive, part by part.
import { AssayError } from '../kernel/errors.ts'
import {
  encodeRows,
  idStartOf,
  RowsRefused,
  type ProjectRow,
  type RelationalStore,
  type RelationalTx,
  type SpanRows,
  type SpanStore,
} from '../storage/contract/contract.ts'
import { archiveKinds, refusal, recordsInMemoryMax } from './format.ts'
import type { ArchivePart, TestcaseLine } from './read-archive.ts'

export const conflictError = (): AssayError =>
  new AssayError('id_conflict', {
    message:
      'A record of the archive exists on this server already. Ids are unique on a server: a project cannot be imported ' +
      'where it was exported, or twice. If an import was interrupted, try again in two minutes.',
  })

/** Spans of one insert: each insert of the trace store costs tens of milliseconds. */
const spansPerWrite = 5000
const bytesPerWrite = 16 * 1024 * 1024

const objectOf = (text: string | null) => (text === null ? undefined : JSON.parse(text))

export class PartWriter {
  readonly #store: RelationalStore
  readonly #spans: SpanStore
  readonly #projectId: string
  /** The numbers of testcase writes on this server by their numbers in the archive. */
  readonly #writes = new Map<number, number>()
  #queuedRows: SpanRows[] = []

  constructor(target: {
    readonly store: RelationalStore
    readonly spans: SpanStore
    readonly projectId: string
  }) {
    this.#store = target.store
    this.#spans = target.spans
    this.#projectId = target.projectId
  }

  async write(part: ArchivePart): Promise<void> {
    const projectId = this.#projectId
    if (part.kind === 'spans') return this.#addSpans(encodeRows(part.rows))
    await this.#store.write(async (tx) => {
      if (part.kind === 'testcases') return this.#insertTestcases(tx, part.rows)
      if (part.kind === 'testset-pages') return tx.insertPages(projectId, part.rows)
      if (part.kind === 'testcase-writes') return this.#openWrites(tx, part.rows)
      const outcome = await tx.insertProjectRows(archiveKinds[part.kind], { projectId, rows: part.rows })
      if (outcome === 'conflict') throw conflictError()
      if (outcome === 'orphan')
        throw refusal(`a record of ${part.kind} names a record that it does not have.`)
    })
  }

  async finish(): Promise<void> {
    await this.#flushSpans()
  }

  /** Commits each write immediately: nobody can read it before the project exists. */
  async #openWrites(tx: RelationalTx, rows: readonly ProjectRow[]): Promise<void> {
    for (const row of rows) {
      const testsetId = String(row['testset_id'])
      if ((await tx.artifact(this.#projectId, 'testset', { id: testsetId })) === undefined) {
        throw refusal(`it does not have the testset ${testsetId}.`)
      }
      const writeNumber = await tx.openTestcaseWrite(this.#projectId, {
        testsetId,
        at: String(row['created_at']),
        by: String(row['created_by_id']),
      })
      await tx.commitTestcaseWrite(writeNumber)
      const archivedNumber = Number(row['no'])
      if (this.#writes.has(archivedNumber))
        throw refusal(`it has the testcase write ${archivedNumber} twice.`)
      this.#writes.set(archivedNumber, writeNumber)
      if (this.#writes.size > recordsInMemoryMax) throw refusal('it has too many testcase writes.')
    }
  }

  async #insertTestcases(tx: RelationalTx, rows: readonly TestcaseLine[]): Promise<void> {
    for (const [write, writeRows] of Map.groupBy(rows, (row) => row.write)) {
      const writeNumber = this.#writes.get(write)
      if (writeNumber === undefined) throw refusal(`it does not have the testcase write ${write}.`)
      await tx.insertTestcases(
        writeNumber,
        writeRows.map(({ place, id, data, flags, tags, meta }) => ({
          place,
          id,
          dataText: data ?? undefined,
          flags: objectOf(flags),
          tags: objectOf(tags),
          meta: objectOf(meta),
        })),
      )
      const entries = writeRows.map(({ id, place }) => ({ idStart: idStartOf(id), place }))
      await tx.indexTestcases(
        writeNumber,
        entries.toSorted((a, b) => (a.idStart < b.idStart ? -1 : 1)),
      )
    }
  }

  async #addSpans(rows: SpanRows): Promise<void> {
    this.#queuedRows.push(rows)
    const bytes = this.#queuedRows
      .flatMap(({ chunks }) => chunks)
      .reduce((sum, chunk) => sum + chunk.length, 0)
    if (this.#queuedCount() >= spansPerWrite || bytes >= bytesPerWrite) await this.#flushSpans()
  }

  #queuedCount(): number {
    return this.#queuedRows.reduce((sum, { count }) => sum + count, 0)
  }

  async #flushSpans(): Promise<void> {
    if (this.#queuedRows.length === 0) return
    const rows = { count: this.#queuedCount(), chunks: this.#queuedRows.flatMap(({ chunks }) => chunks) }
    this.#queuedRows = []
    try {
      await this.#spans.write(rows)
    } catch (error) {
      if (error instanceof RowsRefused) throw refusal('the trace store refuses a span.', error)
      throw error
    }
  }
}
