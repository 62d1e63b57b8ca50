// What --help says: everything from the table.
import { nameOf, type Command, type Option } from './command.ts'
import { commonOptions } from './parse.ts'

const optionWords = (flag: string, { value }: Option): string =>
  value === undefined ? flag : `${flag} <${value}>`

function optionLine([flag, option]: readonly [string, Option]): string {
  const choices = option.choices === undefined ? '' : ` One of ${option.choices.join(', ')}.`
  return `  ${optionWords(flag, option).padEnd(24)} ${option.help}${choices}`
}

/** One command, whole. */
export const commandHelp = (command: Command): string =>
  [
    `assay ${command.words}`,
    '',
    command.help,
    '',
    ...Object.entries({ ...command.options, ...commonOptions }).map(optionLine),
  ].join('\n')

/** Some commands, a line each. */
export function commandList(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ words }) => words.length)) + 2
  return commands.map(({ words, help }) => `  assay ${words.padEnd(width)}${help}`).join('\n')
}

/** All of them, for someone who knows none. */
export const overview = (commands: readonly Command[]): string =>
  [
    'Commands for any server, by its interface',
    commandList(commands),
    '',
    'Each of them takes',
    ...Object.entries(commonOptions).map(optionLine),
    '',
    'Exit codes: 0 done, 1 the answer is no (gate, verify, conflicts, a failed run), 2 wrong words, 3 refused by the',
    'server, 4 no answer from it, 5 the key is not let in.',
    '',
    'Commands for the server of this machine, by its settings and stores',
  ].join('\n')

/** The groups and single commands, by first word. */
export const firstWords = (commands: readonly Command[]): readonly string[] => [
  ...new Set(commands.flatMap((command) => nameOf(command)[0] ?? [])),
]
