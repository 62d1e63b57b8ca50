// One walk over the attributes of a span: values by their paths, the words of all values, and where long texts stand.
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import { ownMember } from '../../../kernel/own.ts'
import type { CopySource, NamedValues } from '../../../storage/contract/contract.ts'
import { isObject, plainNumber } from '../../value.ts'
import { eachScalarText, SearchableText } from '../content.ts'
import { containerLengths, valueAt } from '../path.ts'
import { longCharactersMin, type HeldTexts } from './long-texts.ts'
import { type Place, rootPlace } from './place.ts'

/** Longer texts are not repeated in `strings`: they are read from the JSON text. In characters as JavaScript counts them. */
export const shortCharactersMax = 256

/** Each value under the path by which a filter finds it; of two that share a path, the one that the path resolves to. */
export class Leaves {
  readonly searchable = new SearchableText()
  readonly strings = new NamedList<string>()
  readonly numbers = new NamedList<number>()
  readonly booleans = new NamedList<boolean>()
  readonly containers: string[] = []
  readonly longTexts: string[] = []
  readonly #attributes: JsonObject
  /** Long strings of inputs and outputs. */
  readonly held: HeldTexts = { inputs: [], outputs: [] }
  /** Paths that were added; made when the first name with a dot is met, which few spans have. */
  #added: Set<string> | undefined
  /** Made with it. */
  #lengthsOf: LengthsOf | undefined

  readonly #addWords = (text: string): void => this.searchable.add(text)
  readonly #addHeld = { inputs: this.#holding('inputs'), outputs: this.#holding('outputs') }

  constructor(attributes: JsonObject) {
    this.#attributes = attributes
    this.#members(attributes, rootPlace(), undefined)
  }

  /** `column` is the one that holds the text of the object, or of what it is below. */
  #members(object: JsonObject, place: Place, column: CopySource | undefined): void {
    for (const name of Object.keys(object)) {
      const below = place.below(name)
      const value = ownMember(object, name) ?? null
      if (below.isPlain || this.#isFoundAt(below.path, value)) this.#add(below.path, value)
      const held = column ?? below.column
      if (isObject(value)) this.#members(value, below, held)
      else eachScalarText(value, held === undefined ? this.#addWords : this.#addHeld[held])
    }
  }

  #holding(column: CopySource): (text: string) => void {
    const held = this.held[column]
    return (text) => {
      this.searchable.add(text)
      if (text.length >= longCharactersMin) held.push(text)
    }
  }

  #isFoundAt(path: string, value: Json): boolean {
    this.#added ??= new Set([this.strings, this.numbers, this.booleans].flatMap(({ names }) => names))
    if (this.#added.has(path)) return false
    this.#lengthsOf ??= rememberedLengths()
    const asked = { text: path, segments: path.split('.'), exact: false }
    return valueAt(this.#attributes, asked, this.#lengthsOf) === value
  }

  #add(path: string, sent: Json): void {
    this.#added?.add(path)
    const value = plainNumber(sent)
    if (typeof value === 'string') {
      if (value.length <= shortCharactersMax) this.strings.add(path, value)
      else this.longTexts.push(path)
    } else if (typeof value === 'number') this.numbers.add(path, value)
    else if (typeof value === 'boolean') this.booleans.add(path, value)
    else if (value !== null) this.containers.push(path)
  }
}

type LengthsOf = typeof containerLengths

/** Many names with dots are asked about one object, whose members would be looked through for each. */
function rememberedLengths(): LengthsOf {
  const kept = new Map<Json, ReadonlySet<number>>()
  return (value) => {
    let lengths = kept.get(value)
    if (lengths === undefined) kept.set(value, (lengths = containerLengths(value)))
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
