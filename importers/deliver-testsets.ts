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

interface SpooledTestset {
  readonly spoolFile: SpoolFile
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
  readonly #spool: Spool
  readonly #testsets = new Map<string, SpooledTestset>()

  constructor(assay: Assay, { source, spool }: { readonly source: string; readonly spool: Spool }) {
    this.#assay = assay
    this.#source = source
    this.#spool = spool
  }

  async add(slug: string, row: ImportedRow): Promise<void> {
    const line = lineOf(row)
    const testset = this.#testset(slug)
    testset.rows += 1
    testset.pending += line
    if (testset.pending.length > pendingCharacters) flushRows(testset)
  }

  #testset(slug: string): SpooledTestset {
    const existing = this.#testsets.get(slug)
    if (existing !== undefined) return existing
    const emptyTestset = { spoolFile: this.#spool.begin(), hash: sha256.create(), rows: 0, pending: '' }
    this.#testsets.set(slug, emptyTestset)
    return emptyTestset
  }

  async finish(): Promise<readonly DeliveredTestset[]> {
    const deliveredTestsets: DeliveredTestset[] = []
    for (const [slug, testset] of this.#testsets) {
      flushRows(testset)
      deliveredTestsets.push({ slug, rows: testset.rows, status: await this.#upload(slug, testset) })
    }
    return deliveredTestsets
  }

  async #upload(slug: string, { spoolFile, hash }: SpooledTestset): Promise<DeliveredTestset['status']> {
    const digest = bytesToHex(hash.digest())
    const importMeta = { import: { source: this.#source, hash: digest } }
    const file = await spoolFile.blob()
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
    const earlierImport = testset?.meta?.['import']
    if (isRecord(earlierImport) && earlierImport['hash'] === digest) return 'unchanged'
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
function flushRows(testset: SpooledTestset): void {
  const bytes = utf8ToBytes(testset.pending)
  testset.hash.update(bytes)
  testset.spoolFile.add(bytes)
  testset.pending = ''
}
