// Parses fetches of v0 and v2 into one type, with bounds on the number of ids.
import { isObjectId, malformedError, type ObjectId } from '../objects/objects.ts'
import { tooLarge } from '../pack/pack.ts'

/** The objects that a partial clone omits. */
export type Filter =
  | { readonly kind: 'none' }
  | { readonly kind: 'blobs'; readonly bytesMax: number }
  | { readonly kind: 'trees' }

export interface FetchRequest {
  readonly wants: readonly ObjectId[]
  readonly haves: readonly ObjectId[]
  readonly isDone: boolean
  /** Commits of the client whose parents it does not have. */
  readonly shallows: readonly ObjectId[]
  readonly depth: number | undefined
  readonly isDepthRelative: boolean
  /** Seconds since 1970. */
  readonly since: number | undefined
  /** Refs or ids whose history is left out. */
  readonly excludedRefs: readonly string[]
  readonly filter: Filter
  readonly options: ReadonlySet<string>
}

const idsMax = 50_000
/** The lines of wants, haves and shallow commits, and all other lines. */
export const fetchPacketsMax = 3 * idsMax + 1000
const excludedRefsMax = 100

const units: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 1024],
  ['m', 1024 ** 2],
  ['g', 1024 ** 3],
])

function filterOf(spec: string | undefined): Filter {
  if (spec === undefined) return { kind: 'none' }
  if (spec === 'blob:none') return { kind: 'blobs', bytesMax: 0 }
  if (spec === 'tree:0') return { kind: 'trees' }
  const [, size, unit = ''] = /^blob:limit=(\d{1,12})([kmg]?)$/.exec(spec) ?? []
  if (size !== undefined) return { kind: 'blobs', bytesMax: Number(size) * (units.get(unit) ?? 1) }
  throw malformedError(`The filter ${spec} is not supported: use blob:none, blob:limit=<bytes> or tree:0.`)
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw malformedError(`${text} is not a number.`)
  return Number(text)
}

function idsOf(values: readonly string[]): readonly ObjectId[] {
  if (values.length > idsMax) throw tooLarge(`The request has more than ${idsMax} ids of one kind.`)
  const invalidId = values.find((value) => !isObjectId(value))
  if (invalidId !== undefined) throw malformedError(`${invalidId} is not the id of an object.`)
  return [...new Set(values)]
}

function valuesByName(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>()
  for (const line of lines) {
    const space = line.indexOf(' ')
    if (space < 0) continue
    const name = line.slice(0, space)
    const values = byName.get(name)
    if (values === undefined) byName.set(name, [line.slice(space + 1)])
    else values.push(line.slice(space + 1))
  }
  return byName
}

/** The lines of a request: `want <id>`, `have <id>`, `deepen <n>`, `done`, and so on. */
export function fetchRequest(lines: readonly string[]): FetchRequest {
  const byName = valuesByName(lines)
  const values = (name: string): readonly string[] => byName.get(name) ?? []
  const depth = numberOf(values('deepen').at(-1))
  if (depth === 0) throw malformedError('The depth must be at least 1.')
  const excludedRefs = values('deepen-not')
  if (excludedRefs.length > excludedRefsMax) throw tooLarge(`A fetch may exclude ${excludedRefsMax} refs.`)
  return {
    wants: idsOf(values('want')),
    haves: idsOf(values('have')),
    shallows: idsOf(values('shallow')),
    isDone: lines.includes('done'),
    depth,
    isDepthRelative: lines.includes('deepen-relative'),
    since: numberOf(values('deepen-since').at(-1)),
    excludedRefs,
    filter: filterOf(values('filter').at(-1)),
    options: new Set(lines.filter((line) => !line.includes(' '))),
  }
}

/** v0 has its capabilities in the first line; they become separate lines, as in v2. */
export function linesOfV0(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines
  const [name = '', id = '', ...capabilities] = first.split(' ')
  return [`${name} ${id}`, ...capabilities.filter(Boolean), ...rest]
}
