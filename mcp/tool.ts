// What assistants may do with a project, as tools of the Model Context Protocol. Stands on the SDK alone: the server gives it a client
// whose requests it answers itself, `assay mcp` one that asks a server elsewhere. Start at server.ts; tools/ has the tools.
import type { z } from 'zod'
import type { Assay } from '../sdk/client.ts'

export type Role = 'viewer' | 'editor'

/** What a tool does to what is there, as assistants are told. */
export type Effect = 'reads' | 'adds' | 'changes'

export interface Tool {
  readonly name: string
  readonly title: string
  /** For the model that chooses: what it does, what to give, what it costs. */
  readonly description: string
  /** The least role of a key that is shown it. */
  readonly role: Role
  readonly effect: Effect
  readonly input: z.ZodObject
  /** What is answered, as JSON within the budget that was asked for. */
  readonly call: (assay: Assay, args: unknown) => Promise<unknown>
}

/** A tool whose arguments have the type of their schema. */
export const tool = <S extends z.ZodObject>(definition: {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly role?: Role
  readonly effect?: Effect
  readonly input: S
  readonly call: (assay: Assay, args: z.output<S>) => Promise<unknown>
}): Tool => ({
  ...definition,
  role: definition.role ?? 'viewer',
  effect: definition.effect ?? 'reads',
  call: (assay, args) => definition.call(assay, args as z.output<S>),
})
