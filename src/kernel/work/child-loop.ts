// The child side of a pool process. Requests and answers are lines of JSON on the standard streams, read
// synchronously. This file imports only the runtime, so that a process needs access to as few files as
// possible.
import { Buffer } from 'node:buffer'
import { readSync, writeSync } from 'node:fs'

const readBuffer = Buffer.alloc(65_536)
let inputChunks: Buffer[] = []

/** Reads the next line of standard input; undefined at its end: the server exited or has no more requests. */
function readLine(): string | undefined {
  for (;;) {
    const size = readSync(0, readBuffer, 0, readBuffer.length, null)
    if (size === 0) return undefined
    const part = Buffer.from(readBuffer.subarray(0, size))
    inputChunks.push(part)
    if (part[size - 1] !== 10) continue
    const line = Buffer.concat(inputChunks).toString('utf8')
    inputChunks = []
    return line
  }
}

function writeLine(text: string): void {
  const bytes = Buffer.from(`${text}\n`, 'utf8')
  for (let offset = 0; offset < bytes.length;) offset += writeSync(1, bytes, offset)
}

/** The user id of `nobody`, who owns no files. */
const nobodyId = 65_534

const { getuid, setgroups, setgid, setuid } = process

/** Drops root privileges permanently. */
function dropRoot(): void {
  if (getuid?.() !== 0) return
  try {
    setgroups?.([])
    setgid?.(nobodyId)
    setuid?.(nobodyId)
  } catch {
    // The namespace has no such user; the other layers of isolation remain.
  }
}

/**
 * Reports that everything is loaded, waits until the isolation is complete, drops the remaining privileges,
 * and answers each line in order until the input ends.
 */
export async function answerLines(answer: (line: string) => string | Promise<string>): Promise<void> {
  writeLine('loaded')
  if (readLine() === undefined) return
  dropRoot()
  writeLine('ready')
  for (let line = readLine(); line !== undefined; line = readLine()) writeLine(await answer(line))
}
