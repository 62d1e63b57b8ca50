// Runs the real `git` in a temporary folder, without the configuration of the machine.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '1700000000 +0100',
  GIT_COMMITTER_NAME: 'Björn',
  GIT_COMMITTER_EMAIL: 'bjorn@example.org',
  GIT_COMMITTER_DATE: '1700000100 -0330',
  LC_ALL: 'C',
}

interface GitOutcome {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Runs a command that may fail. */
export async function tryGit(
  folder: string,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<GitOutcome> {
  const program = spawn('git', ['-c', 'init.defaultBranch=main', '-c', 'gc.auto=0', ...args], {
    cwd: folder,
    env,
  })
  // A command that does not read its input closes the pipe.
  program.stdin.on('error', () => undefined).end(input)
  const exit = new Promise<number>((resolve, reject) => {
    program.once('error', reject)
    program.once('close', (code) => resolve(code ?? -1))
  })
  const [code, stdout, stderr] = await Promise.all([exit, buffer(program.stdout), text(program.stderr)])
  return { code, stdout, stderr }
}

/** Runs a command that must succeed; returns its output. */
export async function git(
  folder: string,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(folder, args, input)
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}${stdout.toString()}`)
  return stdout
}

/** The output of a command as one trimmed line. */
export const gitLine = async (folder: string, args: readonly string[], input?: string): Promise<string> =>
  (await git(folder, args, input)).toString().trim()

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-git-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An empty repository in a temporary folder. */
export async function newRepository(): Promise<string> {
  const folder = await temporaryFolder()
  await git(folder, ['init', '-q'])
  return folder
}
