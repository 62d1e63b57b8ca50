// One walk over the attributes of a span: collects values by path, the words of all values, and the paths of long
// texts.
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import { ownMember } from '../../../kernel/own.ts'
import type { CopySource, NamedValues } from '../../../storage/contract/contract.ts'
import { isObject, plainNumber } from '../../value.ts'
import { eachScalarText, SearchableText } from '../content.ts'
import { containerLengths, valueAt } from '../path.ts'
import { longCharactersMin, type ColumnTexts } from './long-texts.ts'
import { type Place, rootPlace } from './place.ts'

/** Longer texts are not repeated in `strings` but read from the JSON text. Counted in UTF-16 units. */
export const shortCharactersMax = 256

/** Each value under the path by which a filter finds it. If two share a path, the one that the path resolves to. */
export class Leaves {
  readonly searchableText = new SearchableText()
  readonly strings = new NamedList<string>()
  readonly numbers = new NamedList<number>()
  readonly booleans = new NamedList<boolean>()
  readonly containers: string[] = []
  readonly longTexts: string[] = []
  readonly #attributes: JsonObject
  /** Long strings of inputs and outputs. */
  readonly longColumnTexts: ColumnTexts = { inputs: [], outputs: [] }
  /** Paths that were added. Created at the first name with a dot, which few spans have. */
  #addedPaths: Set<string> | undefined
  /** Created together with `#addedPaths`. */
  #lengthsOf: LengthsOf | undefined

  readonly #addWords = (text: string): void => this.searchableText.add(text)
  readonly #addColumnText = {
    inputs: this.#columnTextAdder('inputs'),
    outputs: this.#columnTextAdder('outputs'),
  }

  constructor(attributes: JsonObject) {
    this.#attributes = attributes
    this.#members(attributes, rootPlace(), undefined)
  }

  /** `column` has the text of the object or of an object above it. */
  #members(object: JsonObject, place: Place, column: CopySource | undefined): void {
    for (const name of Object.keys(object)) {
      const nestedPlace = place.child(name)
      const value = ownMember(object, name) ?? null
      if (nestedPlace.isPlain || this.#isFoundAt(nestedPlace.path, value)) this.#add(nestedPlace.path, value)
      const textColumn = column ?? nestedPlace.column
      if (isObject(value)) this.#members(value, nestedPlace, textColumn)
      else eachScalarText(value, textColumn === undefined ? this.#addWords : this.#addColumnText[textColumn])
    }
  }

  #columnTextAdder(column: CopySource): (text: string) => void {
    const texts = this.longColumnTexts[column]
    return (text) => {
      this.searchableText.add(text)
      if (text.length >= longCharactersMin) texts.push(text)
    }
  }

  #isFoundAt(path: string, value: Json): boolean {
    this.#addedPaths ??= new Set([this.strings, this.numbers, this.booleans].flatMap(({ names }) => names))
    if (this.#addedPaths.has(path)) return false
    this.#lengthsOf ??= cachedLengths()
    const lookup = { text: path, segments: path.split('.'), exact: false }
    return valueAt(this.#attributes, lookup, this.#lengthsOf) === value
  }

  #add(path: string, input: Json): void {
    this.#addedPaths?.add(path)
    const value = plainNumber(input)
    if (typeof value === 'string') {
      if (value.length <= shortCharactersMax) this.strings.add(path, value)
      else this.longTexts.push(path)
    } else if (typeof value === 'number') this.numbers.add(path, value)
    else if (typeof value === 'boolean') this.booleans.add(path, value)
    else if (value !== null) this.containers.push(path)
  }
}

type LengthsOf = typeof containerLengths

/** Caches lengths per object: many names with dots are looked up in one object, and each would scan its members. */
function cachedLengths(): LengthsOf {
  const cache = new Map<Json, ReadonlySet<number>>()
  return (value) => {
    let lengths = cache.get(value)
    if (lengths === undefined) cache.set(value, (lengths = containerLengths(value)))
    return lengths
  }
}

class NamedList<T> implements NamedValues<T> {
  readonly names: string[] = []
  readonly values: T[] = []

  add(name: string, value: T): void {
    this.names.push(name)
    this.values.push(value)
  }
}
