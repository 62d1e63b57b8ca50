// Parses a project's patterns into a program for linear-pattern.ts. The syntax is that of JavaScript without features
// that cannot be matched in linear time: no lookaround, no back references.

/** The reason why a pattern is refused. */
export class PatternError extends Error {}

export type CharTest = (code: number) => boolean

export type Instruction =
  /** `only`: the only character that the test allows, if there is just one. */
  | { readonly op: 'char'; readonly test: CharTest; readonly only?: string | undefined }
  /** Tries `first` before `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'assert'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly op: 'match' }

/** Counted repetitions are unrolled, so the program bounds the work per character. */
const instructionsMax = 2_000
const groupsDeepMax = 50
const patternCharactersMax = 10_000

type Node =
  | { readonly kind: 'char'; readonly test: CharTest; readonly only?: string | undefined }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly parts: readonly Node[] }
  | {
      readonly kind: 'repeat'
      readonly part: Node
      readonly min: number
      readonly max: number
      readonly lazy: boolean
    }

const codeOf = (char: string): number => char.charCodeAt(0)
const inRange = (low: string, high: string): CharTest => {
  const [from, to] = [codeOf(low), codeOf(high)]
  return (code) => code >= from && code <= to
}
const digit = inRange('0', '9')
export const isWordCode: CharTest = (code) =>
  digit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
const space: CharTest = (code) => /\s/.test(String.fromCharCode(code))
const not =
  (test: CharTest): CharTest =>
  (code) =>
    !test(code)
const classEscapes: ReadonlyMap<string, CharTest> = new Map([
  ['d', digit],
  ['D', not(digit)],
  ['w', isWordCode],
  ['W', not(isWordCode)],
  ['s', space],
  ['S', not(space)],
])
const controlEscapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['f', 12],
  ['v', 11],
  ['0', 0],
])

class Parser {
  readonly #source: string
  readonly #ignoreCase: boolean
  #pos = 0
  #depth = 0

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source
    this.#ignoreCase = ignoreCase
  }

  parse(): Node {
    const node = this.#choice()
    if (this.#pos < this.#source.length) throw new PatternError(`Unmatched '${this.#source[this.#pos]}'.`)
    return node
  }

  #choice(): Node {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'choice', parts }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#pos < this.#source.length && !'|)'.includes(this.#source[this.#pos] ?? '')) {
      parts.push(this.#repeated(this.#atom()))
    }
    return { kind: 'sequence', parts }
  }

  #repeated(part: Node): Node {
    const bounds = this.#quantifier()
    if (bounds === undefined) return part
    const isLazy = this.#take('?')
    if (this.#quantifier() !== undefined) throw new PatternError('A quantifier follows a quantifier.')
    return { kind: 'repeat', part, ...bounds, lazy: isLazy }
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity }
    if (this.#take('+')) return { min: 1, max: Infinity }
    if (this.#take('?')) return { min: 0, max: 1 }
    const countMatch = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(this.#source.slice(this.#pos, this.#pos + 12))
    if (countMatch === null) return undefined
    this.#pos += countMatch[0].length
    const min = Number(countMatch[1])
    const max =
      countMatch[2] === undefined ? min : countMatch[3] === undefined ? Infinity : Number(countMatch[3])
    if (max < min) throw new PatternError('The numbers of a quantifier are out of order.')
    return { min, max }
  }

  #atom(): Node {
    const char = this.#next()
    switch (char) {
      case '(':
        return this.#group()
      case '[':
        return { kind: 'char', test: this.#class() }
      case '.':
        return { kind: 'char', test: (code) => code !== 10 && code !== 13 }
      case '^':
        return { kind: 'assert', at: 'start' }
      case '$':
        return { kind: 'assert', at: 'end' }
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw new PatternError(`Nothing to repeat before '${char}'.`)
      default:
        return this.#character(codeOf(char))
    }
  }

  #group(): Node {
    this.#depth += 1
    if (this.#depth > groupsDeepMax) throw new PatternError('Groups are nested too deep.')
    if (this.#take('?') && !this.#take(':')) {
      throw new PatternError('Lookaround and named groups are not supported.')
    }
    const node = this.#choice()
    if (!this.#take(')')) throw new PatternError('A group is not closed.')
    this.#depth -= 1
    return node
  }

  #escape(): Node {
    const char = this.#next()
    if (char === 'b') return { kind: 'assert', at: 'boundary' }
    if (char === 'B') return { kind: 'assert', at: 'inside' }
    const test = classEscapes.get(char)
    return test === undefined ? this.#character(this.#escapedCode(char)) : { kind: 'char', test }
  }

  /** The character code of an escape after its letter was read. */
  #escapedCode(char: string): number {
    const control = controlEscapes.get(char)
    if (control !== undefined) return control
    if (char === 'x' || char === 'u') {
      const digits = this.#source.slice(this.#pos, this.#pos + (char === 'x' ? 2 : 4))
      if (!/^(?:[0-9a-f]{2}|[0-9a-f]{4})$/i.test(digits))
        throw new PatternError(`\\${char} needs hex digits.`)
      this.#pos += digits.length
      return Number.parseInt(digits, 16)
    }
    if (/[a-z0-9]/i.test(char)) throw new PatternError(`\\${char} is not supported.`)
    return codeOf(char)
  }

  #class(): CharTest {
    const isNegated = this.#take('^')
    const tests: CharTest[] = []
    while (!this.#take(']')) {
      const low = this.#classMember()
      if (typeof low === 'function') {
        tests.push(low)
        continue
      }
      const isRange = this.#source[this.#pos] === '-' && this.#source[this.#pos + 1] !== ']'
      if (!isRange) {
        tests.push(this.#literal(low))
        continue
      }
      this.#pos += 1
      const high = this.#classMember()
      if (typeof high === 'function' || high < low)
        throw new PatternError('A range of a class is out of order.')
      tests.push(this.#range(low, high))
    }
    const any: CharTest = (code) => tests.some((test) => test(code))
    return isNegated ? not(any) : any
  }

  #classMember(): number | CharTest {
    const char = this.#next()
    if (char !== '\\') return codeOf(char)
    const escapedCharacter = this.#next()
    return (
      classEscapes.get(escapedCharacter) ??
      (escapedCharacter === 'b' ? 8 : this.#escapedCode(escapedCharacter))
    )
  }

  #literal(code: number): CharTest {
    return this.#range(code, code)
  }

  #character(code: number): Node {
    const char = String.fromCharCode(code)
    // Only letters have another case, and letters of any script may have one.
    const isOne = !this.#ignoreCase || /[\t-@[-`{-~]/.test(char)
    return { kind: 'char', test: this.#literal(code), only: isOne ? char : undefined }
  }

  #range(low: number, high: number): CharTest {
    const isInside: CharTest = (code) => code >= low && code <= high
    if (!this.#ignoreCase) return isInside
    return (code) => {
      const char = String.fromCharCode(code)
      return isInside(code) || isInside(codeOf(char.toLowerCase())) || isInside(codeOf(char.toUpperCase()))
    }
  }

  #take(char: string): boolean {
    if (this.#source[this.#pos] !== char) return false
    this.#pos += 1
    return true
  }

  #next(): string {
    const char = this.#source[this.#pos]
    if (char === undefined) throw new PatternError('The pattern ends too early.')
    this.#pos += 1
    return char
  }
}

function emit(node: Node, program: Instruction[]): void {
  if (program.length > instructionsMax) throw new PatternError('The pattern is too large.')
  switch (node.kind) {
    case 'char':
      program.push({ op: 'char', test: node.test, only: node.only })
      return
    case 'assert':
      program.push({ op: 'assert', at: node.at })
      return
    case 'sequence':
      for (const part of node.parts) emit(part, program)
      return
    case 'choice':
      emitChoice(node.parts, program)
      return
    default:
      emitRepeat(node, program)
  }
}

function emitChoice(parts: readonly Node[], program: Instruction[]): void {
  const jumps: { op: 'jump'; to: number }[] = []
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) {
      emit(part, program)
      break
    }
    const split: Instruction = { op: 'split', first: program.length + 1, second: 0 }
    program.push(split)
    emit(part, program)
    const jump = { op: 'jump' as const, to: 0 }
    program.push(jump)
    jumps.push(jump)
    split.second = program.length
  }
  for (const jump of jumps) jump.to = program.length
}

function emitRepeat(node: Node & { readonly kind: 'repeat' }, program: Instruction[]): void {
  for (let i = 0; i < node.min; i += 1) emit(node.part, program)
  const optional = (): { op: 'split'; first: number; second: number } => {
    const split = { op: 'split' as const, first: 0, second: 0 }
    program.push(split)
    return split
  }
  const aim = (split: { first: number; second: number }, into: number, out: number): void => {
    split.first = node.lazy ? out : into
    split.second = node.lazy ? into : out
  }
  if (node.max === Infinity) {
    const start = program.length
    const split = optional()
    emit(node.part, program)
    program.push({ op: 'jump', to: start })
    aim(split, start + 1, program.length)
    return
  }
  const splits: { readonly split: { first: number; second: number }; readonly into: number }[] = []
  for (let i = node.min; i < node.max; i += 1) {
    const split = optional()
    splits.push({ split, into: program.length })
    emit(node.part, program)
  }
  for (const { split, into } of splits) aim(split, into, program.length)
}

/** Compiles a pattern. Throws PatternError with a sentence for its author. */
export function patternProgram(source: string, ignoreCase: boolean): readonly Instruction[] {
  if (source.length > patternCharactersMax) {
    throw new PatternError(`The pattern has more than ${patternCharactersMax} characters.`)
  }
  const program: Instruction[] = []
  emit(new Parser(source, ignoreCase).parse(), program)
  program.push({ op: 'match' })
  if (program.length > instructionsMax) throw new PatternError('The pattern is too large.')
  return program
}
