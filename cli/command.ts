// cli: the command line `assay` for people and pipelines. This file has the types of a command and its arguments.
// It uses only the SDK, so it works with any server. Commands that need the stores of this machine are in src/commands.
// Start at main.ts; table.ts lists all commands.
import type { Assay } from '../sdk/client.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Option {
  /** The name of its value; absent for a flag without a value. */
  readonly value?: string
  readonly help: string
  /** A second name of one letter: `-m`. */
  readonly short?: string
  /** The option can be repeated. */
  readonly many?: boolean
  /** All valid values. */
  readonly choices?: readonly string[]
}

/** The parsed arguments and options of a command. */
export interface Arguments {
  /** A required argument. */
  readonly arg: (name: string) => string
  readonly optionalArg: (name: string) => string | undefined
  /** All values of the last argument, for commands that take several. */
  readonly rest: readonly string[]
  readonly option: (flag: string) => string | undefined
  readonly optionValues: (flag: string) => readonly string[]
  readonly has: (flag: string) => boolean
  /** The value as an integer, or the default. */
  readonly number: (flag: string, whenAbsent: number) => number
}

export interface Context {
  /** A client for the selected server; throws when there is no key for it. */
  readonly connect: () => Assay
  readonly url: string
  readonly key: string | undefined
  readonly terminal: Terminal
  /** Print JSON for programs instead of text. */
  readonly json: boolean
  /** Prints one line of streamed output: as JSON or as text. */
  readonly printLine: (json: unknown, text: () => string) => void
  readonly configDir: string
  readonly environment: Environment
  readonly version: string
  readonly signal: AbortSignal
}

/** The result of a command: JSON or text is printed. */
export interface Outcome {
  readonly json: unknown
  readonly text: string
  /** 0 when absent. */
  readonly code?: number
}

export interface Command {
  /** The name, then the arguments: `<name>` is required, `[name]` optional, `<name…>` and `[name…]` take all that follow. */
  readonly words: string
  readonly help: string
  readonly options?: Readonly<Record<string, Option>>
  /** The valid values of an argument, by its name. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Undefined when the command has printed its output itself. */
  readonly run: (context: Context, args: Arguments) => Promise<Outcome | undefined>
}

/** Wrong arguments: printed as one sentence, exit code 2. */
export class UsageError extends Error {}

/** The user cancelled the command. */
export class InterruptedError extends Error {}

/** A missing record or a negative result: printed as one sentence, with this exit code. */
export class Refusal extends Error {
  readonly code: number
  constructor(message: string, code = 3) {
    super(message)
    this.code = code
  }
}

/** The words of the command's name. */
export const nameOf = ({ words }: Pick<Command, 'words'>): readonly string[] =>
  words.split(' ').filter((word) => /^[a-z]/.test(word))

/** The name in the word of an argument: `file` of `[file…]`. */
export const argumentName = (word: string): string => word.replaceAll(/[<>[\]…]/g, '')

/** The words of the command's arguments. */
export const argumentsOf = ({ words }: Pick<Command, 'words'>): readonly string[] =>
  words.split(' ').filter((word) => /^[<[]/.test(word))
