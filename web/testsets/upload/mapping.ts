// The columns of a file and what they shall be called in the testset.

export interface MappedColumn {
  /** In the file. */
  readonly source: string
  /** In the testset. */
  readonly name: string
  readonly isTaken: boolean
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Each column under its own name, or under that of a column which the testset has and that reads the same. */
export function suggested(sources: readonly string[], known: readonly string[]): readonly MappedColumn[] {
  const own = new Set(sources)
  const free = new Map(known.filter((name) => !own.has(name)).map((name) => [plain(name), name]))
  return sources.map((source) => {
    const match = known.includes(source) ? undefined : free.get(plain(source))
    if (match !== undefined) free.delete(plain(source))
    return { source, name: match ?? source, isTaken: true }
  })
}

/** As the server takes it; undefined: all columns keep their names. */
export function mappingOf(
  columns: readonly MappedColumn[],
): Readonly<Record<string, string | null>> | undefined {
  const changed = columns.filter(({ source, name, isTaken }) => !isTaken || name !== source)
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map(({ source, name, isTaken }) => [source, isTaken ? name : null]))
}

/** What is wrong with the names, in a sentence; undefined: nothing. */
export function faultOf(columns: readonly MappedColumn[]): string | undefined {
  const names = new Set<string>()
  for (const { source, name, isTaken } of columns) {
    if (!isTaken) continue
    if (name === '') return `${source} needs a name.`
    if (names.has(name)) return `Two columns would be called ${name}.`
    names.add(name)
  }
  return names.size === 0 ? 'Take one column at least.' : undefined
}
