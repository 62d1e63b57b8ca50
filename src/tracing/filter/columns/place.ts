// Paths of attributes as they are met again and again: most spans of an instrumentation have the same ones. Each is put
// together once, and so is each list of them.
import { memoizeLists } from '../../../kernel/memoize.ts'
import type { CopySource } from '../../../storage/contract/contract.ts'

/** Bounds the memory: clients may name their attributes as they like. */
const placesMax = 20_000

const columnAt: ReadonlyMap<string, CopySource> = new Map([
  ['ag.data.inputs', 'inputs'],
  ['ag.data.outputs', 'outputs'],
])

/** Where a value stands in the attributes. */
export class Place {
  /** Dot path. */
  readonly path: string
  /** No name on the way holds a dot, so that the path leads here and nowhere else. */
  readonly isPlain: boolean
  /** The column that holds its JSON text, if it has one of its own. */
  readonly column: CopySource | undefined
  readonly #below = new Map<string, Place>()

  constructor(path: string, isPlain: boolean) {
    this.path = path
    this.isPlain = isPlain
    this.column = isPlain ? columnAt.get(path) : undefined
    made += 1
  }

  below(name: string): Place {
    let place = this.#below.get(name)
    if (place === undefined) {
      place = new Place(this === root ? name : `${this.path}.${name}`, this.isPlain && !name.includes('.'))
      this.#below.set(name, place)
    }
    return place
  }
}

/** Line feeds part the paths, so those of a path are written as `\\n`. */
const lineOf = (path: string): string =>
  path.includes('\\') || path.includes('\n') ? path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : path

/** Paths in one text: a line for each, with an empty line before and after; '' without any. */
export const pathLines = memoizeLists((paths) =>
  paths.length === 0 ? '' : `\n${paths.map(lineOf).join('\n')}\n`,
)

let made = 0
let root = new Place('', true)

/** The place of the attributes themselves. What was kept is forgotten when there is too much of it. */
export function rootPlace(): Place {
  if (made > placesMax) {
    made = 0
    root = new Place('', true)
  }
  return root
}
