// Builds the pages when their sources changed since the last time, so that `npm start` serves the current sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'

const stamp = 'web/dist/.built'
const sources = globSync(['web/**/*', 'sdk/**/*.ts', 'importers/**/*.ts', 'mcp/names.ts'], {
  exclude: (path) => /^(web|sdk)\/dist(\/|$)|^web\/test(\/|$)|\.test\.tsx?$/.test(path),
})
  .filter((path) => statSync(path).isFile())
  .toSorted()

const hash = createHash('sha256')
for (const path of [...sources, 'package-lock.json'])
  hash.update(path).update('\0').update(readFileSync(path))
const currentHash = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== currentHash) {
  const { status } = spawnSync(process.execPath, ['scripts/build-pages.ts'], {
    // Tests get the same build as users.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('The pages could not be built; see the lines above.')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, currentHash)
}
