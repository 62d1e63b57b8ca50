// Parses arguments by the words and options of the command. node:util parseArgs does not fit: it reads `-5` as an option,
// and its errors do not name the expected value.
import { didYouMean } from '../sdk/shared/nearest-word.ts'
import {
  argumentName,
  argumentsOf,
  nameOf,
  UsageError,
  type Command,
  type Arguments,
  type Option,
} from './command.ts'

/** The options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  '--url': { value: 'address', help: 'The server (default: ASSAY_URL, else the one of `assay login`).' },
  '--key': { value: 'key', help: 'The API key (default: ASSAY_API_KEY, else the one of `assay login`).' },
  '--json': { help: 'Print JSON.' },
  '--help': { help: 'Print this help.', short: '-h' },
}

export interface SplitArguments {
  readonly words: readonly string[]
  readonly flags: ReadonlyMap<string, readonly string[]>
}

/** The command with the longest name that the words begin with. */
export const findCommand = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands
    .filter((command) => nameOf(command).every((name, i) => words[i] === name))
    .toSorted((a, b) => nameOf(b).length - nameOf(a).length)[0]

/** The commands whose names begin with these words. */
export const commandsOfGroup = (commands: readonly Command[], words: readonly string[]): readonly Command[] =>
  commands.filter((command) => words.every((word, i) => nameOf(command)[i] === word))

/** Moves options before the first word behind all words: `assay --json trace list`. */
export function moveOptionsBack(args: readonly string[]): readonly string[] {
  let at = 0
  while (args[at]?.startsWith('-') === true && args[at] !== '--') {
    const takesValue = optionOf(commonOptions, args[at] ?? '')?.value !== undefined
    at += takesValue ? 2 : 1
  }
  return [...args.slice(at), ...args.slice(0, at)]
}

const optionOf = (options: Readonly<Record<string, Option>>, flag: string): Option | undefined =>
  Object.hasOwn(options, flag) ? options[flag] : undefined

/** The long name of an option that was written with its letter. */
export const longName = (options: Readonly<Record<string, Option>>, flag: string): string =>
  Object.entries(options).find(([, { short }]) => short === flag)?.[0] ?? flag

function checkValue(
  flag: string,
  { option, value }: { readonly option: Option; readonly value: string | undefined },
): string {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`${flag} takes no value.`)
    return ''
  }
  if (value === undefined) throw new UsageError(`${flag} needs a value: ${flag} <${option.value}>.`)
  if (option.choices !== undefined && !option.choices.includes(value)) {
    throw new UsageError(`${flag} must be ${option.choices.join(', ')}, not '${value}'.`)
  }
  return value
}

/** Splits words from flags: `--flag value`, `--flag=value`; after `--` everything is a word. */
export function splitArguments(
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
): SplitArguments {
  const words: string[] = []
  const flags = new Map<string, string[]>()
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--') {
      words.push(...args.slice(i + 1))
      break
    }
    if (!/^--?[a-z]/.test(arg)) {
      words.push(arg)
      continue
    }
    const [flag, inline] = splitOnce(arg)
    const name = longName(options, flag)
    const option = optionOf(options, name)
    if (option === undefined) {
      const suggestion = didYouMean(name, Object.keys(options))
      throw new UsageError(`There is no option ${name} here.${suggestion} See --help.`)
    }
    const takesNextArgument = option.value !== undefined && inline === undefined
    const value = checkValue(name, { option, value: takesNextArgument ? args[++i] : inline })
    const earlierValues = flags.get(name)
    if (earlierValues !== undefined && option.many !== true) throw new UsageError(`${name} is given twice.`)
    flags.set(name, [...(earlierValues ?? []), value])
  }
  return { words, flags }
}

function splitOnce(arg: string): readonly [string, string?] {
  const at = arg.indexOf('=')
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)]
}

/** Checks the arguments of a command and returns them by name. */
export function parseArguments(command: Command, { words, flags }: SplitArguments): Arguments {
  const positionals = argumentsOf(command)
  const values = words.slice(nameOf(command).length)
  const takesMany = positionals.at(-1)?.includes('…') === true
  const missingWord = positionals.find((word, i) => word.startsWith('<') && (values[i] ?? '') === '')
  if (missingWord !== undefined) {
    throw new UsageError(`The ${argumentName(missingWord)} is missing: assay ${command.words}`)
  }
  const surplusValue = values[positionals.length]
  if (!takesMany && surplusValue !== undefined)
    throw new UsageError(`'assay ${command.words}' takes no '${surplusValue}'.`)
  const byName = new Map(positionals.map((word, i) => [argumentName(word), values[i]]))
  const option = (flag: string): string | undefined => flags.get(flag)?.at(-1)
  return {
    arg: (name) => byName.get(name) ?? '',
    optionalArg: (name) => byName.get(name),
    rest: takesMany ? values.slice(positionals.length - 1) : [],
    option,
    optionValues: (flag) => flags.get(flag) ?? [],
    has: (flag) => flags.has(flag),
    number: (flag, whenAbsent) => parseWholeNumber(flag, { text: option(flag), whenAbsent }),
  }
}

function parseWholeNumber(
  flag: string,
  { text, whenAbsent }: { readonly text: string | undefined; readonly whenAbsent: number },
): number {
  if (text === undefined) return whenAbsent
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${flag} must be a whole number, not '${text}'.`)
  return Number(text)
}
