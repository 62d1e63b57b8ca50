// `npm run build:sdk [folder]`: compiles the client into sdk/dist, or into a folder: ES modules, and below cjs/ the same as CommonJS.
// `prepack` of sdk/package.json runs it, so that `npm pack` and `npm publish` in sdk/ never pack an old or empty dist.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? join(root, 'sdk/dist'))

rmSync(target, { recursive: true, force: true })
const compile = (config: string, outDir: string): void => {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'sdk', config), '--outDir', outDir], {
    stdio: 'inherit',
  })
}
compile('tsconfig.build.json', target)
compile('tsconfig.cjs.json', join(target, 'cjs'))
// Node and TypeScript read the module format of the files from here.
writeFileSync(join(target, 'cjs/package.json'), '{ "type": "commonjs" }\n')
// The compiler rewrites imports in code alone; older compilers look for `.js` in declarations, too.
for (const name of globSync('**/*.d.ts', { cwd: target })) {
  const path = join(target, name)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll(/(?<=(?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '.js'),
  )
}
