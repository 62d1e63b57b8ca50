// Checks that the lists of all testset revisions of an archive are complete and that each testcase has a position of
// its own. Memory holds one hash per page of about a thousand rows.
import { z } from 'zod'
import { decodePage } from '../testsets/pages/format.ts'
import { listOf } from '../testsets/stored/stored-list.ts'
import { refusal, recordsInMemoryMax } from './format.ts'
import type { ArchivePart, TestcaseLine } from './read-archive.ts'

const listRoot = z.strictObject({
  hash: z.string(),
  level: z.int().min(0),
  rows: z.int().min(0),
  columns: z.array(z.string()),
  marks: z.int().min(0).max(7),
})

export class ListCheck {
  readonly #pages = new Set<string>([listOf(undefined).hash])
  readonly #neededIds = new Set<string>()
  #last = { write: -1, place: -1 }

  add(part: ArchivePart): void {
    if (part.kind === 'revisions') {
      for (const { id, family, data } of part.rows) {
        if (family !== 'testset' || typeof data !== 'string') continue
        const list = listRoot.safeParse(JSON.parse(data))
        if (!list.success) throw refusal(`revision ${String(id)} has no list of rows.`, list.error)
        this.#neededIds.add(list.data.hash)
      }
    }
    if (part.kind === 'testcases') this.#addTestcases(part.rows)
    if (part.kind !== 'testset-pages') return
    for (const { hash, text } of part.rows) {
      this.#pages.add(hash)
      const content = decodePage(text)
      if (content.kind === 'entries') for (const entry of content.entries) this.#neededIds.add(entry.hash)
      if (this.#pages.size + this.#neededIds.size > recordsInMemoryMax)
        throw refusal('it has too many pages.')
    }
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

  finish(): void {
    for (const hash of this.#neededIds) {
      if (!this.#pages.has(hash)) throw refusal(`the page ${hash} of a testset is missing.`)
    }
  }
}
