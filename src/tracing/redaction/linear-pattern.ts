// Matches a parsed pattern by following all alternatives in parallel, one character at a time, without backtracking:
// the work is at most characters times instructions per match. The engine of the runtime backtracks, and one careless
// pattern of a project could stop ingest for all. A step budget bounds the rest (many matches that each search far
// ahead). If it is used up, the caller hides the full text, because redaction must never fail open.
import { anyOf, neededCharacters } from './pattern-needs.ts'
import { isWordCode, type CharTest, type Instruction } from './pattern-parser.ts'

export interface Match {
  readonly start: number
  readonly end: number
}

/** The remaining steps, shared by all patterns and values of one span. */
export interface StepBudget {
  remaining: number
}

/** The budget is used up. */
export class BudgetSpent extends Error {}

const isWordAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && isWordCode(text.charCodeAt(at))

function assertionHolds(at: 'start' | 'end' | 'boundary' | 'inside', text: string, pos: number): boolean {
  if (at === 'start') return pos === 0
  if (at === 'end') return pos === text.length
  return (isWordAt(text, pos - 1) !== isWordAt(text, pos)) === (at === 'boundary')
}

/** Active alternatives in order of preference: the instruction and the start of each. */
class Threads {
  readonly pcs: number[] = []
  readonly starts: number[] = []
  readonly #seenStates: Int32Array
  #generation = 0

  constructor(size: number) {
    this.#seenStates = new Int32Array(size)
  }

  clear(): void {
    this.pcs.length = 0
    this.starts.length = 0
    this.#generation += 1
  }

  /** Records that an instruction was reached. False if a preferred alternative already reached it. */
  reach(pc: number): boolean {
    if (this.#seenStates[pc] === this.#generation) return false
    this.#seenStates[pc] = this.#generation
    return true
  }
}

/**
 * The characters that the program can read first. Assertions are skipped: too many characters are safe, too few are
 * not.
 */
function beginningsOf(program: readonly Instruction[]): readonly CharTest[] | undefined {
  const tests: CharTest[] = []
  const visitedStates = new Set<number>()
  const pendingPcs = [0]
  for (let pc = pendingPcs.pop(); pc !== undefined; pc = pendingPcs.pop()) {
    if (visitedStates.has(pc)) continue
    visitedStates.add(pc)
    const instruction = program[pc] as Instruction
    if (instruction.op === 'match') return undefined
    if (instruction.op === 'char') tests.push(instruction.test)
    else if (instruction.op === 'jump') pendingPcs.push(instruction.to)
    else if (instruction.op === 'split') pendingPcs.push(instruction.first, instruction.second)
    else pendingPcs.push(pc + 1)
  }
  return tests
}

export class LinearPattern {
  readonly #program: readonly Instruction[]
  /** Tests for the first character of a match. Undefined if a match may start without reading one. */
  readonly #isFirstCharacter: CharTest | undefined
  readonly #neededCharacters: readonly string[]

  constructor(program: readonly Instruction[]) {
    this.#program = program
    const beginnings = beginningsOf(program)
    this.#isFirstCharacter = beginnings && anyOf(beginnings)
    this.#neededCharacters = neededCharacters(program)
  }

  /** The next position at or after `from` where a match can start. Most characters start none. */
  #nextBeginning(text: string, from: number): number {
    const isFirstCharacter = this.#isFirstCharacter
    if (isFirstCharacter === undefined) return from
    let pos = from
    while (pos < text.length && !isFirstCharacter(text.charCodeAt(pos))) pos += 1
    return pos
  }

  #isRuledOut(text: string): boolean {
    return this.#neededCharacters.some((character) => !text.includes(character))
  }

  /** All matches from left to right, none empty, none overlapping. Throws BudgetSpent. */
  matches(text: string, budget: StepBudget): readonly Match[] {
    const matches: Match[] = []
    if (this.#isRuledOut(text)) return matches
    let from = 0
    while (from < text.length) {
      const match = this.#first(text, from, budget)
      if (match === undefined) break
      if (match.end > match.start) matches.push(match)
      from = match.end > match.start ? match.end : match.start + 1
    }
    return matches
  }

  /** Whether the pattern matches anywhere, including an empty match. Throws BudgetSpent. */
  matchesAnywhere(text: string, budget: StepBudget): boolean {
    return !this.#isRuledOut(text) && this.#first(text, 0, budget) !== undefined
  }

  #first(text: string, from: number, budget: StepBudget): Match | undefined {
    let current = new Threads(this.#program.length)
    let next = new Threads(this.#program.length)
    current.clear()
    let match: Match | undefined
    for (let pos = from; pos <= text.length; pos += 1) {
      if (current.pcs.length === 0) {
        if (match !== undefined) return match
        pos = this.#nextBeginning(text, pos)
        // An alternative that an assertion refused before the jump may be allowed here.
        current.clear()
      }
      if (match === undefined) this.#follow(current, 0, pos, text, pos)
      budget.remaining -= current.pcs.length + 1
      if (budget.remaining < 0) throw new BudgetSpent()
      next.clear()
      const code = text.charCodeAt(pos)
      for (let i = 0; i < current.pcs.length; i += 1) {
        const pc = current.pcs[i] ?? 0
        const start = current.starts[i] ?? 0
        const instruction = this.#program[pc] as Instruction
        if (instruction.op === 'match') {
          match = { start, end: pos }
          // The remaining alternatives are less preferred.
          break
        }
        if (instruction.op === 'char' && pos < text.length && instruction.test(code)) {
          this.#follow(next, pc + 1, start, text, pos + 1)
        }
      }
      ;[current, next] = [next, current]
    }
    return match
  }

  /** Adds the instructions that an alternative reaches without reading a character. */
  #follow(threads: Threads, first: number, start: number, text: string, pos: number): void {
    const pendingPcs = [first]
    for (let pc = pendingPcs.pop(); pc !== undefined; pc = pendingPcs.pop()) {
      if (!threads.reach(pc)) continue
      const instruction = this.#program[pc] as Instruction
      if (instruction.op === 'jump') pendingPcs.push(instruction.to)
      else if (instruction.op === 'split') pendingPcs.push(instruction.second, instruction.first)
      else if (instruction.op === 'assert') {
        if (assertionHolds(instruction.at, text, pos)) pendingPcs.push(pc + 1)
      } else {
        threads.pcs.push(pc)
        threads.starts.push(start)
      }
    }
  }
}
