// The draft as the delta of a commit. The server changes columns before rows, so the data of a changed row already has the
// new column names.
import { isSameValue, type Json, type RowData } from '../values.ts'
import { baseValue, type Changes, type RowKey } from './draft.ts'

export interface Delta {
  readonly columns?: {
    readonly convert?: Changes['conversions']
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
 * Orders renames so that each target name is free at its turn. Columns that swap names go through a temporary name.
 */
export function orderedRenames(
  renames: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const orderedPairs: (readonly [string, string])[] = []
  let remainingPairs = [...renames]
  while (remainingPairs.length > 0) {
    const sources = new Set(remainingPairs.map(([from]) => from))
    const readyPair = remainingPairs.find(([, to]) => !sources.has(to))
    if (readyPair !== undefined) {
      orderedPairs.push(readyPair)
      remainingPairs = remainingPairs.filter((one) => one !== readyPair)
      continue
    }
    const [[from, to] = ['', ''], ...rest] = remainingPairs
    const temporary = `${from} (renamed)`
    orderedPairs.push([from, temporary])
    remainingPairs = [...rest, [temporary, to]]
  }
  return orderedPairs
}

type ColumnChanges = Pick<Changes, 'columns' | 'removedColumns' | 'conversions'>

/** The current names of columns by id. */
const namesOf = (changes: Pick<Changes, 'columns'>): ReadonlyMap<string, string> =>
  new Map(changes.columns.map(({ id, name }) => [id, name]))

/** A row of the base with its edits, under the current column names. */
export function changedRow(
  base: RowData,
  {
    cells,
    changes,
  }: { readonly cells: ReadonlyMap<string, Json | undefined>; readonly changes: ColumnChanges },
): RowData {
  const names = namesOf(changes)
  const keys = [...Object.keys(base), ...[...cells.keys()].filter((key) => !Object.hasOwn(base, key))]
  return Object.fromEntries(
    keys.flatMap((key): readonly [string, Json][] => {
      if (changes.removedColumns.has(key)) return []
      const value = cells.has(key) ? cells.get(key) : baseValue(changes, { row: base, column: key })
      // Values of a new column that was removed again are dropped.
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

const unlessEmpty = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list })

/** Rows that a commit replaces: edited and not removed. */
export const editedKeys = (changes: Changes): readonly RowKey[] =>
  [...changes.cells.keys()].filter((key) => !changes.removedRows.has(key))

export function deltaOf(changes: Changes): Delta {
  const names = namesOf(changes)
  const renames = changes.columns
    .filter(({ id, name, isNew }) => !isNew && id !== name)
    .map(({ id, name }) => [id, name] as const)
  const replacements = editedKeys(changes).flatMap((id) => {
    const base = changes.bases.get(id)
    const cells = changes.cells.get(id)
    if (base === undefined || cells === undefined) return []
    const data = changedRow(base, { cells, changes })
    // All edits were in removed columns.
    return isSameValue(data, changedRow(base, { cells: new Map(), changes })) ? [] : [{ id, data }]
  })
  const columns = {
    ...unlessEmpty(
      'convert',
      changes.conversions.filter(([id]) => !changes.removedColumns.has(id)),
    ),
    ...unlessEmpty('remove', [...changes.removedColumns]),
    ...unlessEmpty('replace', orderedRenames(renames)),
    ...unlessEmpty(
      'add',
      changes.columns.filter(({ isNew }) => isNew).map(({ name }) => name),
    ),
  }
  const rows = {
    ...unlessEmpty('replace', replacements),
    ...unlessEmpty('remove', [...changes.removedRows]),
    ...unlessEmpty(
      'add',
      changes.addedRows.map(({ data }) => ({ data: addedRow(data, names) })),
    ),
  }
  return {
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    ...(Object.keys(rows).length === 0 ? {} : { rows }),
  }
}

/** `2 rows changed`; nothing for a count of 0. */
const summaryPart = (count: number, text: string): readonly string[] => {
  const [noun = '', ...rest] = text.split(' ')
  return count === 0
    ? []
    : [`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'} ${rest.join(' ')}`]
}

/** `2 rows changed, 1 column added`; empty: there are no changes. */
export function summaryOf(changes: Changes): string {
  const renamedCount = changes.columns.filter(({ id, name, isNew }) => !isNew && id !== name).length
  const retypedColumns = new Set(
    changes.conversions.map(([id]) => id).filter((id) => !changes.removedColumns.has(id)),
  ).size
  return [
    ...summaryPart(editedKeys(changes).length, 'row changed'),
    ...summaryPart(changes.addedRows.length, 'row added'),
    ...summaryPart(changes.removedRows.size, 'row removed'),
    ...summaryPart(changes.columns.filter(({ isNew }) => isNew).length, 'column added'),
    ...summaryPart(renamedCount, 'column renamed'),
    ...summaryPart(retypedColumns, 'column converted'),
    ...summaryPart(changes.removedColumns.size, 'column removed'),
  ].join(', ')
}
