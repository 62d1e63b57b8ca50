// The inner end of a process of the pool: requests and answers are lines of JSON on the standard streams, read
// synchronously. Imports nothing but the runtime, so that a process may read next to nothing.
import { Buffer } from 'node:buffer'
import { readSync, writeSync } from 'node:fs'

const chunk = Buffer.alloc(65_536)
let received: Buffer[] = []

/** The next line of the standard input; undefined at its end: the server is gone, or has no more to ask. */
function readLine(): string | undefined {
  for (;;) {
    const size = readSync(0, chunk, 0, chunk.length, null)
    if (size === 0) return undefined
    const part = Buffer.from(chunk.subarray(0, size))
    received.push(part)
    if (part[size - 1] !== 10) continue
    const line = Buffer.concat(received).toString('utf8')
    received = []
    return line
  }
}

function writeLine(text: string): void {
  const bytes = Buffer.from(`${text}\n`, 'utf8')
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}

/** What nobody owns: the user whose files nothing belongs to. */
const nobody = 65_534

const { getuid, setgroups, setgid, setuid } = process

/** Root that works on what clients sent gives up being root, for good. */
function giveUpRoot(): void {
  if (getuid?.() !== 0) return
  try {
    setgroups?.([])
    setgid?.(nobody)
    setuid?.(nobody)
  } catch {
    // A namespace that knows no such user: the other walls stand.
  }
}

/**
 * Says that everything is loaded, waits until the walls stand, gives up what is left of its rights, and answers every line,
 * one after another, until the input ends.
 */
export async function answerLines(answer: (line: string) => string | Promise<string>): Promise<void> {
  writeLine('loaded')
  if (readLine() === undefined) return
  giveUpRoot()
  writeLine('ready')
  for (let line = readLine(); line !== undefined; line = readLine()) writeLine(await answer(line))
}
