import { revokeKey } from '../access/keys.ts'
import { UsageError } from '../config.ts'
import { projectId, projectOption, withStore, type Command, type Program } from './command.ts'

export const keyRevokeCommand = (program: Program): Command => ({
  words: 'key revoke <prefix>',
  help: 'Refuse a key from now on.',
  options: projectOption,
  run: (config, [prefix], options) =>
    withStore(program, config, async (store) => {
      if (prefix === undefined) throw new UsageError('Say the prefix of the key: its first eight characters.')
      await revokeKey(store, program.clock, {
        projectId: await projectId(store, options.get('--project')),
        prefix,
      })
      console.log(`Revoked ${prefix}.`)
    }),
})
