import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programRoot } from './installation.ts'
import { withSourcePositions } from './source-stacks.ts'

const folder = join(programRoot, 'dist/server')

/** The position of a text in the built server. */
function builtPosition(text: string): string {
  for (const name of globSync('composition-*.mjs', { cwd: folder })) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    const line = lines.findIndex((candidate) => candidate.includes(text))
    if (line >= 0) return `file://${join(folder, name)}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`
  }
  throw new Error(`the built server does not contain ${text}`)
}

test('a stack trace of the built server names the line of the source', () => {
  const text = 'Roles share the trace store between processes'
  const source = join(programRoot, 'src/composition.ts')
  const line =
    readFileSync(source, 'utf8')
      .split('\n')
      .findIndex((one) => one.includes(text)) + 1
  const stack = `Error: lost\n    at serve (${builtPosition(text)})`
  expect(withSourcePositions(stack)).toBe(`Error: lost\n    at serve (file://${source}:${line})`)
})

test.each([
  'an error without a stack',
  `at serve (file://${folder}/unknown.mjs:1:1)`,
  `at serve (file://${folder}/main.mjs:999999999:1)`,
  `at serve (file://${folder}/../../package.json.mjs:1:1)`,
])('%j stays as it is', (text) => {
  expect(withSourcePositions(text)).toBe(text)
})
