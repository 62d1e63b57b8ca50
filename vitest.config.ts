import { defineConfig } from 'vitest/config'

// Three groups: `unit` needs nothing but the code; `stores` gets a PostgreSQL and running servers, started once; `web` gets
// built pages, a server that serves them and a browser.
// `vitest run --project unit` is the quick one while working on pure code.
const onStores = [
  'test/**/*.test.ts',
  'src/storage/**/*.test.ts',
  'src/versioning/**/*.test.ts',
  'src/**/*.store.test.ts',
]

// As the server has it: statements of the embedded trace store each need a thread.
process.env['UV_THREADPOOL_SIZE'] ??= '16'

export default defineConfig({
  test: {
    // Most tests wait for servers and disks, not for this process.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes in its time, however busy the machine is.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'sdk/**/*.test.ts',
            'cli/**/*.test.ts',
            'mcp/**/*.test.ts',
            'importers/**/*.test.ts',
            // Those in TSX are checked with the types of browsers and React.
            'web/**/*.test.{ts,tsx}',
          ],
          exclude: [...onStores, 'web/test/**'],
        },
      },
      {
        extends: true,
        test: { name: 'stores', include: onStores, globalSetup: ['test/support/global-setup.ts'] },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/test/**/*.test.ts'], globalSetup: ['web/test/setup.ts'] },
      },
    ],
  },
})
