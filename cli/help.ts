// What --help says: everything from the table.
import { nameOf, type Command, type Option } from './command.ts'
import { commonOptions } from './parse.ts'
import { wrap } from './terminal/table.ts'

const optionWords = (flag: string, { value }: Option): string =>
  value === undefined ? flag : `${flag} <${value}>`

function optionLines([flag, option]: readonly [string, Option], width: number): readonly string[] {
  const choices = option.choices === undefined ? '' : ` One of ${option.choices.join(', ')}.`
  return twoColumns({ term: optionWords(flag, option), text: `${option.help}${choices}`, at: 25, width })
}

/** A term and what it means, as two columns; below each other where the terminal is too narrow for that. */
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

/** One command, whole. */
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

/** Some commands with what they do. */
export function commandList(commands: readonly Command[], width: number): string {
  const at = Math.max(...commands.map(({ words }) => words.length)) + 'assay '.length + 2
  return commands
    .flatMap(({ words, help }) => twoColumns({ term: `assay ${words}`, text: help, at, width }))
    .join('\n')
}

const exitCodeHelp =
  'Exit codes: 0 done, 1 the answer is no (gate, verify, conflicts, a failed run), 2 wrong words, 3 refused by the server, 4 no answer from it, 5 the key is not let in, 130 interrupted.'

/** All of them, for someone who knows none. */
export const overview = (commands: readonly Command[], width: number): string =>
  [
    'Commands for any server, by its interface',
    commandList(commands, width),
    '',
    'Each of them takes',
    ...Object.entries(commonOptions).flatMap((option) => optionLines(option, width)),
    '',
    ...wrap(exitCodeHelp, Math.min(width, 120)),
    '',
    'Commands for the server of this machine, by its settings and stores',
  ].join('\n')

/** The groups and single commands, by first word. */
export const firstWords = (commands: readonly Command[]): readonly string[] => [
  ...new Set(commands.flatMap((command) => nameOf(command)[0] ?? [])),
]
