// The command line: finds the command for the arguments and runs it. `commands.ts` is the table of all
// commands; each has its own file here, and `help.ts` writes the help texts. Commands may import every
// subject; stores.ts opens the stores.
import { readFlags } from '../kernel/flags.ts'
import { didYouMean } from '../kernel/nearest-word.ts'
import { loadProcessConfig, UsageError } from '../config.ts'
import { requireInstallation } from '../machine.ts'
import type { Command, Options, Program } from './command.ts'
import { commandsOf } from './commands.ts'
import { commandHelpText, helpText, type CommandHelp } from './help.ts'

/** The name of a command, without its arguments. */
const namesOf = ({ words }: CommandHelp): readonly string[] =>
  words.split(' ').filter((word) => /^[a-z]/.test(word))

/** The command whose full name is a prefix of these words. */
const commandNamed = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find((command) => namesOf(command).every((name, i) => words[i] === name))

/** Commands whose names start with these words: `key` means all commands for keys. */
const commandsStartingWith = (commands: readonly Command[], words: readonly string[]): readonly Command[] =>
  commands.filter((command) => words.every((word, i) => namesOf(command)[i] === word))

/** The command for these words, and its arguments. */
function findCommand(
  commands: readonly Command[],
  input: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } {
  const words = input.length === 0 ? ['serve'] : input
  const command = commandNamed(commands, words)
  if (command === undefined) {
    const [firstWord = '', secondWord] = words
    const group = commandsStartingWith(commands, [firstWord])
    const suggestion =
      secondWord === undefined || group.length === 0
        ? didYouMean(
            firstWord,
            commands.flatMap((command) => namesOf(command)[0] ?? []),
          )
        : didYouMean(
            secondWord,
            group.flatMap((command) => namesOf(command)[1] ?? []),
          )
    const groupPrefix = group.length > 0 ? `${firstWord} ` : ''
    const hint = secondWord === undefined && group.length > 0 ? '' : suggestion
    throw new UsageError(`There is no command '${words.join(' ')}'.${hint} See assay ${groupPrefix}--help.`)
  }
  const extraWord = words[command.words.split(' ').length]
  if (extraWord !== undefined) throw new UsageError(`'assay ${command.words}' takes no '${extraWord}'.`)
  return { command, args: words.slice(namesOf(command).length) }
}

/** Help for the commands that match the words, else for all commands and settings. */
function helpAbout(program: Program, words: readonly string[]): string {
  const commands = commandsOf(program)
  if (words.length === 0) return helpText(program.version, commands)
  const exactMatch = commandNamed(commands, words)
  const matches = exactMatch === undefined ? commandsStartingWith(commands, words) : [exactMatch]
  return matches.length === 0 ? helpText(program.version, commands) : commandHelpText(matches)
}

const withValues = (
  { switches = [] }: CommandHelp,
  flags: readonly (readonly [string, string | undefined])[],
): Options =>
  new Map(
    flags.map(([flag, value]) => {
      if (value === undefined && !switches.includes(flag)) throw new UsageError(`${flag} needs a value.`)
      return [flag, value ?? '']
    }),
  )

export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const { flags, rest: words } = readFlags(args)
  const topics = words.filter((word) => word !== 'help' && word !== '-h')
  if (flags.has('--help') || words[0] === 'help' || words.includes('-h')) {
    return console.log(helpAbout(program, topics))
  }
  if (flags.has('--version')) return console.log(program.version)
  const { command, args: commandArgs } = findCommand(commandsOf(program), words)
  const isOwn = (flag: string): boolean => Object.hasOwn(command.options, flag)
  const config = loadProcessConfig(new Map([...flags].filter(([flag]) => !isOwn(flag))))
  const options = withValues(
    command,
    [...flags].filter(([flag]) => isOwn(flag)),
  )
  if (command.isForAnyDirectory !== true) requireInstallation(config)
  await command.run(config, { args: commandArgs, options })
}
