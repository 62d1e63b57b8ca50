import { withStore, type Command, type Program } from './command.ts'

export const traceStoreAdoptCommand = (program: Program): Command => ({
  words: 'trace-store adopt',
  help: 'Use this trace store with this database from now on, in place of one that is gone. Stop every server first.',
  options: {},
  run: (config) =>
    withStore(program, config, async (store) => {
      const isNew = await program.adoptColumnar(config, store)
      console.log(
        isNew
          ? 'The database now belongs to this trace store. Traces that only the former one holds are not shown.'
          : 'The database has this trace store already.',
      )
    }),
})
