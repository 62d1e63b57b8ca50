// Builds the pages, compresses the files of the first load, and checks the size limit of the first load.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '../web')
const dist = join(root, 'dist')
/** The limit of the scripts of the first page, gzipped. */
const firstLoadBytesMax = 200_000

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const startMs = performance.now()
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' })

const compressible = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css|svg)$/.test(name))
await Promise.all(
  compressible.map(async (name) => {
    const path = join(dist, 'assets', name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, await gzipAsync(bytes, { level: 9 }))
    writeFileSync(
      `${path}.br`,
      // 11 takes four times as long and saves 3 %.
      await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
  }),
)

const html = readFileSync(join(dist, 'index.html'), 'utf8')
const firstScripts = [...html.matchAll(/(?:src|href)="\.?\/(assets\/[^"]+\.js)"/g)].map(
  ([, path = '']) => path,
)
const firstLoadBytes = firstScripts.reduce(
  (sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length,
  0,
)
const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
console.log(
  `Pages built in ${seconds} s; first load ${Math.round(firstLoadBytes / 1000)} kB of script, gzipped.`,
)
if (firstLoadBytes > firstLoadBytesMax) {
  console.error(`The limit of the first load is ${firstLoadBytesMax / 1000} kB: load a module lazily.`)
  process.exit(1)
}
