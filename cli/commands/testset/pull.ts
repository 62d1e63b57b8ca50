// A revision becomes a file.
import { foundRevision, revisionName } from '../../../sdk/asking/names.ts'
import type { Command } from '../../command.ts'
import { namedFile, received } from '../downloads.ts'
import { formatOf, formatOption } from './formats.ts'

export const pullCommand: Command = {
  words: 'testset pull <testset> [file]',
  help: 'Write the rows of a revision to a file, or to standard output.',
  options: { '--format': formatOption },
  run: async (context, given) => {
    const assay = context.connect()
    const file = namedFile(given.optional('file'))
    const format = formatOf(given, file)
    const revision = await foundRevision(assay, 'testset', given.arg('testset'))
    // As long as it takes.
    const response = await assay.testsets.download(revision.id, { file_type: format }, { timeoutMs: 0 })
    await received(context, response, file)
    if (file === undefined) return undefined
    if (!context.json) context.terminal.note(`${revisionName(revision)} is in ${file}.`)
    return { json: { id: revision.id, version: revision.version, file, format }, text: '' }
  },
}
