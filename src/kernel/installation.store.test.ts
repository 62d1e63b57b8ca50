// What a server says about its build at the start.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../test/support/children.ts'

const root = join(import.meta.dirname, '../..')
const clone = mkdtempSync(join(tmpdir(), 'assay-clone-'))
afterAll(() => rmSync(clone, { recursive: true }))

/** The sentences of a program in the folder, whose Git head and build are files. */
async function problems(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  rmSync(clone, { recursive: true })
  mkdirSync(join(clone, 'src/kernel'), { recursive: true })
  cpSync(join(root, 'src/kernel/installation.ts'), join(clone, 'src/kernel/installation.ts'))
  symlinkSync(join(root, 'package.json'), join(clone, 'package.json'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(clone, path, '..'), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  const code = `import { buildProblems } from '${clone}/src/kernel/installation.ts'; console.log(JSON.stringify(buildProblems()))`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as readonly string[]
}

const built = { 'web/dist/index.html': '<html>', 'dist/server/.commit': 'aaaa' }
const onMain = { ...built, '.git/HEAD': 'ref: refs/heads/main\n' }

test('a build of the commit of the clone has no problem', async () => {
  expect(await problems({ ...onMain, '.git/refs/heads/main': 'aaaa\n' })).toEqual([])
})

test('an installed package has no commit to compare', async () => {
  expect(await problems({ 'web/dist/index.html': '<html>' })).toEqual([])
})

test.each([
  ['a branch', { '.git/refs/heads/main': 'bbbb\n' }],
  ['a packed branch', { '.git/packed-refs': '# pack-refs\nbbbb refs/heads/main\n' }],
  ['no branch', { '.git/HEAD': 'bbbb\n' }],
])('a build of another commit than that of %s is named', async (_, files) => {
  expect(await problems({ ...onMain, ...files })).toEqual([
    expect.stringContaining('was built from the commit aaaa, the clone is at bbbb'),
  ])
})

test('pages that are not built are named', async () => {
  expect(await problems({})).toEqual([expect.stringContaining('The pages are not built.')])
})
