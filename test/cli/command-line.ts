// The command line on a project with fixed data, and normalization of its output.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runClient } from '../../cli/client.ts'
import { commands } from '../../cli/table.ts'
import type { Api } from '../support/api.ts'

export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface CommandLine {
  readonly dir: string
  readonly file: (name: string, content: string) => string
  readonly run: (...args: readonly string[]) => Promise<CommandResult>
  readonly remove: () => void
}

/** The environment of the command line, besides PATH. */
export const commandLineEnvironment = (
  { url, key }: Pick<Api, 'url' | 'key'>,
  dir: string,
): Readonly<Record<string, string>> => ({
  HOME: dir,
  ASSAY_URL: url,
  ASSAY_API_KEY: key,
  XDG_CONFIG_HOME: dir,
  NO_COLOR: '1',
})

/** Runs a command in this process with the key of the project in the environment: without a terminal, or on one of this width. */
export function commandLine({ url, key }: Pick<Api, 'url' | 'key'>, columns?: number): CommandLine {
  const dir = mkdtempSync(join(tmpdir(), 'assay-cli-'))
  return {
    dir,
    file: (name, content) => {
      writeFileSync(join(dir, name), content)
      return join(dir, name)
    },
    run: async (...args) => {
      let [out, err] = ['', '']
      const decoder = new TextDecoder()
      const code = await runClient(commands, {
        args,
        process: {
          environment: { PATH: process.env['PATH'], ...commandLineEnvironment({ url, key }, dir) },
          stdout: {
            ...(columns === undefined ? {} : { isTTY: true, columns }),
            write: (text, done) => {
              out += typeof text === 'string' ? text : decoder.decode(text, { stream: true })
              done?.()
            },
          },
          stderr: { write: (text) => (err += String(text)) },
          version: '0.0.0',
          signal: new AbortController().signal,
        },
      })
      return { code, out, err }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['hash', /\b[0-9a-f]{64}\b/g],
  ['commit', /\b[0-9a-f]{40}\b/g],
  ['trace', /\b[0-9a-f]{32}\b/g],
  ['span', /\b[0-9a-f]{16}\b/g],
  // Twelve decimal digits are a slug only after these words: elsewhere they are a number.
  ['short', /\b(?:(?=[0-9]*[a-f])[0-9a-f]{12}|(?<="(?:\w+_)?slug": ?"|Merge |into |\dZ {2})[0-9]{12})\b/g],
]

/** Replaces values that differ between runs by numbers of the same width, so that tables stay aligned. */
export function normalizeOutput(
  text: string,
  { dir, url }: { readonly dir: string; readonly url: string },
): string {
  let result = text.replaceAll(dir, '<dir>').replaceAll(url, '<url>')
  for (const [name, pattern] of patterns) {
    const names = new Map<string, string>()
    result = result.replaceAll(pattern, (match) => {
      if (!names.has(match)) names.set(match, `${name}-${names.size + 1}`.padEnd(match.length, '·'))
      return names.get(match) ?? ''
    })
  }
  return result
    .replaceAll(/\btest \d+ \d+\b/g, '<project>')
    .replaceAll(/\b2\d{3}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, 'yyyy-mm-dd hh:mm:ssZ')
    .replaceAll(/\b2\d{3}-\d\d-\d\dT[\d:.]+Z/g, 'yyyy-mm-ddThh:mm:ssZ')
}
