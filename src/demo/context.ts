// The dependencies of the demo: an API client, a random source and the time. The demo is created only through the API,
// so it works on any server and shows nothing that a client could not create.
// artifacts.ts   applications, evaluators, testsets, environments, a saved query
// traces.ts      two days of a chat, a search and an agent
// runs.ts        evaluated runs, annotations of people, a queue
// fill-project.ts   the API client over any transport; project.ts creates the project
// May import access and below. Start with demo.ts.
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'
import type { RandomSource } from './random.ts'

/** Sends a request below /api and throws if it fails. */
export type Call = (method: string, path: string, body?: unknown) => Promise<JsonObject>

export interface DemoContext {
  readonly call: Call
  /** Sends an OTLP/JSON request; returns its receipt. */
  readonly sendSpans: (request: object) => Promise<string>
  readonly random: RandomSource
  /** The end of the demo, in milliseconds since 1970. */
  readonly nowMs: number
  /** Resolves when the spans of these receipts are stored. */
  readonly waitUntilStored: (receiptIds: readonly string[]) => Promise<void>
}

export const objectAt = (value: JsonObject, ...path: readonly string[]): JsonObject => {
  let current = value
  for (const name of path) {
    const member = ownMember(current, name)
    current = isJsonObject(member) ? member : {}
  }
  return current
}

export const textAt = (value: JsonObject, ...path: readonly string[]): string => {
  const last = path.at(-1) ?? ''
  const text = ownMember(objectAt(value, ...path.slice(0, -1)), last)
  if (typeof text !== 'string') throw new Error(`The response has no text at ${path.join('.')}.`)
  return text
}
