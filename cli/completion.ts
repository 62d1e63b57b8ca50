// Scripts that complete words in a shell, written from the table of commands.
import { nameOf, UsageError, type Command, type Option } from './command.ts'
import { firstWords } from './help.ts'
import { commonOptions } from './parse.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

const optionsOf = (command: Command): Readonly<Record<string, Option>> => ({
  ...command.options,
  ...commonOptions,
})

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)]

/** Second words of each first one. */
const secondWords = (commands: readonly Command[], first: string): readonly string[] =>
  unique(commands.flatMap((command) => (nameOf(command)[0] === first ? (nameOf(command)[1] ?? []) : [])))

/** One branch of a `case`: what may stand where the cursor is. */
const branch = (pattern: string, words: readonly string[]): string =>
  `    ${pattern}) words='${words.join(' ')}' ;;`

interface Words {
  readonly commands: readonly Command[]
  /** Commands of the administration, by first and second word. */
  readonly others: readonly string[]
}

/** By the words before the cursor that are no options: `testset push`. */
function cases({ commands, others }: Words): readonly string[] {
  const firsts = unique([...firstWords(commands), ...others.map((words) => words.split(' ')[0] ?? '')])
  const groups = firsts.flatMap((first) => {
    const seconds = unique([
      ...secondWords(commands, first),
      ...others.flatMap((words) => {
        const [group, second] = words.split(' ')
        return group === first && second !== undefined ? [second] : []
      }),
    ])
    return seconds.length === 0 ? [] : [branch(`'${first}'`, seconds)]
  })
  const flags = commands.map((command) =>
    branch(`'${nameOf(command).join(' ')} --'`, Object.keys(optionsOf(command))),
  )
  const choices = unique(
    commands.flatMap((command) =>
      Object.entries(optionsOf(command)).flatMap(([flag, { choices: values }]) =>
        values === undefined ? [] : [branch(`'${nameOf(command).join(' ')} ${flag}'`, values)],
      ),
    ),
  )
  return [branch("''", firsts), ...groups, branch("'completion'", shells), ...choices, ...flags]
}

const bash = (
  words: Words,
): string => `# assay completion bash >> ~/.bashrc, or: source <(assay completion bash)
_assay_words() {
  local words=''
  case "$1" in
${cases(words).join('\n')}
  esac
  printf '%s' "$words"
}
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" said=() word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || said+=("$word"); done
  local two="\${said[*]:0:2}" one="\${said[*]:0:1}"
  if [[ $previous == --* ]]; then
    words="$(_assay_words "$two $previous")$(_assay_words "$one $previous")"
    if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); return; fi
  fi
  if [[ $current == -* ]]; then
    words="$(_assay_words "$two --") $(_assay_words "$one --")"
  else
    words="$(_assay_words "\${said[*]}")"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -gt 0 || $current == -* ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _assay assay
`

const zsh = (words: Words): string => `#compdef assay
# assay completion zsh > "\${fpath[1]}/_assay", or: source <(assay completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish({ commands, others }: Words): string {
  const lines: string[] = ['# assay completion fish > ~/.config/fish/completions/assay.fish']
  const firsts = unique([...firstWords(commands), ...others.map((words) => words.split(' ')[0] ?? '')])
  lines.push(`complete -c assay -n __fish_use_subcommand -xa ${quoted(firsts.join(' '))}`)
  for (const command of commands) {
    const [first = '', second] = nameOf(command)
    const within =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
    if (second !== undefined) {
      const siblings = secondWords(commands, first).join(' ')
      lines.push(
        `complete -c assay -n ${quoted(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${siblings}`)} -xa ${second} -d ${quoted(command.help)}`,
      )
    }
    for (const [flag, option] of Object.entries(optionsOf(command))) {
      const value =
        option.value === undefined
          ? ''
          : option.choices === undefined
            ? ' -r'
            : ` -xa ${quoted(option.choices.join(' '))}`
      lines.push(
        `complete -c assay -n ${quoted(within)} -l ${flag.slice(2)}${value} -d ${quoted(option.help)}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

export function completionScript(shell: string, words: Words): string {
  if (shell === 'bash') return bash(words)
  if (shell === 'zsh') return zsh(words)
  if (shell === 'fish') return fish(words)
  throw new UsageError(`The shell must be ${shells.join(', ')}, not '${shell}'.`)
}
