import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { withProgramUrls } from './scripts/built-programs.ts'
import { FailureList } from './test/support/failure-list.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { limits } from './test/support/patience.ts'
import { Progress } from './test/support/progress.ts'
import { isDeep } from './test/support/tier.ts'

// Groups of tests. `unit` starts no engine, no process and no server (scripts/test-rules.ts refuses their imports); `stores` gets
// a PostgreSQL and running servers, started once, and `isolated` has those of them that need a process for each file; `web` gets
// built pages, a server that serves them and a browser. The browser is a dozen processes: `web` runs after the others, so that
// nobody waits for a page behind stores under load. Unit tests are short and fill the end of both groups; those of the pages
// are in the second. `npm run quick` runs the unit tests that a change reaches.
const onStores = [
  'test/**/*.test.ts',
  'src/storage/**/*.test.ts',
  'src/versioning/**/*.test.ts',
  '{src,sdk}/**/*.store.test.ts',
]

/** Files that only the deep tier has. */
const onlyDeep = isDeep ? [] : ['**/*.deep.test.ts']

/** Measures processor time, of which equal work takes up to twice as much beside other work. */
const alone = ['test/server/main-thread.deep.test.ts']

/** Files that change what the files of a worker share, or count it. */
const isolated = [
  // The file mode mask, the clock, the environment, the console, methods of drivers, tracers.
  'test/server/files.test.ts',
  'test/sdk/{evaluate,tracing}.test.ts',
  'src/composition.store.test.ts',
  'src/programs/clients/models/wire-formats.store.test.ts',
  'src/storage/relational/statements/plans*.test.ts',
  // Child processes of the worker.
  'test/server/orphans.test.ts',
  'src/evaluations/runner/runner.store.test.ts',
  'src/programs/sandbox/*.store.test.ts',
  // The embedded engine, which has one directory at a time.
  'src/storage/columnar/**/*.test.ts',
  'test/server/{migrations,rolling-upgrade}.test.ts',
]

/** The root project waits for what the other two start. */
const storesSetup = ['test/support/global-setup.ts']

// As the server has it: statements of the embedded trace store each need a thread.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

/** Threads and isolated processes that a test starts are the built ones, as in the server. */
const builtPrograms: Plugin = {
  name: 'built-programs',
  transform: (code, id) =>
    code.includes('import.meta.url') && !/\/node_modules\/|\.test\.ts$/.test(id)
      ? withProgramUrls(code, id, (built) => `new URL('${pathToFileURL(built).href}')`)
      : undefined,
  enforce: 'pre',
}

export default defineConfig({
  plugins: [builtPrograms],
  test: {
    // Two more than there are cores: most tests wait for servers and disks, not for their own process. With one more, a third
    // of the processor time of two cores was unused.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    reporters: [new Progress(), new FailureList()],
    ...limits,
    setupFiles: ['test/support/seed.ts', 'test/support/each-file.ts'],
    globalSetup: storesSetup,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Modules have no state, so the files of a worker share them: loading them for each file took 40 % of the time.
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'sdk/**/*.test.ts',
            'cli/**/*.test.ts',
            'mcp/**/*.test.ts',
            'importers/**/*.test.ts',
          ],
          exclude: [...onStores, ...onlyDeep],
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated, exclude: onlyDeep, globalSetup: storesSetup },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          // Saves 0.4 s of processor time for each file.
          isolate: false,
          include: onStores,
          exclude: ['**/node_modules/**', ...isolated, ...alone, ...onlyDeep],
          globalSetup: storesSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/test/**/*.test.ts'],
          exclude: onlyDeep,
          globalSetup: ['web/test/setup.ts'],
          // The files of a worker share a browser page, which has the scripts of the pages in its cache.
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-web',
          isolate: false,
          // Those in TSX are checked with the types of browsers and React.
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/test/**', ...onlyDeep],
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, exclude: onlyDeep, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
