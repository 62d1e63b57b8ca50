// `assay restore`: a backup becomes the data of a server that has none.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { extractBackup } from '../../backup/restore-backup.ts'
import { UsageError, type Config } from '../../config.ts'
import { pausedAfterRestore, restoringPath } from '../../machine.ts'
import { withStore, type Command, type Program } from '../command.ts'
import { archiveAt, namedSnapshot } from './archive-at.ts'
import { printProgress } from './backup.ts'

/** Leftovers of an interrupted restore do not count. */
function requireEmpty(config: Config): void {
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined) {
    throw new UsageError('This command restores embedded stores. Use pg_restore and RESTORE for the others.')
  }
  const names = existsSync(config.dataDir) ? readdirSync(config.dataDir) : []
  const others = names.filter((name) => join(config.dataDir, name) !== restoringPath(config))
  if (others.length > 0) {
    throw new UsageError(
      `The data directory '${config.dataDir}' is not empty (${others[0]}). Restore into an empty one with --data-dir, or move this one away.`,
    )
  }
}

export const restoreCommand = (program: Program): Command => ({
  words: 'restore <target>',
  help: 'Restore a backup into an empty data directory. Evaluations stay paused until assay restore confirm.',
  options: { '--backup': 'Name of the backup; the last one when absent.' },
  run: async (config, { args: [target], options }) => {
    requireEmpty(config)
    const archive = archiveAt(config, target)
    const snapshot = await archive.snapshot(await namedSnapshot(archive, options.get('--backup')))
    const folder = restoringPath(config)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await extractBackup({ snapshot, folder }, { archive, onProgress: printProgress('Restored') })
    await withStore(program, { ...config, dataDir: folder }, (store) =>
      store.write((tx) => tx.setStoreSetting(pausedAfterRestore, snapshot.point)),
    )
    // A server refuses a folder with this name beside its data, so it sees all of them or none.
    for (const name of readdirSync(folder)) renameSync(join(folder, name), join(config.dataDir, name))
    rmSync(folder, { recursive: true })
    console.log(`Restored everything that was acknowledged before ${snapshot.point}.`)
    console.log(
      'Start the server and look around. Evaluations run again after assay restore confirm and a restart.',
    )
  },
})

export const restoreConfirmCommand = (program: Program): Command => ({
  words: 'restore confirm',
  help: 'Let evaluations run again after a restore, from the next start of the server.',
  options: {},
  run: (config) =>
    withStore(program, config, async (store) => {
      await store.write((tx) => tx.setStoreSetting(pausedAfterRestore, ''))
      console.log('Evaluations run from the next start of the server.')
    }),
})
