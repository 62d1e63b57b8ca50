// Spools the rows of each testset and uploads them at once. A testset with the same rows (by its stored hash) is skipped.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { findRevision } from '../sdk/shared/names.ts'
import type { Assay } from '../sdk/client.ts'
import type { ImportedRow } from './importer.ts'
import type { SpoolFile, Spool } from './spool.ts'
import { jsonText } from './reading/exact-json.ts'
import { isRecord } from './reading/record.ts'

export interface DeliveredTestset {
  readonly slug: string
  readonly rows: number
  readonly status: 'made' | 'changed' | 'unchanged'
}

interface Gathered {
  readonly pile: SpoolFile
  readonly hash: ReturnType<typeof sha256.create>
  rows: number
  pending: string
}

const pendingCharacters = 64 * 1024
const withoutTimeout = { timeoutMs: 0 }

const lineOf = ({ data, dedupId, tags, meta }: ImportedRow): string =>
  `${jsonText({
    ...data,
    ...(dedupId === undefined ? {} : { __dedup_id__: dedupId }),
    ...(tags === undefined ? {} : { __tags__: tags }),
    ...(meta === undefined ? {} : { __meta__: meta }),
  })}\n`

export class TestsetDelivery {
  readonly #assay: Assay
  readonly #source: string
  readonly #piles: Spool
  readonly #gathered = new Map<string, Gathered>()

  constructor(assay: Assay, { source, piles }: { readonly source: string; readonly piles: Spool }) {
    this.#assay = assay
    this.#source = source
    this.#piles = piles
  }

  async add(slug: string, row: ImportedRow): Promise<void> {
    const line = lineOf(row)
    const rows = this.#of(slug)
    rows.rows += 1
    rows.pending += line
    if (rows.pending.length > pendingCharacters) flushRows(rows)
  }

  #of(slug: string): Gathered {
    const existing = this.#gathered.get(slug)
    if (existing !== undefined) return existing
    const emptyTestset = { pile: this.#piles.begin(), hash: sha256.create(), rows: 0, pending: '' }
    this.#gathered.set(slug, emptyTestset)
    return emptyTestset
  }

  async finish(): Promise<readonly DeliveredTestset[]> {
    const deliveredTestsets: DeliveredTestset[] = []
    for (const [slug, rows] of this.#gathered) {
      flushRows(rows)
      deliveredTestsets.push({ slug, rows: rows.rows, status: await this.#bring(slug, rows) })
    }
    return deliveredTestsets
  }

  async #bring(slug: string, { pile, hash }: Gathered): Promise<DeliveredTestset['status']> {
    const digest = bytesToHex(hash.digest())
    const importMeta = { import: { source: this.#source, hash: digest } }
    const file = await pile.blob()
    const head = await findRevision(this.#assay, { kind: 'testset', text: slug })
    if (head === undefined) {
      const form = {
        file,
        file_type: 'jsonl' as const,
        testset_slug: slug,
        testset_name: slug,
        testset_meta: importMeta,
      }
      await this.#assay.simpleTestsets.createFromFile(form, withoutTimeout)
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
      withoutTimeout,
    )
    // The hash is written after the rows: an import interrupted in between uploads them again.
    await this.#assay.testsets.edit(head.artifact_id, {
      testset: { id: head.artifact_id, meta: { ...testset?.meta, ...importMeta } },
    })
    return 'changed'
  }
}

/** Writes buffered rows to the spool and the hash; both are fastest with large chunks. */
function flushRows(rows: Gathered): void {
  const bytes = utf8ToBytes(rows.pending)
  rows.hash.update(bytes)
  rows.pile.add(bytes)
  rows.pending = ''
}
