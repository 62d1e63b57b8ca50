// Checks the documents: their examples run and their links exist.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backends, newProject, serverOf } from '../support/api.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The script `call.mjs` replaces curl, which not every machine has. A status of 400 or more ends it with code 1. */
const call = `
const [method, path, body] = process.argv.slice(2)
const response = await fetch(process.env.ASSAY + '/api' + path, {
  method,
  headers: { Authorization: 'ApiKey ' + process.env.KEY, ...(body ? { 'Content-Type': 'application/json' } : {}) },
  ...(body ? { body } : {}),
})
console.log(await response.text())
if (!response.ok) {
  console.error(method, path, response.status)
  process.exit(1)
}
`

/** The code of the blocks marked `sh`. The block marked `sh setup` is skipped: it needs curl and a key. */
const examples = (path: string): string =>
  [...read(path).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n')

describe.each(backends)('on %s', (backend) => {
  test.each(['docs/tour.md', 'docs/api.md', 'docs/testsets.md'])(
    'the examples of %s work unchanged',
    async (path) => {
      const api = await newProject(serverOf(backend))
      const directory = mkdtempSync(join(tmpdir(), 'assay-docs-'))
      writeFileSync(join(directory, 'call.mjs'), call)
      const script = `set -euo pipefail\nassay() { "${process.execPath}" call.mjs "$@"; }\n${examples(path)}`
      const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
        cwd: directory,
        env: { PATH: process.env['PATH'], ASSAY: api.url, KEY: api.key },
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      })
      rmSync(directory, { recursive: true })
      expect(status === 0 ? '' : `${stdout}\n${stderr}`).toBe('')
    },
  )
})

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

test.each(documents)('every link of %s exists', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)]
  const anchors = (text: string): readonly string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-')}`,
    )
  const brokenLinks = links.filter(([, target = '', anchor]) => {
    const file = target === '' ? join(root, path) : join(root, dirname(path), target)
    return (
      !existsSync(file) || (anchor !== undefined && !anchors(readFileSync(file, 'utf8')).includes(anchor))
    )
  })
  expect(brokenLinks.map(([link]) => link)).toEqual([])
})

test('README.md is short, and the lines of ARCHITECTURE.md have at most 120 characters', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  expect(
    read('ARCHITECTURE.md')
      .split('\n')
      .filter((line) => line.length > 120),
  ).toEqual([])
})
