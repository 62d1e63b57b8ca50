// Every command, in the order in which help shows them. Help, parsing and completion come from here.
import type { Command } from './command.ts'
import { annotateCommand } from './commands/annotate.ts'
import { appCommands } from './commands/app.ts'
import { completionCommands } from './commands/completion.ts'
import { evalCommand } from './commands/eval/eval.ts'
import { envCommands } from './commands/env.ts'
import { mirrorCommand } from './commands/git/mirror.ts'
import { importCommand } from './commands/import.ts'
import { loginCommand, logoutCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { exportCommand } from './commands/archive/project-archive.ts'
import { openCommand } from './commands/open.ts'
import { runCommands } from './commands/run.ts'
import { testsetCommands } from './commands/testset.ts'
import { traceCommands } from './commands/trace.ts'

/** The commands of src/commands, for completion; their code is not loaded here. A test compares the lists. */
export const administration: readonly string[] = [
  'serve',
  'migrate',
  'project create',
  'demo',
  'key create',
  'key list',
  'key revoke',
  'secrets reseal',
  'remap',
  'reprice',
  'trace-store adopt',
  'trace-store migrate',
  'backup list',
  'backup verify',
  'backup',
  'restore confirm',
  'restore',
  'move',
  'spans export',
  'usage',
  'audit export',
  'verify',
  'doctor',
]

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  ...testsetCommands,
  ...appCommands,
  ...envCommands,
  ...traceCommands,
  ...runCommands,
  evalCommand,
  annotateCommand,
  exportCommand,
  importCommand,
  mirrorCommand,
  openCommand,
  mcpCommand,
  ...completionCommands(() => ({ commands, administration })),
]
