// Commands for testsets. Larger commands have a file in testset/.
import { requireRevision } from '../../sdk/shared/names.ts'
import type { Command } from '../command.ts'
import { artifactColumns, listOutcome, logOutcome } from './shared.ts'
import { diffCommand } from './testset/diff.ts'
import { mergeCommand } from './testset/merge.ts'
import { pullCommand } from './testset/pull.ts'
import { pushCommand } from './testset/push.ts'

const logCommand: Command = {
  words: 'testset log <testset>',
  help: 'The history of a variant, newest first.',
  options: { '--limit': { value: 'revisions', help: 'The maximum number (default: 20).' } },
  run: async (context, args) => {
    const assay = context.connect()
    const { variant_id } = await requireRevision(assay, { kind: 'testset', text: args.arg('testset') })
    const { testset_revisions } = await assay.testsets.log({
      testset_revisions: { testset_variant_id: variant_id, depth: args.number('--limit', 20) },
      include_testcases: false,
      include_testcase_ids: false,
    })
    return logOutcome(context, testset_revisions)
  },
}

const listCommand: Command = {
  words: 'testset list',
  help: 'The testsets of the project, newest first.',
  options: { '--limit': { value: 'testsets', help: 'The maximum number (default: 50).' } },
  run: async (context, args) => {
    const { testsets } = await context
      .connect()
      .testsets.query({ windowing: { limit: args.number('--limit', 50) } })
    return listOutcome(context, {
      json: testsets,
      rows: testsets,
      none: 'No testsets. Create one: assay testset push <slug> <file>',
      columns: artifactColumns(context),
    })
  },
}

export const testsetCommands: readonly Command[] = [
  listCommand,
  pushCommand,
  pullCommand,
  diffCommand,
  mergeCommand,
  logCommand,
]
