// Finds the characters that every match of a pattern needs, from the pattern's program. A search for them, which the
// runtime does a thousand times as fast, rules out most texts.
import type { CharTest, Instruction } from './pattern-parser.ts'

/** Limit of instructions that are tested. Each test is a walk through the program. */
const testsMax = 24

/** Whether a match is possible without an instruction. */
function canMatchWithout(program: readonly Instruction[], avoidedPc: number): boolean {
  const visitedStates = new Set([avoidedPc])
  const pendingPcs = [0]
  for (let pc = pendingPcs.pop(); pc !== undefined; pc = pendingPcs.pop()) {
    if (visitedStates.has(pc)) continue
    visitedStates.add(pc)
    const instruction = program[pc] as Instruction
    if (instruction.op === 'match') return true
    if (instruction.op === 'jump') pendingPcs.push(instruction.to)
    else if (instruction.op === 'split') pendingPcs.push(instruction.first, instruction.second)
    else pendingPcs.push(pc + 1)
  }
  return false
}

/** A text that lacks any of these characters has no match. */
export function neededCharacters(program: readonly Instruction[]): readonly string[] {
  const neededCharacterSet = new Set<string>()
  let testCount = 0
  for (const [pc, instruction] of program.entries()) {
    if (
      instruction.op !== 'char' ||
      instruction.only === undefined ||
      neededCharacterSet.has(instruction.only)
    )
      continue
    if (testCount === testsMax) break
    testCount += 1
    if (!canMatchWithout(program, pc)) neededCharacterSet.add(instruction.only)
  }
  return [...neededCharacterSet]
}

const asciiCount = 128

/** The tests combined into one, with a table for the characters of most texts. */
export function anyOf(tests: readonly CharTest[]): CharTest {
  const isAny: CharTest = (code) => tests.some((test) => test(code))
  const ascii = Uint8Array.from({ length: asciiCount }, (_, code) => (isAny(code) ? 1 : 0))
  return (code) => (code < asciiCount ? ascii[code] === 1 : isAny(code))
}
