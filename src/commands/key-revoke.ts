import { revokeKey } from '../access/keys.ts'
import { UsageError } from '../config.ts'
import { projectId, projectOption, trailOf, withStore, type Command, type Program } from './command.ts'

export const keyRevokeCommand = (program: Program): Command => ({
  words: 'key revoke <prefix>',
  help: 'Revoke a key. It is refused from now on.',
  options: projectOption,
  run: (config, [prefix], options) =>
    withStore(program, config, async (store) => {
      if (prefix === undefined)
        throw new UsageError('Pass the prefix of the key: its first eight characters.')
      const id = await projectId(store, options.get('--project'))
      const act = { words: 'key revoke', operation: 'delete_project_key', projectId: id }
      await revokeKey(trailOf(program, store, act), {
        clock: program.clock,
        target: { projectId: id, prefix },
      })
      console.log(`Revoked ${prefix}.`)
    }),
})
