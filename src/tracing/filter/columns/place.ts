// Caches paths of attributes and lists of paths: most spans of an instrumentation have the same ones.
import { memoizeLists } from '../../../kernel/memoize.ts'
import type { CopySource } from '../../../storage/contract/contract.ts'

/** Bounds the memory: clients may name their attributes as they like. */
const placesMax = 20_000

const columnAt: ReadonlyMap<string, CopySource> = new Map([
  ['ag.data.inputs', 'inputs'],
  ['ag.data.outputs', 'outputs'],
])

/** The position of a value in the attributes. */
export class Place {
  /** Dot path. */
  readonly path: string
  /** No name on the way has a dot, so the path is unambiguous. */
  readonly isPlain: boolean
  /** The column with its JSON text, if it has its own. */
  readonly column: CopySource | undefined
  readonly #children = new Map<string, Place>()

  constructor(path: string, isPlain: boolean) {
    this.path = path
    this.isPlain = isPlain
    this.column = isPlain ? columnAt.get(path) : undefined
    placesCreated += 1
  }

  child(name: string): Place {
    let place = this.#children.get(name)
    if (place === undefined) {
      place = new Place(this === root ? name : `${this.path}.${name}`, this.isPlain && !name.includes('.'))
      this.#children.set(name, place)
    }
    return place
  }
}

/** Line feeds separate the paths, so a line feed inside a path is written as `\\n`. */
const lineOf = (path: string): string =>
  path.includes('\\') || path.includes('\n') ? path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : path

/** Paths as one text: one per line, with an empty line before and after. '' without any. */
export const pathLines = memoizeLists((paths) =>
  paths.length === 0 ? '' : `\n${paths.map(lineOf).join('\n')}\n`,
)

let placesCreated = 0
let root = new Place('', true)

/** The place of the attributes themselves. The cache is dropped if it grows too large. */
export function rootPlace(): Place {
  if (placesCreated > placesMax) {
    placesCreated = 0
    root = new Place('', true)
  }
  return root
}
