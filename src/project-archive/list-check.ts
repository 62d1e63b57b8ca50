// Checks that the lists of all testset revisions of an archive are complete, that the numbers of each root and of each
// entry of an index node are those of the page they name, and that each testcase has a position of its own. Memory
// holds two hashes and a few numbers per page of about a thousand rows.
import { z } from 'zod'
import { eachInSlices } from '../kernel/time-slices.ts'
import { blake2b20 } from '../testsets/hash.ts'
import type { TestsetLimits } from '../testsets/limits.ts'
import type { ListRoot } from '../testsets/pages/store.ts'
import { listOf } from '../testsets/stored/stored-list.ts'
import type { ArchivedPage } from './content-checks.ts'
import { refusal, recordsInMemoryMax } from './format.ts'
import type { ArchivePart, TestcaseLine } from './read-archive.ts'

const listRoot = z.strictObject({
  hash: z.string(),
  level: z.int().min(0),
  rows: z.int().min(0),
  columns: z.array(z.string()),
  marks: z.int().min(0).max(7),
})

/** The properties of a list, with the hash of its columns: a page may have thousands. */
type Summary = Readonly<Record<'level' | 'rows' | 'marks', number> & { columns: string }>

const summaryOf = ({ level, rows, columns, marks }: ListRoot): Summary => ({
  level,
  rows,
  columns: blake2b20(JSON.stringify(columns)),
  marks,
})

const summaryNames = ['level', 'rows', 'columns', 'marks'] as const
const differingName = (a: Summary, b: Summary) => summaryNames.find((name) => a[name] !== b[name])

/** What a root or an entry says about a page, and the path of the root or entry. */
interface Claim {
  readonly summary: Summary
  readonly path: string
}

export class ListCheck {
  readonly #rowsMax: number
  readonly #pages = new Map<string, Summary>([[listOf(undefined).hash, summaryOf(listOf(undefined))]])
  readonly #claims = new Map<string, Claim>()
  #last = { write: -1, place: -1 }

  constructor({ rowsMax }: Pick<TestsetLimits, 'rowsMax'>) {
    this.#rowsMax = rowsMax
  }

  add(part: ArchivePart): void {
    if (part.kind === 'testcases') this.#addTestcases(part.rows)
    if (part.kind === 'testset-pages') for (const page of part.rows) this.#addPage(page)
    if (part.kind !== 'revisions') return
    for (const { id, family, data } of part.rows) {
      if (family !== 'testset' || typeof data !== 'string') continue
      const list = listRoot.safeParse(JSON.parse(data))
      if (!list.success) throw refusal(`revision ${String(id)} has no list of rows.`, list.error)
      this.#claim(list.data, `data of revision ${String(id)}`)
    }
  }

  #claim(list: ListRoot, path: string): void {
    if (list.rows > this.#rowsMax)
      throw refusal(`rows in ${path} is ${list.rows}, more than testsets.rows_max (${this.#rowsMax}).`)
    const claim = { summary: summaryOf(list), path }
    const earlierClaim = this.#claims.get(list.hash) ?? claim
    const name = differingName(claim.summary, earlierClaim.summary)
    if (name !== undefined)
      throw refusal(`${name} in ${path} differs from ${earlierClaim.path}, which names the same page.`)
    this.#claims.set(list.hash, earlierClaim)
  }

  #addPage({ entry, children }: ArchivedPage): void {
    this.#pages.set(entry.hash, summaryOf(entry))
    for (const [index, child] of children.entries())
      this.#claim(child, `entries.${index} of page ${entry.hash}`)
    if (this.#pages.size + this.#claims.size > recordsInMemoryMax) throw refusal('it has too many pages.')
  }

  #addTestcases(rows: readonly TestcaseLine[]): void {
    for (const { id, write, place } of rows) {
      const { write: lastWrite, place: lastPlace } = this.#last
      if (write < lastWrite || (write === lastWrite && place <= lastPlace)) {
        throw refusal(`the testcase ${id} is not in its place.`)
      }
      this.#last = { write, place }
    }
  }

  /** Each number is true if all claims about a page are those of the page: the numbers of a node follow from its entries. */
  async finish(): Promise<void> {
    await eachInSlices(this.#claims, ([hash, { summary, path }]) => {
      const page = this.#pages.get(hash)
      if (page === undefined) throw refusal(`the page ${hash} of a testset is missing.`)
      const name = differingName(summary, page)
      if (name === undefined) return
      const values = name === 'columns' ? 'differs from' : `is ${summary[name]}, and ${page[name]} in`
      throw refusal(`${name} in ${path} ${values} the page ${hash}.`)
    })
  }
}
