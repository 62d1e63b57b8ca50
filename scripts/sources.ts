// The texts and imports of source files, read once for all checks of a process.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const texts = new Map<string, string>()

export function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** The files that a file imports by a relative path, types too. */
export const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  )

/** Files below the folders, without packages and builds. */
export const sourceFiles = (pattern: string): readonly string[] =>
  globSync(pattern, { exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path) })

/** Prints the problems of a check, and fails if there are any. */
export function report(problems: readonly string[]): void {
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  process.exitCode = 1
}
