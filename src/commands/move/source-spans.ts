// The traces of the source. An embedded store belongs to its server: while one runs, the move reads a copy of the store as it is
// at one moment, made of hard links.
import { copyFile, link, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { freezeInServer } from '../../backup/frozen-traces.ts'
import type { Config } from '../../config.ts'
import { controlPath, moveScratchPath } from '../../machine.ts'
import type { FrozenFiles, SpanStore } from '../../storage/contract/contract.ts'
import type { Program } from '../command.ts'

/** Parts never change; other files do, so they are copied. */
async function placeFiles({ files, links }: FrozenFiles, folder: string): Promise<void> {
  for (const { source, path } of files) {
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    await (source.includes(`${sep}shadow${sep}`) ? link(source, to) : copyFile(source, to))
  }
  for (const { path, target } of links) {
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    await symlink(target, to)
  }
}

export async function openSourceSpans(program: Program, config: Config): Promise<SpanStore> {
  const frozen = config.clickhouseUrl === undefined ? await freezeInServer(controlPath(config)) : undefined
  if (frozen === undefined) return program.openColumnar(config)
  const dataDir = moveScratchPath(config)
  try {
    await placeFiles(frozen, join(dataDir, 'columnar'))
  } finally {
    await frozen.release()
  }
  const spans = await program.openColumnar({ ...config, dataDir })
  await spans.transfer.stopMerges()
  return spans
}
