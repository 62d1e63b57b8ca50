// `assay secrets reseal`: encrypts all secrets with the current secrets key.
import { secretBox, secretsKeys } from '../access/secret-box.ts'
import { resealSecrets } from '../access/secrets.ts'
import { UsageError } from '../config.ts'
import { secretsKeyPath } from '../machine.ts'
import { withStore, type Command, type Program } from './command.ts'

export const secretsResealCommand = (program: Program): Command => ({
  words: 'secrets reseal',
  help: 'Encrypt all secrets with the current secrets key, after a rotation. Servers can keep running.',
  options: {},
  run: (config) =>
    withStore(program, config, async (store) => {
      const box = secretBox(secretsKeys(config, secretsKeyPath(config)))
      const { resealed, unreadable, total } = await resealSecrets(store, box)
      console.log(`Encrypted ${resealed} of ${total} secrets with the current key.`)
      if (unreadable > 0) {
        throw new UsageError(
          `No key decrypts ${unreadable} of the secrets. Set ASSAY_SECRETS_KEY_FORMER to the key that encrypted them, or enter them again.`,
        )
      }
      console.log('The former key is no longer needed.')
    }),
})
