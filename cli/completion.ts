// Shell completion. The scripts call `assay complete` at each Tab, so all shells complete commands, options and slugs.
import type { Assay } from '../sdk/client.ts'
import { argumentName, argumentsOf, nameOf, UsageError, type Command, type Option } from './command.ts'
import { commonOptions, findCommand, longName } from './parse.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

export interface Completion {
  readonly word: string
  readonly help?: string | undefined
}

/** The completions of a word: known words, records of the server, or local files. */
export type Completions = readonly Completion[] | { readonly records: Records } | 'files'

export interface CommandWords {
  readonly commands: readonly Command[]
  /** Commands of the administration, by first and second word. */
  readonly administration: readonly string[]
}

const optionsOf = (command: Command): ReadonlyMap<string, Option> =>
  new Map(Object.entries({ ...command.options, ...commonOptions }))

export type Records = 'testset' | 'application' | 'evaluator' | 'environment' | 'run'

/** The kind of record that an argument or value names. `other`, `from` and `into` have the kind of their command. */
const recordKinds = new Map<string, Records>([
  ['testset', 'testset'],
  ['app', 'application'],
  ['evaluator', 'evaluator'],
  ['environment', 'environment'],
  ['env', 'environment'],
  ['run', 'run'],
  ['baseline', 'run'],
])
const groupArguments: ReadonlySet<string> = new Set(['other', 'from', 'into'])
const fileArguments: ReadonlySet<string> = new Set(['file', 'path'])

function completionsFor(name: string, group: string | undefined): Completions {
  if (fileArguments.has(name)) return 'files'
  const records = recordKinds.get(groupArguments.has(name) ? (group ?? '') : name)
  return records === undefined ? [] : { records }
}

const wordCompletions = (words: readonly string[]): readonly Completion[] =>
  [...new Set(words)].map((word) => ({ word }))

/** The possible next words of a command's name. */
function nextWords(
  { commands, administration }: CommandWords,
  words: readonly string[],
): readonly Completion[] {
  const names = [
    ...commands.map((command) => ({ name: nameOf(command), help: command.help })),
    ...administration.map((command) => ({ name: command.split(' '), help: undefined })),
  ].filter(({ name }) => name.length > words.length && words.every((word, i) => name[i] === word))
  const byWord = new Map<string, Completion>()
  for (const { name, help } of names) {
    const word = name[words.length] ?? ''
    // A group has no help text.
    byWord.set(word, { word, help: name.length === words.length + 1 ? help : undefined })
  }
  return [...byWord.values()]
}

interface CommandLine {
  readonly words: readonly string[]
  readonly flags: ReadonlySet<string>
  /** The option whose value is being typed. */
  readonly pendingOption: Option | undefined
}

/** Parses the words before the cursor. */
function parseBefore(before: readonly string[], options: ReadonlyMap<string, Option>): CommandLine {
  const words: string[] = []
  const flags = new Set<string>()
  let pendingOption: Option | undefined
  for (const word of before) {
    const option =
      pendingOption === undefined ? options.get(longName(Object.fromEntries(options), word)) : undefined
    if (pendingOption === undefined && word.startsWith('-')) flags.add(word)
    else if (pendingOption === undefined) words.push(word)
    pendingOption = option?.value === undefined ? undefined : option
  }
  return { words, flags, pendingOption }
}

/** The completions of the last word. */
export function completionsOf(table: CommandWords, typedWords: readonly string[]): Completions {
  const [before, current] = [typedWords.slice(0, -1), typedWords.at(-1) ?? '']
  const leadingWords = parseBefore(before, new Map(Object.entries(commonOptions))).words
  const command = findCommand(table.commands, leadingWords)
  if (command === undefined) return nextWords(table, leadingWords)
  const options = optionsOf(command)
  const { words, flags, pendingOption } = parseBefore(before, options)
  const group = nameOf(command)[0]
  if (pendingOption !== undefined) {
    return pendingOption.choices === undefined
      ? completionsFor(pendingOption.value ?? '', group)
      : wordCompletions(pendingOption.choices)
  }
  if (current.startsWith('-')) {
    return [...options].flatMap(([flag, { help, many }]) =>
      flags.has(flag) && many !== true ? [] : [{ word: flag, help }],
    )
  }
  const positionals = argumentsOf(command)
  const at = words.length - nameOf(command).length
  const lastPositional = positionals.at(-1)
  const word = positionals[at] ?? (lastPositional?.includes('…') === true ? lastPositional : undefined)
  if (word === undefined) return []
  const choices = command.choices?.[argumentName(word)]
  return choices === undefined ? completionsFor(argumentName(word), group) : wordCompletions(choices)
}

/** The maximum number of completions. */
const recordsMax = 200
/** Completion waits at most three seconds for the server. */
const callOptions = { timeoutMs: 3000, retries: 0 }

export async function recordCompletions(assay: Assay, records: Records): Promise<readonly Completion[]> {
  const query = { windowing: { limit: recordsMax } }
  const slugs = (
    byWord: readonly { readonly slug: string; readonly name?: string }[],
  ): readonly Completion[] => byWord.map(({ slug, name }) => ({ word: slug, help: name }))
  switch (records) {
    case 'testset':
      return slugs((await assay.testsets.query(query, callOptions)).testsets)
    case 'application':
      return slugs((await assay.applications.query(query, callOptions)).applications)
    case 'evaluator':
      return slugs((await assay.evaluators.query(query, callOptions)).evaluators)
    case 'environment':
      return slugs((await assay.environments.query(query, callOptions)).environments)
    case 'run':
      return (await assay.runs.query(query, callOptions)).runs.map(({ id, name }) => ({
        word: id,
        help: name,
      }))
  }
}

const bash = `# assay completion bash >> ~/.bashrc, or: source <(assay completion bash)
_assay() {
  local current="\${COMP_WORDS[COMP_CWORD]}" word help
  COMPREPLY=()
  while IFS=$'\\t' read -r word help; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
    else
      COMPREPLY+=("$word")
    fi
  done < <(assay complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _assay assay
`

const zsh = `#compdef assay
# assay completion zsh > "\${fpath[1]}/_assay", or after compinit: source <(assay completion zsh)
_assay() {
  local line word help tab=$'\\t'
  local -a offers
  for line in "\${(@f)$(assay complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
    elif [[ -n $line ]]; then
      word=\${line%%$tab*} help=\${line#$word}
      offers+=("\${word//:/\\\\:}\${help:+:\${help#$tab}}")
    fi
  done
  (( $#offers )) && _describe assay offers
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _assay "$@"
else
  compdef _assay assay
fi
`

const fish = `# assay completion fish > ~/.config/fish/completions/assay.fish
function __assay_offers
    set -l current (commandline -ct)
    set -l typed (commandline -opc) $current
    test -n "$current"; or set typed (commandline -opc) ''
    for offer in (assay complete -- $typed[2..-1] 2>/dev/null)
        if test "$offer" = :files
            __fish_complete_path $current
        else
            echo $offer
        end
    end
end
complete -c assay -f -a '(__assay_offers)'
`

const scripts = new Map<string, string>([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
])

export function completionScript(shell: string): string {
  const script = scripts.get(shell)
  if (script === undefined) throw new UsageError(`The shell must be ${shells.join(', ')}, not '${shell}'.`)
  return script
}
