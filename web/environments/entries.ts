// Compares the entries of environments.
import type { Entry, Environment } from '../app/versions/entries.ts'

/** One key in all environments; undefined where it is missing. */
export interface MatrixRow {
  readonly key: string
  /** The entry of one environment, which names the artifact. */
  readonly about: Entry
  readonly cells: readonly (Entry | undefined)[]
  /** Whether the environments differ. */
  readonly differs: boolean
  /** The highest deployed version per variant. */
  readonly newest: ReadonlyMap<string, number>
}

export function matrixOf(environments: readonly Environment[]): readonly MatrixRow[] {
  const keys = [...new Set(environments.flatMap(({ entries }) => entries.map(({ key }) => key)))].toSorted()
  const maps = environments.map(({ entries }) => new Map(entries.map((entry) => [entry.key, entry])))
  return keys.flatMap((key): readonly MatrixRow[] => {
    const cells = maps.map((map) => map.get(key))
    const entries = cells.filter((cell) => cell !== undefined)
    const [about] = entries
    if (about === undefined) return []
    const newest = new Map<string, number>()
    for (const { variant, revision } of entries) {
      newest.set(variant.id, Math.max(newest.get(variant.id) ?? 0, Number(revision.version)))
    }
    const differs = new Set(cells.map((cell) => cell?.revision.id)).size > 1
    return [{ key, about, cells, differs, newest }]
  })
}

/** The number of versions an entry is behind the newest deployed one of its variant. */
export const behind = ({ newest }: MatrixRow, { variant, revision }: Entry): number =>
  (newest.get(variant.id) ?? 0) - Number(revision.version)

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
