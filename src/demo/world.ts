// What the makers of the demo are given: a client of the interface, dice and the time. A demo project is made through
// the interface alone, so it can be made on any server and shows nothing that a client could not have made.
//   artifacts.ts   applications, evaluators, testsets, environments, a saved query
//   traces.ts      two days of a chat, a search and an agent
//   runs.ts        evaluated runs, judgements of people, a queue
//   through.ts     the client, whoever carries its requests; project.ts the project it fills
// May import access and below. Start with demo.ts.
import type { JsonObject } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'
import type { Dice } from './random.ts'

/** Sends a request below /api; throws unless it is answered with success. */
export type Call = (method: string, path: string, body?: unknown) => Promise<JsonObject>

export interface World {
  readonly call: Call
  /** Sends an OTLP/JSON request; answers its receipt. */
  readonly sendSpans: (request: object) => Promise<string>
  readonly dice: Dice
  /** Milliseconds since 1970: the demo ends here. */
  readonly nowMs: number
  /** Resolves when the spans that were sent so far can be read. */
  readonly settled: (receiptIds: readonly string[]) => Promise<void>
}

export const objectAt = (value: JsonObject, ...path: readonly string[]): JsonObject => {
  let at = value
  for (const name of path) at = (ownMember(at, name) ?? {}) as JsonObject
  return at
}

export const textAt = (value: JsonObject, ...path: readonly string[]): string => {
  const last = path.at(-1) ?? ''
  const text = ownMember(objectAt(value, ...path.slice(0, -1)), last)
  if (typeof text !== 'string') throw new Error(`The answer has no text at ${path.join('.')}.`)
  return text
}
