// Limits on the size of a filter, counted during parsing. Each one bounds work on the main thread: parsing, compiling
// to SQL, and encoding the bound values. `npm run bench:loop` measured that they stay below 100 ms together.
import { isJsonList, isJsonObject, type Json } from '../../../kernel/json/value.ts'
import { pathCharactersMax, pathSegmentsMax } from '../path.ts'
import type { Loc } from '../problems.ts'

export const filterLevelsMax = 32
const filterConditionsMax = 1000
/** Groups, relations and conditions. */
export const filterNodesMax = 10_000
/** For all keys together. */
const filterKeyPartsMax = 10_000
/** Values in lists of `in` and `not_in`, of all conditions together. */
export const filterListValuesMax = 10_000
const filterValueCharactersMax = 1_000_000

/** For all search texts together. Each of their words is a separate test. */
const filterSearchCharactersMax = 100_000

const limits = {
  nodes: [filterNodesMax, 'groups and conditions'],
  conditions: [filterConditionsMax, 'conditions'],
  keyParts: [filterKeyPartsMax, 'key parts'],
  listValues: [filterListValuesMax, 'list values'],
  characters: [filterValueCharactersMax, 'characters of values'],
  searchCharacters: [filterSearchCharactersMax, 'characters of search texts'],
} as const satisfies Readonly<Record<string, readonly [max: number, noun: string]>>

type CountedPart = keyof typeof limits

interface Excess {
  readonly message: string
  readonly loc: Loc
}

/** Counters of one filter. After the first excess the rest of the filter is not read. */
export class FilterSize {
  readonly #counts: Record<CountedPart, number> = {
    nodes: 0,
    conditions: 0,
    keyParts: 0,
    listValues: 0,
    characters: 0,
    searchCharacters: 0,
  }
  #excess: Excess | undefined

  get excess(): Excess | undefined {
    return this.#excess
  }

  /** False if the filter exceeds a limit. */
  addNode(loc: Loc): boolean {
    return this.#add('nodes', 1, loc)
  }

  /** False if the filter exceeds a limit. The value is read only up to the limits. */
  addCondition(
    condition: { readonly field: unknown; readonly key: Json; readonly value: Json },
    loc: Loc,
  ): boolean {
    const { field, key, value } = condition
    const parts = typeof key === 'string' ? partsOf(key) : 0
    const items = isJsonList(value) ? value.length : 0
    if (!this.#add('keyParts', parts, loc) || !this.#add('listValues', items, loc)) return false
    const { tests, characters } = countsOf(value)
    if (!this.#add('conditions', tests, loc) || !this.#add('characters', characters, loc)) return false
    return this.#add('searchCharacters', field === 'content' ? characters : 0, loc)
  }

  #add(countedPart: CountedPart, amount: number, loc: Loc): boolean {
    if (this.#excess !== undefined) return false
    this.#counts[countedPart] += amount
    const [max, noun] = limits[countedPart]
    if (this.#counts[countedPart] <= max) return true
    this.#excess = { message: `The filter has more than ${max} ${noun}.`, loc }
    return false
  }
}

/** A key over its own limits is refused separately. Here it counts like the longest allowed key. */
const partsOf = (key: string): number =>
  Math.min(key.slice(0, pathCharactersMax).split('.').length, pathSegmentsMax)

/**
 * Members of objects and elements inside lists cost one test each, so they count as conditions. Scalars in the list of
 * an `in` condition are one test together.
 */
function countsOf(value: Json): { readonly tests: number; readonly characters: number } {
  let tests = 0
  let characters = 0
  const pendingItems: Json[] = []
  const visit = (item: Json): void => {
    if (typeof item === 'string') characters += item.length
    if (typeof item === 'object') pendingItems.push(item)
  }
  if (isJsonList(value)) for (const item of value) visit(item)
  else visit(value)
  for (
    let current = pendingItems.pop();
    current !== undefined && tests <= filterConditionsMax;
    current = pendingItems.pop()
  ) {
    tests += 1
    const children = isJsonList(current) ? current : isJsonObject(current) ? Object.values(current) : []
    for (const item of children) {
      if (typeof item !== 'object') tests += 1
      if (tests > filterConditionsMax) break
      visit(item)
    }
    if (isJsonObject(current)) for (const name of Object.keys(current)) characters += name.length
  }
  return { tests: Math.max(1, tests), characters }
}
