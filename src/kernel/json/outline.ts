// Scans JSON text once: counts members, determines the checks that the text needs, and splits long lists and
// objects into parts, so that they can be parsed part by part.
import type { Sliced } from '../sliced.ts'

/** Deeper text is refused: a recursive walk could exhaust the stack. */
export const nestingMax = 128

/** Characters of a part: 1.5 ms of parsing at most. */
const partCharactersMax = 32 * 1024
/** Characters that are scanned without a pause: less than 1 ms. */
const scanCharacters = 256 * 1024

/**
 * Elements or members of a container: the text between two commas, or a long container with the text of its
 * key.
 */
export type Part =
  | { readonly from: number; readonly to: number }
  | { readonly from: number; readonly inner: LongContainer }

/** A list or an object that is longer than a part, or contains one. */
export interface LongContainer {
  readonly isObject: boolean
  readonly from: number
  readonly parts: readonly Part[]
}

export interface Outline {
  readonly isTooDeep: boolean
  /** Whether a number may not fit into a double. */
  readonly hasLongNumber: boolean
  /** Whether a string contains an escaped surrogate, alone or in a pair. */
  readonly hasSurrogate: boolean
  /** The number of members of all objects, repeated keys included. */
  readonly members: number
  /** The root, if it is long. */
  readonly root: LongContainer | undefined
}

const isSurrogateEscape = (text: string, at: number): boolean =>
  // Matches u, then d or D, then 8 to f. JSON.parse checks the text later.
  text.charCodeAt(at) === 117 && (text.charCodeAt(at + 1) | 32) === 100 && text.charCodeAt(at + 2) >= 56

export function refuseUnlessBlank(text: string, from: number, to: number): void {
  for (let offset = from; offset < to; offset++) {
    const unit = text.charCodeAt(offset)
    if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) throw new SyntaxError('unexpected token')
  }
}

/** A container whose closing bracket has not been read yet. */
class OpenContainer {
  isObject = false
  from = 0
  /** Start of the current part, and of the current element in it. */
  partFrom = 0
  elementFrom = 0
  /** Whether the current element is a long container that has ended. */
  isAfterInner = false
  parts: Part[] | undefined
  readonly #partCharacters: number

  constructor(partCharacters: number) {
    this.#partCharacters = partCharacters
  }

  open(from: number, isObject: boolean): void {
    this.isObject = isObject
    this.from = from
    this.partFrom = from + 1
    this.elementFrom = from + 1
    this.isAfterInner = false
    this.parts = undefined
  }

  /** Called at a comma. */
  separate(text: string, at: number): void {
    if (this.isAfterInner) {
      refuseUnlessBlank(text, this.partFrom, at)
      this.isAfterInner = false
      this.partFrom = at + 1
    } else if (at - this.partFrom >= this.#partCharacters) {
      this.#add({ from: this.partFrom, to: at })
      this.partFrom = at + 1
    }
    this.elementFrom = at + 1
  }

  /** Called at the closing bracket; undefined for a short container. */
  close(text: string, at: number): LongContainer | undefined {
    if (this.parts === undefined && at - this.from < this.#partCharacters) return undefined
    if (this.isAfterInner) refuseUnlessBlank(text, this.partFrom, at)
    else this.#add({ from: this.partFrom, to: at })
    return { isObject: this.isObject, from: this.from, parts: this.parts ?? [] }
  }

  /** Takes a long container as the current element. */
  take(inner: LongContainer, at: number): void {
    if (this.elementFrom > this.partFrom) this.#add({ from: this.partFrom, to: this.elementFrom - 1 })
    this.#add({ from: this.elementFrom, inner })
    this.partFrom = at + 1
    this.isAfterInner = true
  }

  #add(part: Part): void {
    this.parts ??= []
    this.parts.push(part)
  }
}

/** The open containers, by depth. */
class Nesting {
  readonly #text: string
  readonly #partCharacters: number
  readonly #open: OpenContainer[] = []
  #root: LongContainer | undefined
  #rootEnd = 0
  depth = 0

  constructor(text: string, partCharacters: number) {
    this.#text = text
    this.#partCharacters = partCharacters
  }

  open(at: number, isObject: boolean): void {
    this.depth++
    const container = (this.#open[this.depth] ??= new OpenContainer(this.#partCharacters))
    container.open(at, isObject)
  }

  separate(at: number): void {
    this.#open[this.depth]?.separate(this.#text, at)
  }

  close(at: number, isObject: boolean): void {
    const container = this.#open[this.depth]
    if (this.depth === 0 || container?.isObject !== isObject) throw new SyntaxError('unexpected bracket')
    this.depth--
    const longContainer = container.close(this.#text, at)
    if (longContainer === undefined) return
    if (this.depth > 0) this.#open[this.depth]?.take(longContainer, at)
    else {
      this.#root = longContainer
      this.#rootEnd = at + 1
    }
  }

  /** The root if it is long, after the end of the text. */
  root(): LongContainer | undefined {
    if (this.depth > 0) throw new SyntaxError('unexpected end')
    if (this.#root !== undefined) {
      refuseUnlessBlank(this.#text, 0, this.#root.from)
      refuseUnlessBlank(this.#text, this.#rootEnd, this.#text.length)
    }
    return this.#root
  }
}

interface OutlineLimits {
  readonly partCharacters?: number | undefined
  readonly levelsMax?: number
}

/** Throws SyntaxError for mismatched brackets; JSON.parse reports other syntax errors. */
export function* outlineOf(
  text: string,
  { partCharacters = partCharactersMax, levelsMax = nestingMax }: OutlineLimits = {},
): Sliced<Outline> {
  const nesting = new Nesting(text, partCharacters)
  let hasLongNumber = false
  let hasSurrogate = false
  let members = 0
  let digits = 0
  let pauseAt = scanCharacters
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 48 && unit <= 57) {
      if (++digits >= 16) hasLongNumber = true
      continue
    }
    if (unit === 101 || unit === 69) {
      // An exponent can overflow.
      if (digits > 0) hasLongNumber = true
      continue
    }
    // Count the digits on both sides of a decimal point together.
    if (unit !== 46) digits = 0
    if (unit === 34) {
      for (i++; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        if (unit === 92) {
          i++
          if (!hasSurrogate && isSurrogateEscape(text, i)) hasSurrogate = true
        } else if (unit === 34) break
      }
    } else if (unit === 58) members++
    else if (unit === 44) nesting.separate(i)
    else if (unit === 123 || unit === 91) {
      nesting.open(i, unit === 123)
      if (nesting.depth > levelsMax) {
        return { isTooDeep: true, hasLongNumber, hasSurrogate, members, root: undefined }
      }
    } else if (unit === 125 || unit === 93) nesting.close(i, unit === 125)
    if (i >= pauseAt) {
      pauseAt = i + scanCharacters
      yield
    }
  }
  return { isTooDeep: false, hasLongNumber, hasSurrogate, members, root: nesting.root() }
}
