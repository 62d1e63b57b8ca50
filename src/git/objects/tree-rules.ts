// The rules for trees of a push. A tree that breaks one could write outside of a working copy, run code on checkout, or
// not exist on some file systems. Git's own clients check some of this; a server must not rely on them.
import { malformedError } from './objects.ts'
import { compareEntries, directoryMode, fileMode, type TreeEntry } from './tree.ts'

/** Characters that HFS+ ignores in names: `.g\u200cit` opens `.git`. */
const hfsIgnoredCharacters = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** NTFS ignores trailing spaces and dots and a stream after a colon; `git~1` is the short name of `.git`. */
const dotGitOnNtfs = /^(\.git|git~1)[ .]*(:|$)/i
/** Git reads this file on every system; `gitmod~1` is its short name. Clones check its content. */
const gitmodulesOnNtfs = /^(\.gitmodules|gitmod~[1-4])[ .]*(:|$)/i
const nameBytesMax = 255

const plainName = (name: string): string => name.replace(hfsIgnoredCharacters, '')

function nameRefusal(name: string): string | undefined {
  if (name === '') return 'has an empty name'
  if (name === '.' || name === '..') return 'leads to another directory'
  if (/[/\\]/.test(name)) return 'has a slash or a backslash in a name'
  if (dotGitOnNtfs.test(plainName(name))) return 'would be a directory of Git itself on some systems'
  if (gitmodulesOnNtfs.test(plainName(name))) return 'lists submodules, which cannot be stored'
  if (Buffer.byteLength(name) > nameBytesMax) return `has a name of more than ${nameBytesMax} bytes`
  return undefined
}

const modeRefusals: ReadonlyMap<string, string> = new Map([
  ['120000', 'is a symbolic link, which cannot be stored'],
  ['160000', 'is a submodule, which cannot be stored'],
  ['100755', 'is executable, which cannot be stored: run `git update-index --chmod=-x` for it'],
])

function modeRefusal(mode: string): string | undefined {
  if (mode === fileMode || mode === directoryMode) return undefined
  return modeRefusals.get(mode) ?? `has the mode ${mode}, which cannot be stored`
}

/** The name as file systems of macOS and Windows compare it: names with equal results are one file there. */
const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * Throws an error that names the path of the first entry that breaks a rule. `directory` ends with a slash or is
 * empty.
 */
export function requireSafeTree(entries: readonly TreeEntry[], directory: string): void {
  const names = new Map<string, string>()
  let previous: TreeEntry | undefined
  for (const entry of entries) {
    const { name } = entry
    const refuse = (reason: string): never => {
      throw malformedError(`The path ${JSON.stringify(directory + name)} ${reason}.`)
    }
    const reason = nameRefusal(name) ?? modeRefusal(entry.mode)
    if (reason !== undefined) refuse(reason)
    const existingName = names.get(foldedName(name))
    if (existingName === name) refuse('appears twice in its directory')
    if (existingName !== undefined) {
      refuse(
        `differs from ${JSON.stringify(directory + existingName)} only in case or in the form of its characters`,
      )
    }
    names.set(foldedName(name), name)
    if (previous !== undefined && compareEntries(previous, entry) >= 0) refuse("is not in Git's order")
    previous = entry
  }
}
