// The command line: which command the arguments name, and running it. `commands.ts` is the table of all; each has a file of its
// own here, and `help.ts` writes what --help says. Commands may import every subject; the stores are opened by stores.ts.
import { readFlags } from '../kernel/flags.ts'
import { loadProcessConfig, UsageError } from '../config.ts'
import type { Command, Options, Program } from './command.ts'
import { commandsOf } from './commands.ts'
import { commandHelpText, helpText, type CommandHelp } from './help.ts'

/** The words that name a command, without those for its arguments. */
const namesOf = ({ words }: CommandHelp): readonly string[] =>
  words.split(' ').filter((word) => /^[a-z]/.test(word))

/** The command whose whole name these words begin with. */
const commandNamed = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find((command) => namesOf(command).every((name, i) => words[i] === name))

/** Those whose names begin with these words: `key` means all commands for keys. */
const beginningWith = (commands: readonly Command[], words: readonly string[]): readonly Command[] =>
  commands.filter((command) => words.every((word, i) => namesOf(command)[i] === word))

/** The command that the words name, and its arguments. */
function findCommand(
  commands: readonly Command[],
  given: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } {
  const words = given.length === 0 ? ['serve'] : given
  const command = commandNamed(commands, words)
  if (command === undefined) {
    const about = beginningWith(commands, words).length > 0 ? `${words.join(' ')} ` : ''
    throw new UsageError(`There is no command '${words.join(' ')}'. See assay ${about}--help.`)
  }
  const tooMany = words[command.words.split(' ').length]
  if (tooMany !== undefined) throw new UsageError(`'assay ${command.words}' takes no '${tooMany}'.`)
  return { command, args: words.slice(namesOf(command).length) }
}

/** About the commands that the words name, else about all; who asks about the server wants to see the settings. */
function helpAbout(program: Program, words: readonly string[]): string {
  const commands = commandsOf(program)
  if (words.length === 0 || words[0] === 'serve') return helpText(program.version, commands)
  const named = commandNamed(commands, words)
  const meant = named === undefined ? beginningWith(commands, words) : [named]
  return meant.length === 0 ? helpText(program.version, commands) : commandHelpText(meant)
}

/** Every option of a command needs a value. */
const withValues = (flags: readonly (readonly [string, string | undefined])[]): Options =>
  new Map(
    flags.map(([flag, value]) => {
      if (value === undefined) throw new UsageError(`${flag} needs a value.`)
      return [flag, value]
    }),
  )

/** Runs what the arguments say. */
export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const { flags, rest: words } = readFlags(args)
  const asked = words.filter((word) => word !== 'help' && word !== '-h')
  if (flags.has('--help') || words[0] === 'help' || words.includes('-h')) {
    return console.log(helpAbout(program, asked))
  }
  if (flags.has('--version')) return console.log(program.version)
  const { command, args: given } = findCommand(commandsOf(program), words)
  const isOwn = (flag: string): boolean => Object.hasOwn(command.options, flag)
  const config = loadProcessConfig(new Map([...flags].filter(([flag]) => !isOwn(flag))))
  await command.run(config, given, withValues([...flags].filter(([flag]) => isOwn(flag))))
}
