// Installs the dependencies when they are missing or older than the lock file, so that `npm start` and
// `npm test` work in a fresh clone. Runs on the machine's own Node (20 or newer), before ours is there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'

const stamp = 'node_modules/.assay-installed'
const wanted = createHash('sha256')
  .update(readFileSync('package.json'))
  .update(readFileSync('package-lock.json'))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing dependencies (about 1 GB, once; the embedded column store is most of it)…')
  // `npm install`, not `npm ci`: a registry mirror that lacks other platforms' packages makes `npm ci` refuse the lock.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error('npm install failed; see the lines above.')
    process.exit(status ?? 1)
  }
  const after = createHash('sha256')
    .update(readFileSync('package.json'))
    .update(readFileSync('package-lock.json'))
    .digest('hex')
  writeFileSync(stamp, after)
}
