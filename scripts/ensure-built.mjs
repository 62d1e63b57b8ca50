// Builds the pages and the server when their sources changed since the last time, so that `npm start` runs the current sources.
// One argument builds only that part: `pages` or `server`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const parts = [
  {
    name: 'pages',
    stamp: 'web/dist/.built',
    sources: ['web/**/*', 'sdk/**/*.ts', 'importers/**/*.ts', 'mcp/names.ts', 'scripts/build-pages.ts'],
  },
  {
    name: 'server',
    stamp: 'dist/server/.built',
    sources: [
      '{src,cli,mcp,importers,sdk}/**/*.ts',
      'scripts/{build-server,built-programs,licences,source-lines}.ts',
    ],
  },
]

/** The hash of the names and contents of the sources. */
function sourceHash(patterns) {
  const sources = globSync(patterns, {
    exclude: (path) => /^(web|sdk)\/dist(\/|$)|^web\/test(\/|$)|\.test\.tsx?$/.test(path),
  })
    .filter((path) => statSync(path).isFile())
    .toSorted()
  const hash = createHash('sha256')
  for (const path of [...sources, 'package-lock.json'])
    hash.update(path).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

for (const { name, stamp, sources } of parts) {
  if (process.argv[2] !== undefined && process.argv[2] !== name) continue
  const currentHash = sourceHash(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) continue
  const { status } = spawnSync(process.execPath, [`scripts/build-${name}.ts`], {
    // Tests get the same build as users.
    env: { ...process.env, NODE_ENV: 'production' },
    // The output of a command is its own.
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    console.error(`The ${name} could not be built; see the lines above.`)
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, currentHash)
}

// The server warns when it was built from another commit than that of its clone (src/kernel/installation.ts).
const commitPath = 'dist/server/.commit'
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
const isKnown = existsSync(commitPath) && readFileSync(commitPath, 'utf8') === stdout?.trim()
// An installation that is up to date is not written to: it may be read-only for the user who starts it.
if (status === 0 && !isKnown && existsSync('dist/server')) writeFileSync(commitPath, stdout.trim())
