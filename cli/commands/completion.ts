// The scripts that complete words in a shell, and what they ask.
import { AssayError, ConnectionError } from '../../sdk/client.ts'
import { Refusal, type Command, type Context } from '../command.ts'
import { completionScript, offered, recordOffers, shells, type Offer, type Words } from '../completion.ts'
import { inert } from '../terminal/style.ts'

const completionCommand: Command = {
  words: 'completion <shell>',
  help: 'Print what completes these commands in bash, zsh or fish: source <(assay completion bash)',
  choices: { shell: shells },
  run: async (_, given) => {
    const script = completionScript(given.arg('shell'))
    return { json: { script }, text: script.trimEnd() }
  },
}

/** Records of the project; none where nobody is logged in, or the server does not answer: a Tab has no place for a failure. */
async function records(
  { connect }: Context,
  kind: Parameters<typeof recordOffers>[1],
): Promise<readonly Offer[]> {
  try {
    return await recordOffers(connect(), kind)
  } catch (error) {
    if (error instanceof Refusal || error instanceof AssayError || error instanceof ConnectionError) return []
    throw error
  }
}

const completeCommand = (words: () => Words): Command => ({
  words: 'complete [word…]',
  help: 'What may be typed next, one word a line: what the scripts of `assay completion` ask.',
  run: async (context, { rest }) => {
    const found = offered(words(), rest)
    const current = rest.at(-1) ?? ''
    const isRecords = typeof found === 'object' && 'records' in found
    const offers = found === 'files' ? [] : isRecords ? await records(context, found.records) : found
    const fitting = offers.filter(({ word }) => word.startsWith(current))
    const lines = fitting.map(({ word, help }) => `${inert(word)}\t${inert(help ?? '')}`.trimEnd())
    return {
      json: { files: found === 'files', offers: fitting },
      text: (found === 'files' ? [':files'] : lines).join('\n'),
    }
  },
})

export const completionCommands = (words: () => Words): readonly Command[] => [
  completionCommand,
  completeCommand(words),
]
