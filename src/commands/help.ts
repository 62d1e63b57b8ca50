// The help texts of the command line.
import { environmentName, flagName, settings } from '../config.ts'
import { sizeInWords } from '../setting-schemas.ts'

/** The help text of a command. */
export interface CommandHelp {
  /** Its name, then its arguments: `<name>` is required, `[name]` optional. */
  readonly words: string
  readonly help: string
  /** Flags of the command itself, besides the settings. */
  readonly options: Readonly<Record<string, string>>
  /** The flags among them that take no value. */
  readonly switches?: readonly string[]
}

const commandLines = ({ words, help, options }: CommandHelp): readonly string[] => [
  `  assay ${words.padEnd(24)} ${help}`,
  ...Object.entries(options).map(([flag, text]) => `    ${flag.padEnd(28)} ${text}`),
]

function formatDefault(name: string, text: string): string {
  if (text === '') return 'empty'
  const size = sizeInWords(name, text)
  return size === undefined ? text : `${text}, ${size}`
}

const settingLines = (): readonly string[] =>
  settings.flatMap((setting) => {
    const ending = 'default' in setting ? ` (default: ${formatDefault(setting.name, setting.default)})` : ''
    return [`  ${flagName(setting.name)}, ${environmentName(setting.name)}`, `      ${setting.help}${ending}`]
  })

/** Every command and every setting. */
export const helpText = (version: string, commands: readonly CommandHelp[]): string =>
  [
    `Assay ${version}: version control, traces and evaluations for teams who build on language models`,
    '',
    'Commands',
    ...commands.flatMap(commandLines),
    '',
    'Settings, as flags or environment variables (the flag wins)',
    ...settingLines(),
  ].join('\n')

/** Help for some commands. Only the help of `serve` lists the settings. */
export const commandHelpText = (commands: readonly CommandHelp[]): string =>
  [
    ...commands.flatMap(commandLines),
    '',
    ...(commands.some(({ words }) => words === 'serve')
      ? ['Settings, as flags or environment variables (the flag wins)', ...settingLines()]
      : ['Settings apply too: assay serve --help lists them.']),
  ].join('\n')
