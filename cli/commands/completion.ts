// Shell completion: prints the scripts, and answers their requests.
import { AssayError, ConnectionError } from '../../sdk/client.ts'
import { Refusal, type Command, type Context } from '../command.ts'
import {
  completionScript,
  completionsOf,
  recordCompletions,
  shells,
  type Completion,
  type CommandWords,
} from '../completion.ts'
import { sanitizeLine } from '../terminal/style.ts'

const completionCommand: Command = {
  words: 'completion <shell>',
  help: 'Print a completion script for bash, zsh or fish: source <(assay completion bash)',
  choices: { shell: shells },
  run: async (_, input) => {
    const script = completionScript(input.arg('shell'))
    return { json: { script }, text: script.trimEnd() }
  },
}

/** Records of the project; none without a login or without an answer of the server: completion never prints an error. */
async function records(
  { connect }: Context,
  kind: Parameters<typeof recordCompletions>[1],
): Promise<readonly Completion[]> {
  try {
    return await recordCompletions(connect(), kind)
  } catch (error) {
    if (error instanceof Refusal || error instanceof AssayError || error instanceof ConnectionError) return []
    throw error
  }
}

const completeCommand = (words: () => CommandWords): Command => ({
  words: 'complete [word…]',
  help: 'Print possible next words, one per line. Used by the scripts of `assay completion`.',
  run: async (context, { rest }) => {
    const completions = completionsOf(words(), rest)
    const current = rest.at(-1) ?? ''
    const isRecords = typeof completions === 'object' && 'records' in completions
    const entries =
      completions === 'files' ? [] : isRecords ? await records(context, completions.records) : completions
    const matchingEntries = entries.filter(({ word }) => word.startsWith(current))
    const lines = matchingEntries.map(({ word, help }) =>
      `${sanitizeLine(word)}\t${sanitizeLine(help ?? '')}`.trimEnd(),
    )
    return {
      json: { files: completions === 'files', offers: matchingEntries },
      text: (completions === 'files' ? [':files'] : lines).join('\n'),
    }
  },
})

export const completionCommands = (words: () => CommandWords): readonly Command[] => [
  completionCommand,
  completeCommand(words),
]
