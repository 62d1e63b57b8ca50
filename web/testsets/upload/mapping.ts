// Maps the columns of a file to columns of the testset.

export interface MappedColumn {
  /** The name in the file. */
  readonly source: string
  /** The name in the testset. */
  readonly name: string
  readonly isIncluded: boolean
}

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Suggests the name of an existing column that differs only in case and punctuation, or else the column's own name. */
export function suggestColumns(
  sources: readonly string[],
  existingNames: readonly string[],
): readonly MappedColumn[] {
  const sourceNames = new Set(sources)
  const unusedNames = new Map(
    existingNames.filter((name) => !sourceNames.has(name)).map((name) => [normalize(name), name]),
  )
  return sources.map((source) => {
    const match = existingNames.includes(source) ? undefined : unusedNames.get(normalize(source))
    if (match !== undefined) unusedNames.delete(normalize(source))
    return { source, name: match ?? source, isIncluded: true }
  })
}

/** The mapping of the request; undefined: all columns keep their names. */
export function mappingOf(
  columns: readonly MappedColumn[],
): Readonly<Record<string, string | null>> | undefined {
  const mappedColumns = columns.filter(({ source, name, isIncluded }) => !isIncluded || name !== source)
  if (mappedColumns.length === 0) return undefined
  return Object.fromEntries(
    mappedColumns.map(({ source, name, isIncluded }) => [source, isIncluded ? name : null]),
  )
}

/** The reason why the names cannot be used; undefined: they can. */
export function mappingError(columns: readonly MappedColumn[]): string | undefined {
  const names = new Set<string>()
  for (const { source, name, isIncluded } of columns) {
    if (!isIncluded) continue
    if (name === '') return `${source} needs a name.`
    if (names.has(name)) return `Two columns have the name ${name}.`
    names.add(name)
  }
  return names.size === 0 ? 'Select at least one column.' : undefined
}
