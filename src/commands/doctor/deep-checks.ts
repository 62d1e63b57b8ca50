// The checks of `assay doctor --deep`: they read both stores completely.
import { statfsSync } from 'node:fs'
import { utcDay } from '../../access/usage.ts'
import type { Config } from '../../config.ts'
import { checkPages } from '../../testsets/stored/check-pages.ts'
import type { RelationalStore, SpanStore } from '../../storage/contract/contract.ts'
import { withStore, type Program } from '../command.ts'

const dayMs = 86_400_000
const forecastDays = 7

/** Runs one check and prints its result. An error counts as a problem. */
export type Check = (subject: string, run: () => Promise<string>) => Promise<boolean>

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`

async function recordsSentence(store: RelationalStore): Promise<string> {
  const damage = await store.integrity()
  if (damage.length > 0) {
    throw new Error(`${damage.slice(0, 5).join('; ')} (${damage.length} in total). Restore a backup.`)
  }
  return 'no damage'
}

async function pagesSentence(store: RelationalStore): Promise<string> {
  const {
    revisions,
    pages,
    unusedPages,
    unusedBytes,
    damagedRevisionIds: damagedIds,
  } = await checkPages(store.read)
  if (damagedIds.length > 0) {
    throw new Error(
      `pages of ${damagedIds.length} revision(s) are missing, such as ${damagedIds[0]}. Restore a backup.`,
    )
  }
  return `${revisions} revision(s) have all of their ${pages} page(s); ${unusedPages} unused (${megabytes(unusedBytes)})`
}

async function spansSentence(spans: SpanStore): Promise<string> {
  const { spans: count, spansWithoutFacts, factsWithoutSpans } = await spans.integrity()
  if (spansWithoutFacts + factsWithoutSpans > 0) {
    throw new Error(
      `${spansWithoutFacts} span(s) have no facts (the rows from which the sums of traces are computed), ${factsWithoutSpans} have only facts. Restore a backup of the trace store, or send these traces again.`,
    )
  }
  return `${count} span(s), all with their facts`
}

/** Assumes that stores grow in proportion to the bytes of spans, as in the past. */
async function forecastSentence(
  { config, now }: { readonly config: Config; readonly now: string },
  { store, spans }: { readonly store: RelationalStore; readonly spans: SpanStore },
): Promise<string> {
  const usage = await store.read.usageDays({ from: '', to: now })
  const firstDay = new Date(Date.parse(now) - forecastDays * dayMs).toISOString().slice(0, 10)
  const sum = (days: typeof usage): number => days.reduce((total, { bytes }) => total + bytes, 0)
  const recentUsage = sum(usage.filter(({ day }) => day > firstDay))
  if (recentUsage === 0) return `no spans in the last ${forecastDays} days`
  const sizes = await Promise.all([store.size(), spans.size()])
  const onDisk = sizes.reduce((total, { bytes }) => total + bytes, 0)
  const perDay = (recentUsage / forecastDays) * (onDisk / sum(usage))
  const { bavail, bsize } = statfsSync(config.dataDir)
  const daysLeft = Math.floor((bavail * bsize) / perDay)
  const sentence = `${megabytes(perDay)} a day; the disk of ${config.dataDir} is full in ${daysLeft} day(s)`
  if (daysLeft < 14) throw new Error(`${sentence}. Lower the retention, or grow the disk.`)
  return sentence
}

/** Reads and checks both stores. The embedded trace store must not be in use by a server. */
export const deepChecks = async (
  { program, config }: { readonly program: Program; readonly config: Config },
  check: Check,
): Promise<void> =>
  withStore(program, config, async (store) => {
    await check('records', () => recordsSentence(store))
    await check('pages of testsets', () => pagesSentence(store))
    let spans: SpanStore | undefined
    await check('spans', async () => {
      spans = await program.openColumnar(config, store)
      return spansSentence(spans)
    })
    if (spans === undefined) return
    const openSpans = spans
    try {
      await check('disk forecast', () =>
        forecastSentence({ config, now: utcDay(program.clock) }, { store, spans: openSpans }),
      )
    } finally {
      await openSpans.close()
    }
  })
