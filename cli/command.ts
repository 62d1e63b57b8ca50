// The command line for people and pipelines: what a command is and what it is given. Lives on the SDK alone, so that it works
// against any server; what needs the stores of this machine stands in src/commands. Start at main.ts; table.ts lists all.
import type { Assay } from '../sdk/client.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Option {
  /** The name of its value; absent: it stands alone. */
  readonly value?: string
  readonly help: string
  /** May be given several times. */
  readonly many?: boolean
  /** All values it takes. */
  readonly choices?: readonly string[]
}

/** What was typed, read by the words and options of the command. */
export interface Arguments {
  /** An argument that must be there. */
  readonly arg: (name: string) => string
  readonly optional: (name: string) => string | undefined
  /** All values of the last argument, for commands that take several. */
  readonly rest: readonly string[]
  readonly option: (flag: string) => string | undefined
  readonly all: (flag: string) => readonly string[]
  readonly has: (flag: string) => boolean
  /** A whole number, or the default. */
  readonly number: (flag: string, whenAbsent: number) => number
}

export interface Context {
  /** The server that was named; refuses when no key is known for it. */
  readonly connect: () => Assay
  readonly url: string
  readonly key: string | undefined
  readonly terminal: Terminal
  /** Answer programs, not people. */
  readonly json: boolean
  /** One of several lines that are written as they come: JSON for programs, text for people. */
  readonly line: (json: unknown, text: () => string) => void
  readonly configDir: string
  readonly version: string
  readonly signal: AbortSignal
}

/** What a command answers: one of the two is printed. */
export interface Outcome {
  readonly json: unknown
  readonly text: string
  /** 0 when absent. */
  readonly code?: number
}

export interface Command {
  /** Its name, then its arguments: `<name>` must be there, `[name]` may, `<name…>` and `[name…]` take all that follow. */
  readonly words: string
  readonly help: string
  readonly options?: Readonly<Record<string, Option>>
  /** All words that an argument takes, by its name. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Undefined: it has written everything itself. */
  readonly run: (context: Context, given: Arguments) => Promise<Outcome | undefined>
}

/** The person who typed can mend it: told in one sentence, with code 2. */
export class UsageError extends Error {}

/** The person has changed their mind. */
export class Interrupted extends Error {}

/** What was asked for is not there, or the answer is no: told in one sentence, with this code. */
export class Refusal extends Error {
  readonly code: number
  constructor(message: string, code = 3) {
    super(message)
    this.code = code
  }
}

/** The words of a command that name it. */
export const nameOf = ({ words }: Pick<Command, 'words'>): readonly string[] =>
  words.split(' ').filter((word) => /^[a-z]/.test(word))

/** The words for its arguments. */
export const argumentsOf = ({ words }: Pick<Command, 'words'>): readonly string[] =>
  words.split(' ').filter((word) => /^[<[]/.test(word))
