import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportInput, SourceFile } from '../../importers/files.ts'
import { readFullText } from '../../importers/reading/text.ts'
import { Refusal } from '../command.ts'
import { inputsAt } from './files.ts'

/** `<dir>/secret.txt` beside the folder `<dir>/given`, which has `sub/config.yaml` and `prompts/a.txt`. */
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-files-test-'))
  mkdirSync(join(dir, 'given/sub'), { recursive: true })
  mkdirSync(join(dir, 'given/prompts'))
  writeFileSync(join(dir, 'secret.txt'), 'secret')
  writeFileSync(join(dir, 'given/sub/config.yaml'), 'prompts: []')
  writeFileSync(join(dir, 'given/prompts/a.txt'), 'a')
})
afterEach(() => rmSync(dir, { recursive: true }))

const filesOf = (inputs: readonly ImportInput[]): readonly SourceFile[] =>
  inputs.flatMap((input) => (input.kind === 'file' ? [input.file] : input.files))
const openFiles = (path: string, followsLinks = false) =>
  filesOf(inputsAt([join(dir, path)], { followsLinks }))
const fileIn = (files: readonly SourceFile[], end: string): SourceFile => {
  const file = files.find(({ path }) => path.endsWith(end))
  if (file === undefined) throw new Error(`no file ${end}`)
  return file
}

describe('a file that another one names', () => {
  test('is found below the given folder', async () => {
    const promptFile = fileIn(openFiles('given'), 'config.yaml').openRelative('../prompts/a.txt')
    expect(promptFile && (await readFullText(promptFile))).toBe('a')
  })

  test.each([
    ['../../secret.txt'],
    ['../prompts/../../secret.txt'],
    ['/../../secret.txt'],
    ['../sub/out.txt'],
    ['../linked/secret.txt'],
    ['..'],
  ])('is not read outside of it: %s', (name) => {
    symlinkSync(join(dir, 'secret.txt'), join(dir, 'given/sub/out.txt'))
    symlinkSync(dir, join(dir, 'given/linked'))
    expect(fileIn(openFiles('given'), 'config.yaml').openRelative(name)).toBeUndefined()
  })

  test('is in the folder of a file that is an argument itself', () => {
    writeFileSync(join(dir, 'given/sub/b.txt'), 'b')
    const [config] = openFiles('given/sub/config.yaml')
    expect(config?.openRelative('b.txt')).toBeDefined()
    expect(config?.openRelative('../prompts/a.txt')).toBeUndefined()
  })

  test('cannot open files outside of the folder either', () => {
    const promptFile = fileIn(openFiles('given'), 'config.yaml').openRelative('../prompts/a.txt')
    expect(promptFile?.openRelative('../../secret.txt')).toBeUndefined()
    expect(promptFile?.openRelative('../sub/config.yaml')).toBeDefined()
  })
})

describe('a link in a given folder', () => {
  test('that leads out is refused when it is read, unless links are followed', async () => {
    symlinkSync(join(dir, 'secret.txt'), join(dir, 'given/rows.csv'))
    await expect(readFullText(fileIn(openFiles('given'), 'rows.csv'))).rejects.toThrow(Refusal)
    expect(await readFullText(fileIn(openFiles('given', true), 'rows.csv'))).toBe('secret')
  })

  test('that stays inside is read', async () => {
    symlinkSync('prompts/a.txt', join(dir, 'given/rows.csv'))
    expect(await readFullText(fileIn(openFiles('given'), 'rows.csv'))).toBe('a')
  })

  test('to a folder is not followed, so cycles end', () => {
    symlinkSync('.', join(dir, 'given/one'))
    symlinkSync('.', join(dir, 'given/two'))
    expect(openFiles('given').map(({ path }) => path.slice(dir.length))).toEqual([
      '/given/prompts/a.txt',
      '/given/sub/config.yaml',
    ])
  })
})
