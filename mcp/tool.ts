// Tools of the Model Context Protocol, through which assistants work with a project. Imports the SDK only. The server
// passes a client that calls it in process; `assay mcp` passes one that calls a remote server. Start at server.ts;
// tools/ contains the tools.
import type { z } from 'zod'
import type { Assay } from '../sdk/client.ts'

export type Role = 'viewer' | 'editor'

/** The effect of a tool on stored data. Assistants see it as hints. */
export type Effect = 'reads' | 'adds' | 'changes'

/** A JSON object, or a `PagedAnswer`, whose list has a cursor. */
export type Answer = object

export interface Tool {
  readonly name: string
  readonly title: string
  /** Helps the model to choose: purpose, arguments, cost. */
  readonly description: string
  /** Least role of a key that may use the tool. */
  readonly role: Role
  readonly effect: Effect
  /** Unknown members are refused. */
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** Returns the answer; the server truncates it to the budget. */
  readonly call: (assay: Assay, args: unknown) => Promise<Answer>
}

/** Defines a tool; the schema gives the type of its arguments. */
export const tool = <S extends z.ZodObject>(definition: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly role?: Role
  readonly effect?: Effect
  readonly input: S
  readonly output: z.ZodObject
  readonly call: (assay: Assay, args: z.output<S>) => Promise<Answer>
}): Tool => ({
  ...definition,
  role: definition.role ?? 'viewer',
  effect: definition.effect ?? 'reads',
  call: (assay, args) => definition.call(assay, args as z.output<S>),
})
