// Shrinks the SQLite file. A burst fills the inbox with payloads that are deleted a moment later, and their
// pages would stay in the file forever. A few pages at a time are released from its end, between other
// transactions (docs/adr/036-the-database-file-shrinks.md).
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'

const MiB = 1024 * 1024

/** Free pages that stay in the file, so that the next writes do not grow it. */
const retainedBytes = 16 * MiB
/** Pages per transaction: a millisecond or two of the thread. */
const pagesPerStep = 256
/** A larger file stays unchanged: rewriting it at start would delay clients. */
const rewrittenBytesMax = 256 * MiB
/** The number of attempts to run a checkpoint between two transactions. */
const checkpointTries = 20

const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0])

/** Lets a new file shrink. It must be the first statement: the setting only affects an empty file. */
export const enableShrinking = (db: DatabaseSync): void => db.exec('pragma auto_vacuum = incremental')

/** Files of older versions are rewritten once, unless they are large. */
export function makeShrinkable(db: DatabaseSync): void {
  const usedBytes = (numberOf(db, 'page_count') - numberOf(db, 'freelist_count')) * numberOf(db, 'page_size')
  if (numberOf(db, 'auto_vacuum') === 0 && usedBytes <= rewrittenBytesMax) db.exec('vacuum')
}

export interface ShrinkerParts {
  readonly reader: DatabaseSync
  readonly writer: DatabaseSync
  /** Runs `work` in a transaction of the writer that need not be synced by itself. */
  readonly write: (work: () => Promise<void>) => Promise<void>
  readonly everyMs: number
}

/** The checkpoint truncates the file and empties the log. */
async function checkpoint(writer: ShrinkerParts['writer'], stopSignal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < checkpointTries && !stopSignal.aborted; tries++) {
    await nextTurn()
    if (writer.isTransaction) continue
    writer.exec('pragma wal_checkpoint(truncate)')
    return
  }
}

/** Runs periodically; `stop` resolves when it no longer runs. */
export function startShrinker({ reader, writer, write, everyMs }: ShrinkerParts): {
  readonly stop: () => Promise<void>
} {
  const retainedPages = Math.ceil(retainedBytes / numberOf(reader, 'page_size'))
  const stopController = new AbortController()
  let freeBefore = 0
  let activeRelease: Promise<void> | undefined

  async function releasePages(pages: number): Promise<void> {
    for (let remaining = pages; remaining > 0 && !stopController.signal.aborted; remaining -= pagesPerStep) {
      await write(async () => writer.exec(`pragma incremental_vacuum(${Math.min(remaining, pagesPerStep)})`))
      await nextTurn()
    }
    await checkpoint(writer, stopController.signal)
  }

  /** Releases only pages that were free at the previous check, too: under changing load pages are reused. */
  function releaseFreePages(): void {
    if (activeRelease !== undefined) return
    const freePages = numberOf(reader, 'freelist_count')
    const releasablePages = Math.min(freePages, freeBefore) - retainedPages
    freeBefore = freePages
    if (releasablePages <= 0) return
    activeRelease = releasePages(releasablePages)
      // A failing disk is reported to writers; this is tried again later.
      .catch(() => undefined)
      .finally(() => {
        activeRelease = undefined
      })
  }

  // A file that cannot shrink is not checked.
  const timer = numberOf(reader, 'auto_vacuum') === 0 ? undefined : setInterval(releaseFreePages, everyMs)
  timer?.unref()
  return {
    stop: async () => {
      stopController.abort()
      clearInterval(timer)
      await activeRelease
    },
  }
}
