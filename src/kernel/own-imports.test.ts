import { expect, test } from 'vitest'
import { ownFile } from './own-imports.ts'

const parent = 'file:///app/src/http/app.ts'

test('a relative import of a TypeScript file is the file beside its parent', () => {
  expect(ownFile('./server/server.ts', parent)).toBe('file:///app/src/http/server/server.ts')
  expect(ownFile('../kernel/clock.ts', parent)).toBe('file:///app/src/kernel/clock.ts')
})

test.each([
  ['a package', 'zod', parent],
  ['a file of a package by its name', 'ajv/dist/2020.ts', parent],
  ['JSON', './errors.json', parent],
  ['an import of a package', './index.ts', 'file:///app/node_modules/one/index.js'],
  ['the entry point', 'file:///app/src/main.ts', undefined],
])('%s is left to Node', (_, specifier, parentUrl) => {
  expect(ownFile(specifier, parentUrl)).toBeUndefined()
})
