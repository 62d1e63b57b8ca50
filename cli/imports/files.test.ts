import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportInput, SourceFile } from '../../importers/files.ts'
import { readFullText } from '../../importers/reading/text.ts'
import { Refusal } from '../command.ts'
import { inputsAt } from './files.ts'

/** `<dir>/secret.txt` beside the folder `<dir>/source`, which has `sub/config.yaml` and `prompts/a.txt`. */
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'assay-files-test-'))
  mkdirSync(join(dir, 'source/sub'), { recursive: true })
  mkdirSync(join(dir, 'source/prompts'))
  writeFileSync(join(dir, 'secret.txt'), 'secret')
  writeFileSync(join(dir, 'source/sub/config.yaml'), 'prompts: []')
  writeFileSync(join(dir, 'source/prompts/a.txt'), 'a')
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
  test('is found below the input folder', async () => {
    const promptFile = fileIn(openFiles('source'), 'config.yaml').openRelative('../prompts/a.txt')
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
    symlinkSync(join(dir, 'secret.txt'), join(dir, 'source/sub/out.txt'))
    symlinkSync(dir, join(dir, 'source/linked'))
    expect(fileIn(openFiles('source'), 'config.yaml').openRelative(name)).toBeUndefined()
  })

  test('is in the folder of a file that is an argument itself', () => {
    writeFileSync(join(dir, 'source/sub/b.txt'), 'b')
    const [config] = openFiles('source/sub/config.yaml')
    expect(config?.openRelative('b.txt')).toBeDefined()
    expect(config?.openRelative('../prompts/a.txt')).toBeUndefined()
  })

  test('cannot open files outside of the folder either', () => {
    const promptFile = fileIn(openFiles('source'), 'config.yaml').openRelative('../prompts/a.txt')
    expect(promptFile?.openRelative('../../secret.txt')).toBeUndefined()
    expect(promptFile?.openRelative('../sub/config.yaml')).toBeDefined()
  })
})

describe('a link in the input folder', () => {
  test('that leads out is refused when it is read, unless links are followed', async () => {
    symlinkSync(join(dir, 'secret.txt'), join(dir, 'source/rows.csv'))
    await expect(readFullText(fileIn(openFiles('source'), 'rows.csv'))).rejects.toThrow(Refusal)
    expect(await readFullText(fileIn(openFiles('source', true), 'rows.csv'))).toBe('secret')
  })

  test('that stays inside is read', async () => {
    symlinkSync('prompts/a.txt', join(dir, 'source/rows.csv'))
    expect(await readFullText(fileIn(openFiles('source'), 'rows.csv'))).toBe('a')
  })

  test('to a folder is not followed, so cycles end', () => {
    symlinkSync('.', join(dir, 'source/one'))
    symlinkSync('.', join(dir, 'source/two'))
    expect(openFiles('source').map(({ path }) => path.slice(dir.length))).toEqual([
      '/source/prompts/a.txt',
      '/source/sub/config.yaml',
    ])
  })
})
