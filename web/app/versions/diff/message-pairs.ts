// Aligns the messages of two prompts. Equal messages are pairs; messages between them are paired by role, in order.
import type { Json } from '../client.ts'
import { isEqual, isObject } from '../delta.ts'

export interface MessagePair {
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/** The longest common subsequence as pairs of indexes. Prompts are short. */
function commonIndexes(a: readonly Json[], b: readonly Json[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (x: number, y: number): number => lengths[x]?.[y] ?? 0
  for (let x = a.length - 1; x >= 0; x--) {
    for (let y = b.length - 1; y >= 0; y--) {
      const row = lengths[x]
      if (row !== undefined)
        row[y] = isEqual(a[x], b[y]) ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let [x, y] = [0, 0]; x < a.length && y < b.length;) {
    if (isEqual(a[x], b[y])) pairs.push([x++, y++])
    else if (at(x + 1, y) >= at(x, y + 1)) x++
    else y++
  }
  return pairs
}

const roleOf = (message: Json | undefined): Json | undefined =>
  isObject(message) ? message['role'] : undefined

function pairByRole(before: readonly Json[], after: readonly Json[]): readonly MessagePair[] {
  const unmatched = [...after]
  const pairs = before.map((message): MessagePair => {
    const index = unmatched.findIndex((candidate) => roleOf(candidate) === roleOf(message))
    return { before: message, after: index < 0 ? undefined : unmatched.splice(index, 1)[0] }
  })
  return [...pairs, ...unmatched.map((message) => ({ before: undefined, after: message }))]
}

/** Longer prompts are paired by index: the alignment is quadratic. */
const alignedMax = 400

export function messagePairs(before: readonly Json[], after: readonly Json[]): readonly MessagePair[] {
  if (before.length > alignedMax || after.length > alignedMax) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
      before: before[at],
      after: after[at],
    }))
  }
  const pairs: MessagePair[] = []
  let [x, y] = [0, 0]
  for (const [a, b] of [...commonIndexes(before, after), [before.length, after.length] as const]) {
    pairs.push(...pairByRole(before.slice(x, a), after.slice(y, b)))
    if (a < before.length) pairs.push({ before: before[a], after: after[b] })
    ;[x, y] = [a + 1, b + 1]
  }
  return pairs
}
