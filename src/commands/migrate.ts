import { pino } from 'pino'
import type { Command, Program } from './command.ts'

export const migrateCommand = (program: Program): Command => ({
  words: 'migrate',
  help: 'Migrate the database schema to this version, and exit.',
  options: {},
  run: async (config) => {
    const store = await program.openRelational(config, pino({ level: 'silent' }))
    await store.close()
    console.log(
      store.migrated.length === 0
        ? 'The database is up to date.'
        : `Applied ${store.migrated.length} migration(s):\n${store.migrated.map((name) => `  ${name}`).join('\n')}`,
    )
  },
})
