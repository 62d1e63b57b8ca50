// Compares the documents with the program: their examples run and their links exist.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backends, newProject, serverOf } from '../support/api.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Replaces curl, which not every machine has; a status of 400 or more ends the script. */
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

/** The blocks marked `sh`; the one marked `sh setup` has curl and a key to fill in. */
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

test('the front page is short, and lines of the architecture fit a screen', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  expect(
    read('ARCHITECTURE.md')
      .split('\n')
      .filter((line) => line.length > 120),
  ).toEqual([])
})
