// All commands, in the order of --help.
import type { Command, Program } from './command.ts'
import { auditExportCommand } from './reports/audit.ts'
import { backupCommand, backupListCommand, backupVerifyCommand } from './backup/backup.ts'
import { restoreCommand, restoreConfirmCommand } from './backup/restore.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { keyCreateCommand } from './key-create.ts'
import { keyListCommand, keyRevokeCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move/move.ts'
import { projectCreateCommand } from './project-create.ts'
import { remapCommand, repriceCommand } from './sweeps.ts'
import { spansExportCommand } from './spans-export.ts'
import { secretsResealCommand } from './secrets.ts'
import { serveCommand } from './serve.ts'
import { traceStoreAdoptCommand, traceStoreMigrateCommand } from './trace-store.ts'
import { usageCommand } from './reports/usage.ts'
import { verifyCommand } from './verify.ts'

const commands: readonly ((program: Program) => Command)[] = [
  serveCommand,
  migrateCommand,
  projectCreateCommand,
  demoCommand,
  keyCreateCommand,
  keyListCommand,
  keyRevokeCommand,
  secretsResealCommand,
  remapCommand,
  repriceCommand,
  traceStoreAdoptCommand,
  traceStoreMigrateCommand,
  backupListCommand,
  backupVerifyCommand,
  backupCommand,
  restoreConfirmCommand,
  restoreCommand,
  moveCommand,
  spansExportCommand,
  usageCommand,
  auditExportCommand,
  verifyCommand,
  doctorCommand,
]

export const commandsOf = (program: Program): readonly Command[] =>
  commands.map((command) => command(program))
