// The texts of --help, generated from the table of commands.
import { nameOf, type Command, type Option } from './command.ts'
import { commonOptions } from './parse.ts'
import { truncate, wrap } from './terminal/table.ts'

const optionWords = (flag: string, { value, short }: Option): string =>
  `${short === undefined ? '' : `${short}, `}${flag}${value === undefined ? '' : ` <${value}>`}`

function optionLines([flag, option]: readonly [string, Option], width: number): readonly string[] {
  const choices = option.choices === undefined ? '' : ` One of ${option.choices.join(', ')}.`
  return twoColumns({ term: optionWords(flag, option), text: `${option.help}${choices}`, column: 25, width })
}

/** A term and its text in two columns, or below each other in a narrow terminal. */
function twoColumns(line: {
  readonly term: string
  readonly text: string
  readonly column: number
  readonly width: number
}): readonly string[] {
  const { term, text, column, width } = line
  const isNarrow = width < column + textWidthMin
  const indent = isNarrow ? 6 : column + 2
  const lines = wrap(text, width - indent).map((text) => ' '.repeat(indent) + text)
  if (isNarrow) return [`  ${term}`, ...lines]
  return [`  ${term.padEnd(column)}${lines[0]?.slice(indent) ?? ''}`, ...lines.slice(1)]
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
  const column = Math.max(...commands.map(({ words }) => words.length)) + 'assay '.length + 2
  return commands
    .flatMap(({ words, help }) => twoColumns({ term: `assay ${words}`, text: help, column, width }))
    .join('\n')
}

/** The first clause of a help text. */
const clause = (help: string): string => (/^[^.:;(]+/.exec(help)?.[0] ?? help).trim()

/** A name and its text on one line. */
const overviewLine = (name: string, text: string): string =>
  `  ${name.padEnd(11)}${truncate(text, overviewWidth - 13)}`

const overviewWidth = 80

/** The subcommands of a group, or the purpose of a single command. */
function overviewText(commands: readonly Command[], groupName: string): string {
  const group = commands.filter((command) => nameOf(command)[0] === groupName)
  const subcommands = group.flatMap((command) => nameOf(command)[1] ?? [])
  return subcommands.length > 0 ? subcommands.join(', ') : clause(group[0]?.help ?? '')
}

/** The overview of all commands, on one screen of 24 lines. */
export const overview = (
  commands: readonly Command[],
  { version, administration }: { readonly version: string; readonly administration: readonly string[] },
): string => {
  // Shells call `complete`, people do not.
  const names = firstWords(commands).filter((name) => name !== 'complete')
  const administrationGroups = [...new Set(administration.map((words) => words.split(' ')[0] ?? ''))]
  return [
    `Assay ${version}: assay <command> [--help] [--url address] [--key key] [--json]`,
    '',
    'With any server:',
    ...names.map((name) => overviewLine(name, overviewText(commands, name))),
    'On this machine:',
    overviewLine('serve', 'start the server; assay serve --help lists its settings'),
    ...wrap(administrationGroups.filter((name) => name !== 'serve').join(', '), overviewWidth - 2).map(
      (line) => `  ${line}`,
    ),
    '',
    'Exit codes: 0 success, 1 negative result, 2 usage, 3 refused, 4 no answer, 5 key',
  ].join('\n')
}

/** The groups and single commands, by first word. */
export const firstWords = (commands: readonly Command[]): readonly string[] => [
  ...new Set(commands.flatMap((command) => nameOf(command)[0] ?? [])),
]
