// `assay trace-store adopt` assigns a trace store to a database; `migrate` creates its tables on a cluster.
import { withStore, type Command, type Program } from './command.ts'

export const traceStoreAdoptCommand = (program: Program): Command => ({
  words: 'trace-store adopt',
  help: 'Use this trace store with this database from now on, instead of a lost one. Stop every server first.',
  options: {},
  run: (config) =>
    withStore(program, config, async (store) => {
      const isNew = await program.adoptColumnar(config, store)
      console.log(
        isNew
          ? 'The database now belongs to this trace store. Traces that are only in the former store are not visible.'
          : 'The database already uses this trace store.',
      )
    }),
})

export const traceStoreMigrateCommand = (program: Program): Command => ({
  words: 'trace-store migrate',
  help: 'Create the tables of the trace store on every machine of its cluster, for example on a new one.',
  options: {},
  run: async (config) => {
    await program.migrateColumnar(config, { shouldRepeat: true })
    console.log('The trace store is up to date.')
  },
})
