// Installs the dependencies when they are missing or older than the lock file, so that `npm start` and
// `npm test` work in a fresh clone. Runs on the machine's Node (20 or newer), before Node 24 is installed.
// .npmrc disables install scripts; this file runs those of the packages that `allowScripts` of package.json
// lists with true.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'

const stamp = 'node_modules/.assay-installed'
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync('package.json'))
    .update(readFileSync('package-lock.json'))
    .digest('hex')

function fail(sentence, status = 1) {
  console.error(sentence)
  process.exit(status)
}

function npm(...args) {
  const { status } = spawnSync('npm', [...args, '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) fail(`npm ${args[0]} failed; see the lines above.`, status ?? 1)
}

/** Installed packages with an allowed install script; a server without the development dependencies has fewer. */
const packagesWithScripts = () =>
  Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).allowScripts)
    .filter(([name, allowed]) => allowed === true && existsSync(`node_modules/${name}`))
    .map(([name]) => name)

/** Node 24 is a package for Linux on x64 and arm64. Elsewhere the machine's own Node is used, if it is as new. */
function checkRuntime() {
  const runtime = 'node_modules/.bin/node'
  if (!existsSync(runtime) && Number(process.versions.node.split('.')[0]) >= 24)
    symlinkSync(process.execPath, runtime)
  const { stdout } = spawnSync(runtime, ['--version'], { encoding: 'utf8' })
  if (/^v(2[4-9]|[3-9]\d)\.\d/.test(stdout ?? '')) return
  fail(
    `There is no Node 24 for ${process.platform} on ${process.arch} among the packages: install Node 24 or newer.`,
  )
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint()) {
  const start = performance.now()
  console.error('Installing dependencies (about 1 GB, once; the embedded column store is most of it)…')
  // `npm install`, not `npm ci`: a registry mirror that lacks other platforms' packages makes `npm ci` refuse the lock.
  // `--no-save`: a registry that has packages for more platforms than the lock lists does not change the lock.
  npm('install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund')
  checkRuntime()
  const names = packagesWithScripts()
  if (names.length > 0) npm('rebuild', '--ignore-scripts=false', ...names)
  writeFileSync(stamp, fingerprint())
  console.error(`passed  install  ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
