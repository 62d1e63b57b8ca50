// The texts of --help, generated from the table of commands.
import { nameOf, type Command, type Option } from './command.ts'
import { commonOptions } from './parse.ts'
import { wrap } from './terminal/table.ts'

const optionWords = (flag: string, { value }: Option): string =>
  value === undefined ? flag : `${flag} <${value}>`

function optionLines([flag, option]: readonly [string, Option], width: number): readonly string[] {
  const choices = option.choices === undefined ? '' : ` One of ${option.choices.join(', ')}.`
  return twoColumns({ term: optionWords(flag, option), text: `${option.help}${choices}`, at: 25, width })
}

/** A term and its text in two columns, or below each other in a narrow terminal. */
function twoColumns(line: {
  readonly term: string
  readonly text: string
  readonly at: number
  readonly width: number
}): readonly string[] {
  const { term, text, at, width } = line
  const isNarrow = width < at + textWidthMin
  const indent = isNarrow ? 6 : at + 2
  const lines = wrap(text, width - indent).map((text) => ' '.repeat(indent) + text)
  if (isNarrow) return [`  ${term}`, ...lines]
  return [`  ${term.padEnd(at)}${lines[0]?.slice(indent) ?? ''}`, ...lines.slice(1)]
}

const textWidthMin = 40

/** The help of one command. */
export const commandHelp = (command: Command, width: number): string =>
  [
    `assay ${command.words}`,
    '',
    ...wrap(command.help, width),
    '',
    ...Object.entries({ ...command.options, ...commonOptions }).flatMap((option) =>
      optionLines(option, width),
    ),
  ].join('\n')

/** A list of commands with their help. */
export function commandList(commands: readonly Command[], width: number): string {
  const at = Math.max(...commands.map(({ words }) => words.length)) + 'assay '.length + 2
  return commands
    .flatMap(({ words, help }) => twoColumns({ term: `assay ${words}`, text: help, at, width }))
    .join('\n')
}

const exitCodeHelp =
  'Exit codes: 0 success, 1 negative result (gate, verify, conflicts, a failed run), 2 wrong arguments, 3 refused by the server, 4 no answer from the server, 5 invalid key, 130 interrupted.'

/** The overview of all commands. */
export const overview = (commands: readonly Command[], width: number): string =>
  [
    'Commands for any server (over its API)',
    commandList(commands, width),
    '',
    'Common options',
    ...Object.entries(commonOptions).flatMap((option) => optionLines(option, width)),
    '',
    ...wrap(exitCodeHelp, Math.min(width, 120)),
    '',
    'Commands for the server of this machine (its settings and stores)',
  ].join('\n')

/** The groups and single commands, by first word. */
export const firstWords = (commands: readonly Command[]): readonly string[] => [
  ...new Set(commands.flatMap((command) => nameOf(command)[0] ?? [])),
]
