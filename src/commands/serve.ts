// `assay serve`: starts the server.
import type { Command, Program } from './command.ts'

export const serveCommand = (program: Program): Command => ({
  isForAnyDirectory: true,
  words: 'serve',
  help: 'Start the server.',
  options: {},
  run: (config) => program.serve(config),
})
