// A draft as the delta of a commit. Columns are changed before rows, and rows are named as the base has them: so the data of a
// changed row already has the new names of columns.
import { sameValue, type Json, type RowData } from '../values.ts'
import { baseValue, type Changes, type RowKey } from './draft.ts'

export interface Delta {
  readonly columns?: {
    readonly convert?: Changes['converts']
    readonly remove?: readonly string[]
    readonly replace?: readonly (readonly [string, string])[]
    readonly add?: readonly string[]
  }
  readonly rows?: {
    readonly replace?: readonly { readonly id: string; readonly data: RowData }[]
    readonly remove?: readonly string[]
    readonly add?: readonly { readonly data: RowData }[]
  }
}

/**
 * Renames in an order in which no name is ever taken: a name must be free before another column gets it. Names that are
 * exchanged go through one that nobody has.
 */
export function orderedRenames(
  renames: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const ordered: (readonly [string, string])[] = []
  let waiting = [...renames]
  while (waiting.length > 0) {
    const held = new Set(waiting.map(([from]) => from))
    const ready = waiting.find(([, to]) => !held.has(to))
    if (ready !== undefined) {
      ordered.push(ready)
      waiting = waiting.filter((one) => one !== ready)
      continue
    }
    const [[from, to] = ['', ''], ...rest] = waiting
    const between = `${from} (renamed)`
    ordered.push([from, between])
    waiting = [...rest, [between, to]]
  }
  return ordered
}

/** The name that a column has now; undefined: it is gone. */
const namesOf = (changes: Changes): ReadonlyMap<string, string> =>
  new Map(changes.columns.map(({ id, name }) => [id, name]))

/** A row of the base with what was changed of it, under the names that columns have now. */
export function changedRow(
  base: RowData,
  cells: ReadonlyMap<string, Json | undefined>,
  changes: Pick<Changes, 'columns' | 'removedColumns' | 'converts'>,
): RowData {
  const names = new Map(changes.columns.map(({ id, name }) => [id, name]))
  const keys = [...Object.keys(base), ...[...cells.keys()].filter((key) => !Object.hasOwn(base, key))]
  return Object.fromEntries(
    keys.flatMap((key): readonly [string, Json][] => {
      if (changes.removedColumns.has(key)) return []
      const value = cells.has(key) ? cells.get(key) : baseValue(changes, base, key)
      // A new column that is gone again takes its values with it.
      const name = names.get(key) ?? (Object.hasOwn(base, key) ? key : undefined)
      return value === undefined || name === undefined ? [] : [[name, value]]
    }),
  )
}

const addedRow = (data: RowData, names: ReadonlyMap<string, string>): RowData =>
  Object.fromEntries(
    Object.entries(data).flatMap(([id, value]): readonly [string, Json][] => {
      const name = names.get(id)
      return name === undefined ? [] : [[name, value]]
    }),
  )

const some = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list })

/** Rows that a commit would replace: those changed and not removed. */
export const editedKeys = (changes: Changes): readonly RowKey[] =>
  [...changes.cells.keys()].filter((key) => !changes.removed.has(key))

export function deltaOf(changes: Changes): Delta {
  const names = namesOf(changes)
  const renames = changes.columns
    .filter(({ id, name, isNew }) => !isNew && id !== name)
    .map(({ id, name }) => [id, name] as const)
  const replaced = editedKeys(changes).flatMap((id) => {
    const base = changes.bases.get(id)
    const cells = changes.cells.get(id)
    if (base === undefined || cells === undefined) return []
    const data = changedRow(base, cells, changes)
    // All that was changed of it stood in columns that are gone.
    return sameValue(data, changedRow(base, new Map(), changes)) ? [] : [{ id, data }]
  })
  const columns = {
    ...some(
      'convert',
      changes.converts.filter(([id]) => !changes.removedColumns.has(id)),
    ),
    ...some('remove', [...changes.removedColumns]),
    ...some('replace', orderedRenames(renames)),
    ...some(
      'add',
      changes.columns.filter(({ isNew }) => isNew).map(({ name }) => name),
    ),
  }
  const rows = {
    ...some('replace', replaced),
    ...some('remove', [...changes.removed]),
    ...some(
      'add',
      changes.added.map(({ data }) => ({ data: addedRow(data, names) })),
    ),
  }
  return {
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    ...(Object.keys(rows).length === 0 ? {} : { rows }),
  }
}

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`]

/** `2 rows changed, 1 column added`; empty: nothing was changed. */
export function summaryOf(changes: Changes): string {
  const renamed = changes.columns.filter(({ id, name, isNew }) => !isNew && id !== name).length
  const retyped = new Set(changes.converts.map(([id]) => id).filter((id) => !changes.removedColumns.has(id)))
    .size
  return [
    ...counted(editedKeys(changes).length, 'row changed', 'rows changed'),
    ...counted(changes.added.length, 'row added', 'rows added'),
    ...counted(changes.removed.size, 'row removed', 'rows removed'),
    ...counted(changes.columns.filter(({ isNew }) => isNew).length, 'column added', 'columns added'),
    ...counted(renamed, 'column renamed', 'columns renamed'),
    ...counted(retyped, 'column given another type', 'columns given another type'),
    ...counted(changes.removedColumns.size, 'column removed', 'columns removed'),
  ].join(', ')
}
