#!/usr/bin/env node
// The entry point: configures the runtime, then reads the command line. Commands load the server and the
// stores only when they need them, so that the others answer at once.
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './commands/command-line.ts'
import { UsageError } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { AssayError } from './kernel/errors.ts'
import { withSourcePositions } from './kernel/source-stacks.ts'
import { maskUserInfo } from './kernel/user-info.ts'
import { StoreError } from './storage/contract/contract.ts'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

// The heap may grow by 60 % over its live size before a collection; by default V8 waits for up to four times
// as much. Importing 200,000 rows of CSV and 200,000 of Parquet then peaks at 499 MB instead of 636 (trace
// engine included) for about a tenth more processor time.
setFlagsFromString('--heap-growing-percent=60')

// V8 learns to allocate objects in the old space where some survived; a dead object there keeps its
// references alive until the next full collection. Each retrieve added 7 kB to the old space, mostly from
// validating its body. Without pretenuring it is 20 bytes: a young collection takes 0.6 ms instead of 6, and
// 20,000 retrieves need no full collection instead of four.
setFlagsFromString('--no-allocation-site-pretenuring')

// Overrides the umask of the shell: only our user may read files of this process. Some contain keys and secrets.
process.umask(0o077)

// Each statement of the embedded trace store uses a thread of the libuv pool, up to nine at a time (open.ts);
// files, DNS and compression need threads, too. This takes effect because nothing has used the pool yet.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

try {
  await runCommandLine(
    {
      version,
      clock: systemClock(),
      serve: async (config) => (await import('./composition.ts')).serve(config),
      openRelational: async (config, logger) => (await import('./stores.ts')).openRelational(config, logger),
      copyRelational: async (config, to) => (await import('./stores.ts')).copyRelational(config, to),
      openTables: async (config, use) => (await import('./stores.ts')).openTables(config, use),
      migrateTables: async (config) => (await import('./stores.ts')).migrateTables(config),
      peekColumnar: async (config) => (await import('./stores.ts')).peekColumnar(config),
      openColumnar: async (config, store) => (await import('./stores.ts')).openColumnar(config, store),
      migrateColumnar: async (config, options) =>
        (await import('./stores.ts')).migrateColumnar(config, options),
      planRelational: async (config) => (await import('./stores.ts')).planRelational(config),
      planColumnar: async (config) => (await import('./stores.ts')).planColumnar(config),
      adoptColumnar: async (config, store) => (await import('./stores.ts')).adoptColumnar(config, store),
      projectContext: async (config, store) =>
        (await import('./composition.ts')).projectContext(config, store),
    },
    process.argv.slice(2),
  )
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof StoreError || error instanceof AssayError
  console.error(maskUserInfo(isExpected ? `assay: ${error.message}` : withSourcePositions(inspect(error))))
  process.exit(isExpected ? 2 : 1)
}
