// Runs third-party programs in empty folders by shell commands. `check:generators` and `check:packages` are lists of trials.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Trial {
  readonly name: string
  /** Programs that must be installed on this machine. */
  readonly tools: readonly string[]
  /** Shell commands, which run in an empty folder. The first one that fails ends the trial. */
  readonly commands: readonly string[]
  /** Files of the folder, by path. */
  readonly files?: Readonly<Record<string, string>>
}

/** Runs the commands of a trial with environment variables. Returns the output of the command that failed, if one did. */
type RunCommands = (environment: Readonly<Record<string, string>>) => Promise<string | undefined>

const hasTool = (tool: string): Promise<boolean> =>
  execute('sh', ['-c', `command -v ${tool}`]).then(
    () => true,
    () => false,
  )

function commandsIn({ commands, files = {} }: Trial, cwd: string): RunCommands {
  mkdirSync(cwd)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  return async (environment) => {
    const env = { ...process.env, ...environment }
    for (const command of commands) {
      try {
        await execute('bash', ['-o', 'pipefail', '-c', command], { cwd, env, maxBuffer: 1e9 })
      } catch (error) {
        const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
        return `${command}\n${`${stdout}${stderr}`.slice(0, 4000)}`
      }
    }
    return undefined
  }
}

/**
 * Runs the trials named on the command line, or all. A failure sets the exit code; a trial whose tools are missing is
 * skipped and reported.
 */
export async function runTrials(
  trials: readonly Trial[],
  attempt: (trial: Trial, runCommands: RunCommands) => Promise<string | undefined>,
): Promise<void> {
  const selection = process.argv.slice(2)
  const unknownNames = selection.filter((name) => trials.every((trial) => trial.name !== name))
  if (unknownNames.length > 0) throw new Error(`There is no trial ${unknownNames.join(', ')}.`)
  const root = mkdtempSync(join(tmpdir(), 'assay-trials-'))
  for (const trial of trials) {
    if (selection.length > 0 && !selection.includes(trial.name)) continue
    const toolPresence = await Promise.all(trial.tools.map(hasTool))
    const missingTools = trial.tools.filter((_, at) => toolPresence[at] === false)
    const failure =
      missingTools.length > 0 ? undefined : await attempt(trial, commandsIn(trial, join(root, trial.name)))
    const outcome =
      missingTools.length > 0
        ? `skipped: no ${missingTools.join(', ')}`
        : failure === undefined
          ? 'ok'
          : 'failed'
    console.log(`${trial.name}: ${outcome}`)
    if (failure === undefined) continue
    console.error(failure)
    process.exitCode = 1
  }
  rmSync(root, { recursive: true, force: true })
}
