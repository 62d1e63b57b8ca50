// Opens the traces of the source. An embedded store belongs to its server: while the server runs, the move reads a
// snapshot of the store, made of hard links.
import { copyFile, link, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { freezeInServer } from '../../backup/frozen-traces.ts'
import type { Config } from '../../config.ts'
import { controlPath } from '../../machine.ts'
import type { FrozenFiles, SpanStore } from '../../storage/contract/contract.ts'
import type { Program } from '../command.ts'

/** Places frozen files in a folder. Parts never change, so they are linked; other files are copied. */
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

/** Opens the spans of the source. A snapshot is in `scratch`, which the caller removes. */
export async function openSourceSpans(
  program: Program,
  { config, scratch }: { readonly config: Config; readonly scratch: string },
): Promise<SpanStore> {
  const frozenFiles =
    config.clickhouseUrl === undefined ? await freezeInServer(controlPath(config)) : undefined
  if (frozenFiles === undefined) return program.openColumnar(config)
  try {
    await placeFiles(frozenFiles, join(scratch, 'columnar'))
  } finally {
    await frozenFiles.release()
  }
  const spans = await program.openColumnar({ ...config, dataDir: scratch })
  await spans.transfer.stopMerges()
  return spans
}
