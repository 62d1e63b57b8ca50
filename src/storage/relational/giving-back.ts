// SQLite's file gives back what it no longer uses. A burst fills the inbox with payloads that are removed a moment later; the
// pages they took would stay in the file for ever. They are taken from its end a few at a time, among other transactions
// (docs/adr/036-the-database-file-shrinks.md).
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'

const MiB = 1024 * 1024

/** Free pages that stay in the file: what comes next is written without growing it. */
const keptBytes = 16 * MiB
/** For each transaction: a millisecond or two of the thread. */
const pagesPerStep = 256
/** A file that holds more is left as it is: to write all of it anew at a start would keep clients waiting. */
const rewrittenBytesMax = 256 * MiB
/** How often a checkpoint looks for the moment between two transactions. */
const checkpointTries = 20

const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0])

/** Must come before everything else that is asked of a new file: only an empty one is changed by a word. */
export const shrinkable = (db: DatabaseSync): void => db.exec('pragma auto_vacuum = incremental')

/** Files of earlier versions are written anew, once, unless they hold much. */
export function makeShrinkable(db: DatabaseSync): void {
  const used = (numberOf(db, 'page_count') - numberOf(db, 'freelist_count')) * numberOf(db, 'page_size')
  if (numberOf(db, 'auto_vacuum') === 0 && used <= rewrittenBytesMax) db.exec('vacuum')
}

export interface GivingBackParts {
  readonly reader: DatabaseSync
  readonly writer: DatabaseSync
  /** Runs `work` in a transaction of the writer, which need not be synced by itself. */
  readonly write: (work: () => Promise<void>) => Promise<void>
  readonly everyMs: number
}

/** Looks now and then; `stop` resolves when nothing of it runs any more. */
export function startGivingBack({ reader, writer, write, everyMs }: GivingBackParts): {
  readonly stop: () => Promise<void>
} {
  const kept = Math.ceil(keptBytes / numberOf(reader, 'page_size'))
  const stopping = new AbortController()
  let freeBefore = 0
  let giving: Promise<void> | undefined

  /** The file becomes shorter with the checkpoint, not before; the log is emptied with it. */
  async function shorten(): Promise<void> {
    for (let tries = 0; tries < checkpointTries && !stopping.signal.aborted; tries++) {
      await nextTurn()
      if (writer.isTransaction) continue
      writer.exec('pragma wal_checkpoint(truncate)')
      return
    }
  }

  async function give(pages: number): Promise<void> {
    for (let left = pages; left > 0 && !stopping.signal.aborted; left -= pagesPerStep) {
      await write(async () => writer.exec(`pragma incremental_vacuum(${Math.min(left, pagesPerStep)})`))
      await nextTurn()
    }
    await shorten()
  }

  /** Only what was free the last time, too: under a load that comes and goes pages are used again. */
  function look(): void {
    if (giving !== undefined) return
    const free = numberOf(reader, 'freelist_count')
    const unused = Math.min(free, freeBefore) - kept
    freeBefore = free
    if (unused <= 0) return
    giving = give(unused)
      // A disk that fails is told to those who write; this is tried again.
      .catch(() => undefined)
      .finally(() => {
        giving = undefined
      })
  }

  // A file that cannot shrink is not looked at.
  const timer = numberOf(reader, 'auto_vacuum') === 0 ? undefined : setInterval(look, everyMs)
  timer?.unref()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await giving
    },
  }
}
