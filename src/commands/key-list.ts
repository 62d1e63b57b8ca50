import { projectId, projectOption, withStore, type Command, type Program } from './command.ts'

export const keyListCommand = (program: Program): Command => ({
  words: 'key list',
  help: 'List the keys of a project, without their secrets.',
  options: projectOption,
  run: (config, _, options) =>
    withStore(program, config, async (store) => {
      for (const key of await store.read.keys(await projectId(store, options.get('--project')))) {
        const used = key.lastUsedAt === undefined ? 'never used' : `last used ${key.lastUsedAt}`
        const ends = key.expiresAt === undefined ? '' : `, expires ${key.expiresAt}`
        console.log(`${key.prefix}  ${key.role.padEnd(6)}  ${key.name ?? '-'}  (${used}${ends})`)
      }
    }),
})
