// Compares the entries of environments.
import type { JsonObject } from '../app/versions/client.ts'
import { entriesOf, type Entry, type Environment } from '../app/versions/entries.ts'

/** The entries of one key in all environments; undefined where the key is missing. */
export interface MatrixRow {
  readonly key: string
  /** The entry of any environment; all of them have the same artifact. */
  readonly anyEntry: Entry
  readonly cells: readonly (Entry | undefined)[]
  /** Whether the environments differ. */
  readonly isDifferent: boolean
  /** The highest deployed version per variant. */
  readonly newestVersions: ReadonlyMap<string, number>
}

export function matrixOf(environments: readonly Environment[]): readonly MatrixRow[] {
  const keys = [...new Set(environments.flatMap(({ entries }) => entries.map(({ key }) => key)))].toSorted()
  const maps = environments.map(({ entries }) => new Map(entries.map((entry) => [entry.key, entry])))
  return keys.flatMap((key): readonly MatrixRow[] => {
    const cells = maps.map((map) => map.get(key))
    const entries = cells.filter((cell) => cell !== undefined)
    const [anyEntry] = entries
    if (anyEntry === undefined) return []
    const newestVersions = new Map<string, number>()
    for (const { variant, revision } of entries) {
      newestVersions.set(variant.id, Math.max(newestVersions.get(variant.id) ?? 0, Number(revision.version)))
    }
    const isDifferent = new Set(cells.map((cell) => cell?.revision.id)).size > 1
    return [{ key, anyEntry, cells, isDifferent, newestVersions }]
  })
}

/** The number of versions an entry is behind the newest deployed one of its variant. */
export const versionsBehind = ({ newestVersions }: MatrixRow, { variant, revision }: Entry): number =>
  (newestVersions.get(variant.id) ?? 0) - Number(revision.version)

export interface EntryChange {
  readonly key: string
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

/** The changed entries by key. */
export function changesBetween(before: readonly Entry[], after: readonly Entry[]): readonly EntryChange[] {
  const [from, to] = [before, after].map((entries) => new Map(entries.map((entry) => [entry.key, entry])))
  const keys = [...new Set([...before, ...after].map(({ key }) => key))].toSorted()
  return keys
    .map((key) => ({ key, before: from?.get(key), after: to?.get(key) }))
    .filter((change) => change.before?.revision.id !== change.after?.revision.id)
}

interface LogRevision {
  readonly version: string
  readonly author: string
  readonly date: string
  readonly data?: JsonObject | undefined
}

/** The commit that deployed an entry, and the entry that it replaced. */
export interface Deployment {
  readonly author: string
  readonly date: string
  readonly previous: Entry | undefined
}

/**
 * The deployments of the newest revision by key. A log that does not reach back to the deployment of an entry leaves it out.
 * Each revision is read once, so the cost is the log times the entries.
 */
export function deploymentsIn(
  log: readonly LogRevision[],
  { isComplete }: { readonly isComplete: boolean },
): ReadonlyMap<string, Deployment> {
  const revisions = log.map((revision) => ({
    ...revision,
    entries: new Map(entriesOf(revision.data).map((entry) => [entry.key, entry])),
  }))
  const deployments = new Map<string, Deployment>()
  for (const [key, entry] of revisions[0]?.entries ?? []) {
    const at = revisions.findIndex(
      (_, index) => revisions[index + 1]?.entries.get(key)?.revision.id !== entry.revision.id,
    )
    const revision = revisions[at]
    if (revision === undefined || (at === revisions.length - 1 && !isComplete)) continue
    const { author, date } = revision
    deployments.set(key, { author, date, previous: revisions[at + 1]?.entries.get(key) })
  }
  return deployments
}

/** The entries that a promotion would change: new ones, and those of another revision. */
export const promotableChanges = (from: Environment, to: Environment): readonly EntryChange[] =>
  changesBetween(to.entries, from.entries).filter(({ after }) => after !== undefined)

/** The delta that deploys the entries of the changes. */
export const promotionDelta = (changes: readonly EntryChange[]): { readonly set: JsonObject } => ({
  set: Object.fromEntries(
    changes.flatMap(({ key, after }) =>
      after === undefined ? [] : [[key, { [`${after.kind}_revision`]: { id: after.revision.id } }]],
    ),
  ),
})
