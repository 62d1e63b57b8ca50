import type { Command, Program } from './command.ts'

export const serveCommand = (program: Program): Command => ({
  words: 'serve',
  help: 'Start the server (the default).',
  options: {},
  run: (config) => program.serve(config),
})
