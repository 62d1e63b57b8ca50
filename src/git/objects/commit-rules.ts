// The rules for commits of a push. They are those of `git fsck --strict`: every clone receives the pushed bytes and may
// check them.
import { malformedError } from './objects.ts'

/** A name, an address, seconds without leading zeros, and a zone. */
const personPattern = /^[^<>]+ <[^<>]*> (0|[1-9]\d*) [+-]\d{4}$/

const endOfHeaders = Buffer.from('\n\n')

function reasonToRefuse(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return 'contains NUL'
  const end = bytes.indexOf(endOfHeaders)
  if (end < 0 && bytes.at(-1) !== 0x0a) return 'has no line end after its headers'
  const lines = bytes.toString('latin1', 0, end < 0 ? bytes.length - 1 : end).split('\n')
  for (const role of ['author', 'committer']) {
    const person = lines.find((line) => line.startsWith(`${role} `))?.slice(role.length + 1)
    if (person === undefined || !personPattern.test(person)) {
      return `has no valid ${role}: name, address in angle brackets, seconds and zone`
    }
  }
  return undefined
}

/** Throws when Git would report the commit as broken. */
export function requireSoundCommit(bytes: Uint8Array): void {
  const reason = reasonToRefuse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (reason !== undefined) throw malformedError(`A commit ${reason}.`)
}
