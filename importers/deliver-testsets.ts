// Rows are gathered in a file for each testset, however many there are, and brought in one upload; a testset whose rows were brought
// before, by the hash that it keeps, is left as it is.
import { createHash, type Hash } from 'node:crypto'
import { appendFileSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soughtRevision } from '../mcp/names.ts'
import type { Assay } from '../sdk/client.ts'
import type { ImportedRow } from './importer.ts'
import { isRecord } from './reading/record.ts'

export interface DeliveredTestset {
  readonly slug: string
  readonly rows: number
  readonly status: 'made' | 'changed' | 'unchanged'
}

interface Gathered {
  readonly path: string
  readonly hash: Hash
  rows: number
  pending: string
}

const pendingCharacters = 64 * 1024
const patient = { timeoutMs: 0 }

const lineOf = ({ data, dedupId, tags }: ImportedRow): string =>
  `${JSON.stringify({
    ...data,
    ...(dedupId === undefined ? {} : { __dedup_id__: dedupId }),
    ...(tags === undefined ? {} : { __tags__: tags }),
  })}\n`

export class TestsetDelivery {
  readonly #assay: Assay
  readonly #source: string
  readonly #gathered = new Map<string, Gathered>()
  #dir: string | undefined

  constructor(assay: Assay, source: string) {
    this.#assay = assay
    this.#source = source
  }

  async add(slug: string, row: ImportedRow): Promise<void> {
    const line = lineOf(row)
    const gathered = this.#of(slug)
    gathered.rows += 1
    gathered.hash.update(line)
    gathered.pending += line
    if (gathered.pending.length > pendingCharacters) write(gathered)
  }

  #of(slug: string): Gathered {
    const known = this.#gathered.get(slug)
    if (known !== undefined) return known
    this.#dir ??= mkdtempSync(join(tmpdir(), 'assay-import-'))
    const made = {
      path: join(this.#dir, `${this.#gathered.size}.jsonl`),
      hash: createHash('sha256'),
      rows: 0,
      pending: '',
    }
    this.#gathered.set(slug, made)
    return made
  }

  async finish(): Promise<readonly DeliveredTestset[]> {
    const delivered: DeliveredTestset[] = []
    for (const [slug, gathered] of this.#gathered) {
      write(gathered)
      delivered.push({ slug, rows: gathered.rows, status: await this.#bring(slug, gathered) })
    }
    return delivered
  }

  async #bring(slug: string, { path, hash }: Gathered): Promise<DeliveredTestset['status']> {
    const digest = hash.digest('hex')
    const imported = { import: { source: this.#source, hash: digest } }
    const file = await openAsBlob(path)
    const head = await soughtRevision(this.#assay, 'testset', slug)
    if (head === undefined) {
      const form = {
        file,
        file_type: 'jsonl' as const,
        testset_slug: slug,
        testset_name: slug,
        testset_meta: imported,
      }
      await this.#assay.simpleTestsets.createFromFile(form, patient)
      return 'made'
    }
    const { testset } = await this.#assay.testsets.fetch(head.artifact_id, {
      include_testcases: false,
      include_testcase_ids: false,
    })
    const before = testset?.meta?.['import']
    if (isRecord(before) && before['hash'] === digest) return 'unchanged'
    const message = `Imported from ${this.#source}`
    await this.#assay.testsets.upload(
      head.id,
      { file, file_type: 'jsonl', message, include_testcases: false },
      patient,
    )
    // After the rows: an import that ends between the two brings them again.
    await this.#assay.testsets.edit(head.artifact_id, {
      testset: { id: head.artifact_id, meta: { ...testset?.meta, ...imported } },
    })
    return 'changed'
  }

  close(): void {
    if (this.#dir !== undefined) rmSync(this.#dir, { recursive: true, force: true })
  }
}

function write(gathered: Gathered): void {
  appendFileSync(gathered.path, gathered.pending)
  gathered.pending = ''
}
