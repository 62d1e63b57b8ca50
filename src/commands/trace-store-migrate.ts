import type { Command, Program } from './command.ts'

export const traceStoreMigrateCommand = (program: Program): Command => ({
  words: 'trace-store migrate',
  help: 'Create the tables of the trace store on every machine of its cluster, for example on a new one.',
  options: {},
  run: async (config) => {
    await program.migrateColumnar(config)
    console.log('The trace store is up to date.')
  },
})
