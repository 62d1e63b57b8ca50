// The package @assay/cli as a command line, run by each supported Node.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Api } from '../support/api.ts'
import { run, runFile } from '../support/children.ts'
import { nodes } from '../support/nodes.ts'
import { isDeep } from '../support/tier.ts'
import { commandLine, commandLineEnvironment, type CommandLine } from './command-line.ts'

/** Builds the package for a file of tests, and returns the path of its program. */
export function packedProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'))
  beforeAll(async () => {
    const { code, stderr } = await runFile('scripts/build-cli.ts', [folder], { HOME: folder })
    if (code !== 0) throw new Error(stderr)
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'package/bin/assay.js')
}

export type OpenLine = (api: Pick<Api, 'url' | 'key'>) => CommandLine

/** The command line as a program of its own, run by this Node. */
export const packedLine =
  (node: string, program: string): OpenLine =>
  (api) => {
    const line = commandLine(api)
    return {
      ...line,
      run: async (...args) => {
        const { code, stdout, stderr } = await run(
          node,
          [program, ...args],
          commandLineEnvironment(api, line.dir),
        )
        return { code: code ?? -1, out: stdout, err: stderr }
      },
    }
  }

/** The command line in this process; in the deep tier also its package on each Node. */
export function everyCommandLine(): readonly (readonly [string, OpenLine])[] {
  const inProcess = ['this process', (api) => commandLine(api)] as const satisfies readonly [string, OpenLine]
  if (!isDeep) return [inProcess]
  const program = packedProgram()
  return [
    inProcess,
    ...nodes.map(([name, node]) => [`the package on ${name}`, packedLine(node, program)] as const),
  ]
}
