// cli/imports: the file system of imports on the command line. spool.ts stores bytes in temporary files until they are
// sent; files.ts reads the files of an import from disk.
// Imports importers/ and Node.
import { appendFileSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Spool } from '../../importers/spool.ts'

export function diskSpool(): Spool {
  let dir: string | undefined
  let files = 0
  return {
    begin: () => {
      dir ??= mkdtempSync(join(tmpdir(), 'assay-import-'))
      const path = join(dir, String(files++))
      return { add: (bytes) => appendFileSync(path, bytes), blob: () => openAsBlob(path) }
    },
    close: () => {
      if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}
