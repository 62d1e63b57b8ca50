// Runs the installed `git`. Keys and URLs are passed as configuration in the environment (GIT_CONFIG_*), because every
// user of a machine can read the arguments of processes.
import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { text } from 'node:stream/consumers'
import { maskUserInfo } from '../../../sdk/shared/user-info.ts'
import { UsageError, type Environment } from '../../command.ts'

export interface GitOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly input?: string
  /** The command does not use the repository of the mirror. */
  readonly isOutside?: boolean
}

export interface GitProgram {
  /** Runs a command with any exit code. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<GitOutcome>
  /** The output of a command that must succeed. */
  readonly text: (args: readonly string[], options?: RunOptions) => Promise<string>
}

/** A setting of git. */
export type GitSetting = readonly [name: string, value: string]

/** Settings of the machine that would change the behaviour of a mirror. */
const fixedSettings: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.followTags', 'false'],
  ['push.gpgSign', 'false'],
  ['push.recurseSubmodules', 'no'],
  // A connection without a byte for a minute has ended.
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '60'],
]

/** Variables that would point git to another repository. */
const repositoryVariables =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+))$/

export const basicHeader = (user: string, password: string): string =>
  `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Settings that the caller's environment passes in the same way, as CI systems do. */
function inheritedSettings(environment: Environment): readonly GitSetting[] {
  const count = Number(environment['GIT_CONFIG_COUNT'] ?? '0')
  return Array.from({ length: Number.isInteger(count) ? Math.max(count, 0) : 0 }, (_, i) => [
    environment[`GIT_CONFIG_KEY_${i}`] ?? '',
    environment[`GIT_CONFIG_VALUE_${i}`] ?? '',
  ])
}

function gitEnvironment(environment: Environment, settings: readonly GitSetting[]): Record<string, string> {
  const allSettings = [...inheritedSettings(environment), ...fixedSettings, ...settings]
  const inheritedVariables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || repositoryVariables.test(name) ? [] : [[name, value] as const],
  )
  return {
    ...Object.fromEntries(inheritedVariables),
    // Messages of git are compared, so they must be in English.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(allSettings.length),
    ...Object.fromEntries(
      allSettings.flatMap(([name, value], i) => [
        [`GIT_CONFIG_KEY_${i}`, name],
        [`GIT_CONFIG_VALUE_${i}`, value],
      ]),
    ),
  }
}

/** Removes secrets from messages of git. */
const redact = (message: string, secrets: readonly string[]): string =>
  maskUserInfo(secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), message))

export interface ProgramParts {
  readonly environment: Environment
  readonly folder: string
  readonly settings: readonly GitSetting[]
  readonly secrets: readonly string[]
  readonly signal: AbortSignal
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function gitProgram({ environment, folder, settings, secrets, signal }: ProgramParts): GitProgram {
  const env = gitEnvironment(environment, settings)
  const run: GitProgram['run'] = async (args, { input = '', isOutside = false } = {}) => {
    const child = spawn('git', [...(isOutside ? [] : ['--git-dir', folder]), ...args], { env, signal })
    // A command that does not read its input closes the pipe.
    child.stdin.on('error', () => undefined).end(input)
    const exitCode = new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? -1))
    })
    try {
      const [code, stdout, stderr] = await Promise.all([exitCode, text(child.stdout), text(child.stderr)])
      return { code, stdout, stderr: redact(stderr, secrets) }
    } catch (error) {
      if (isMissing(error)) throw new UsageError('The program git is not installed, or not on the path.')
      throw error
    }
  }
  return {
    run,
    text: async (args, options) => {
      const { code, stdout, stderr } = await run(args, options)
      if (code === 0) return stdout.trim()
      throw new Error(`git ${args[0] ?? ''} ended with ${code}: ${stderr.trim()}`)
    },
  }
}

/** Settings in the environment came with Git 2.31: an older Git would not send the key. */
export async function requireVersion(git: GitProgram): Promise<void> {
  const version = await git.text(['version'], { isOutside: true })
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? []
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 31)) return
  throw new UsageError(`A mirror needs git 2.31 or newer; this is ${version}.`)
}
