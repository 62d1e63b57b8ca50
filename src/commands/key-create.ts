// `assay key create`: creates a key of a project and prints it once.
import { createKey } from '../access/keys.ts'
import { UsageError } from '../config.ts'
import type { Role } from '../storage/contract/contract.ts'
import {
  timeOption,
  projectId,
  projectOption,
  trailOf,
  withStore,
  type Command,
  type Options,
  type Program,
} from './command.ts'

function roleOption(options: Options): Role {
  const role = options.get('--role') ?? 'admin'
  if (role !== 'viewer' && role !== 'editor' && role !== 'admin') {
    throw new UsageError(`--role must be viewer, editor or admin, not '${role}'.`)
  }
  return role
}

function readsSecretsOption(options: Options): boolean {
  const secrets = options.get('--secrets') ?? 'read'
  if (secrets !== 'read' && secrets !== 'none') {
    throw new UsageError(`--secrets must be read or none, not '${secrets}'.`)
  }
  return secrets === 'read'
}

export const keyCreateCommand = (program: Program): Command => ({
  words: 'key create [name]',
  help: 'Create a key, which is printed once.',
  options: {
    ...projectOption,
    '--role': 'viewer, editor or admin (default).',
    '--secrets': 'read (default), or none: values of secrets are masked.',
    '--expires': 'Time at which the key expires, ISO 8601.',
  },
  run: (config, { args: [name], options }) =>
    withStore(program, config, async (store) => {
      const id = await projectId(store, options.get('--project'))
      const expiresAt = timeOption(options, '--expires')
      const act = { words: 'key create', operation: 'create_project_key', projectId: id }
      const { secret } = await createKey(trailOf(program, store, act), {
        clock: program.clock,
        request: {
          projectId: id,
          name,
          role: roleOption(options),
          readsSecrets: readsSecretsOption(options),
          expiresAt,
        },
      })
      console.log(secret)
    }),
})
