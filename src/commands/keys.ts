// `assay key revoke` and `assay key list`.
import { revokeKey } from '../access/keys.ts'
import { UsageError } from '../config.ts'
import { projectId, projectOption, trailOf, withStore, type Command, type Program } from './command.ts'

export const keyRevokeCommand = (program: Program): Command => ({
  words: 'key revoke <prefix>',
  help: 'Revoke a key. It is refused from now on.',
  options: projectOption,
  run: (config, { args: [prefix], options }) =>
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

export const keyListCommand = (program: Program): Command => ({
  words: 'key list',
  help: 'List the keys of a project, without their secrets.',
  options: projectOption,
  run: (config, { options }) =>
    withStore(program, config, async (store) => {
      for (const key of await store.read.keys(await projectId(store, options.get('--project')))) {
        const lastUse = key.lastUsedAt === undefined ? 'never used' : `last used ${key.lastUsedAt}`
        const expiry = key.expiresAt === undefined ? '' : `, expires ${key.expiresAt}`
        console.log(`${key.prefix}  ${key.role.padEnd(6)}  ${key.name ?? '-'}  (${lastUse}${expiry})`)
      }
    }),
})
