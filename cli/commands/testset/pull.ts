// Downloads a revision as a file.
import { requireRevision, revisionName } from '../../../sdk/shared/names.ts'
import type { Command } from '../../command.ts'
import { namedFile, saveDownload } from '../downloads.ts'
import { formatOf, formatOption } from './formats.ts'

export const pullCommand: Command = {
  words: 'testset pull <testset> [file]',
  help: 'Write the rows of a revision to a file, or to standard output.',
  options: {
    '--format': formatOption,
    '--plain': { help: 'Only the columns of the data, without ids, flags, tags and meta.' },
  },
  run: async (context, args) => {
    const assay = context.connect()
    const file = namedFile(args.optionalArg('file'))
    const format = formatOf(args, file)
    const revision = await requireRevision(assay, { kind: 'testset', text: args.arg('testset') })
    // Large downloads have no time limit.
    const query = { file_type: format, ...(args.has('--plain') ? { plain: true } : {}) }
    const response = await assay.testsets.download(revision.id, query, { timeoutMs: 0 })
    await saveDownload(context, { response, file })
    if (file === undefined) return undefined
    if (!context.json) context.terminal.note(`${revisionName(revision)} is in ${file}.`)
    return { json: { id: revision.id, version: revision.version, file, format }, text: '' }
  },
}
