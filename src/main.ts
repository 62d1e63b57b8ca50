#!/usr/bin/env node
// The program on this machine: its runtime is set, then the command line is read. The server and the stores are loaded by the
// commands that need them, so that a question about the others is answered at once.
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './commands/command-line.ts'
import { UsageError } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { AssayError } from './kernel/errors.ts'
import { maskUserInfo } from './kernel/user-info.ts'
import { StoreError } from './storage/contract/contract.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

// The heap may grow by 60 % over what was in use before it is collected; left to itself V8 waits for up to four times as
// much. Importing 200,000 rows of CSV and as many of Parquet then peaks at 499 MB instead of 636 (trace engine included)
// for about a tenth more processor time.
setFlagsFromString('--heap-growing-percent=60')

// V8 learns to place objects in the old space where some survived; there a dead one keeps what it points at alive until
// the next full collection. Of each retrieve 7 kB became old so, most of it from reading its body by a schema. Without,
// it is 20 bytes: a young collection takes 0.6 ms instead of 6, and 20,000 retrieves need no full one instead of four.
setFlagsFromString('--no-allocation-site-pretenuring')

// Whatever mask the process was started with: what it writes is for its own user. Some of it holds keys and secrets.
process.umask(0o077)

// Statements of the embedded trace store each work on a thread of the runtime's pool, up to nine at a time (open.ts); files,
// names and compression need theirs. Counts because nothing has used the pool yet.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

try {
  await runCommandLine(
    {
      version,
      clock: systemClock(),
      serve: async (config) => (await import('./composition.ts')).serve(config),
      openRelational: async (config, logger) => (await import('./stores.ts')).openRelational(config, logger),
      openColumnar: async (config, store) => (await import('./stores.ts')).openColumnar(config, store),
      adoptColumnar: async (config, store) => (await import('./stores.ts')).adoptColumnar(config, store),
      projectMaking: async (config, store) => (await import('./composition.ts')).projectMaking(config, store),
    },
    process.argv.slice(2),
  )
} catch (error) {
  const expected = error instanceof UsageError || error instanceof StoreError || error instanceof AssayError
  console.error(maskUserInfo(expected ? `assay: ${error.message}` : inspect(error)))
  process.exit(expected ? 2 : 1)
}
