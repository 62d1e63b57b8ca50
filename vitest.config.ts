import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { FailureList } from './test/support/failure-list.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { limits } from './test/support/patience.ts'
import { Progress } from './test/support/progress.ts'
import { isDeep } from './test/support/tier.ts'

// Four tiers. `unit` starts no engine, no process and no server (scripts/imports.ts refuses their imports); `stores` gets a
// PostgreSQL and running servers, started once; `web` gets built pages, a server that serves them and a browser. The browser
// is a dozen processes: `web` runs after the first two, so that nobody waits for a page behind stores under load. `alone`
// runs last: its tests measure processor time, of which equal work takes up to twice as much beside other work.
// `npm run quick` runs the unit tests that a change reaches.
const onStores = [
  'test/**/*.test.ts',
  'src/storage/**/*.test.ts',
  'src/versioning/**/*.test.ts',
  '{src,sdk}/**/*.store.test.ts',
]

/** Files that only the deep tier has. */
const onlyDeep = isDeep ? [] : ['**/*.deep.test.ts']

const alone = ['test/server/main-thread.test.ts']

// As the server has it: statements of the embedded trace store each need a thread.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

export default defineConfig({
  test: {
    // Two more than there are cores: most tests wait for servers and disks, not for their own process. With one more, a third
    // of the processor time of two cores was unused.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    reporters: [new Progress(), new FailureList()],
    ...limits,
    setupFiles: ['test/support/seed.ts', 'test/support/each-file.ts'],
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
            // Those in TSX are checked with the types of browsers and React.
            'web/**/*.test.{ts,tsx}',
          ],
          exclude: [...onStores, ...onlyDeep, 'web/test/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          include: onStores,
          exclude: ['**/node_modules/**', ...alone, ...onlyDeep],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/test/**/*.test.ts'],
          exclude: onlyDeep,
          globalSetup: ['web/test/setup.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 2 } } },
    ],
  },
})
