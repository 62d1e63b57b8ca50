// cli/commands/git: `assay git mirror`, with the `git` program of this machine.
//   mirror.ts           the command (start here)
//   rounds.ts           repeats rounds by interval and webhook, with backoff
//   round.ts            one round: reads both sides, decides about each branch, and moves it
//   branch-plan.ts      the decision about one branch (pure)
//   assay-branches.ts   pushes to Assay, with the merged commits that Assay needs first
//   sides.ts            lists, fetches and pushes refs of the two repositories
//   git-program.ts      runs git without keys in arguments
//   webhook.ts          the HTTP listener
// Imports the SDK and cli/.
//
// The folder of a mirror: a bare repository that caches objects, and mirror.json. It has no refs, so nothing needs a
// lock: a killed mirror does not block the next one, and two mirrors can share the folder.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../command.ts'
import { isRecord } from '../shared.ts'
import type { GitProgram } from './git-program.ts'

/** The two repositories, without user info. */
export interface MirrorPair {
  readonly assay: string
  readonly remote: string
}

export interface MirrorState {
  /** The commit that both sides had last, by branch. A branch that is missing at this commit was deleted. */
  readonly lastCommon: ReadonlyMap<string, string>
  /** Commits of earlier rounds: fetches start from them. */
  readonly tips: readonly string[]
}

const statePath = (folder: string): string => join(folder, 'mirror.json')

/** Creates the repository unless it exists. A rename makes it appear complete. */
export async function openFolder(
  folder: string,
  { git, pair }: { readonly git: GitProgram; readonly pair: MirrorPair },
): Promise<void> {
  if (!existsSync(statePath(folder))) {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
    const temporaryPath = `${folder}.${randomUUID()}`
    await git.text(['init', '--quiet', '--bare', temporaryPath], { isOutside: true })
    writeState(temporaryPath, { pair, state: { lastCommon: new Map(), tips: [] } })
    try {
      renameSync(temporaryPath, folder)
    } catch {
      rmSync(temporaryPath, { recursive: true, force: true })
    }
  }
  if (!existsSync(statePath(folder)))
    throw new UsageError(`${folder} is not the folder of a mirror: name an empty or a new one with --folder.`)
  const storedPair = readJson(folder)['pair']
  if (!isRecord(storedPair) || storedPair['assay'] !== pair.assay || storedPair['remote'] !== pair.remote)
    throw new UsageError(`${folder} belongs to the mirror of other repositories: name another with --folder.`)
}

function readJson(folder: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(statePath(folder), 'utf8'))
  return isRecord(value) ? value : {}
}

const isText = (value: unknown): value is string => typeof value === 'string'

export function readState(folder: string): MirrorState {
  const { agreed, tips } = readJson(folder)
  const entries = isRecord(agreed) ? Object.entries(agreed) : []
  return {
    lastCommon: new Map(entries.flatMap(([name, id]) => (isText(id) ? [[name, id] as const] : []))),
    tips: Array.isArray(tips) ? tips.filter(isText) : [],
  }
}

export function writeState(
  folder: string,
  { pair, state }: { readonly pair: MirrorPair; readonly state: MirrorState },
): void {
  const temporaryPath = `${statePath(folder)}.${randomUUID()}`
  const value = { pair, agreed: Object.fromEntries(state.lastCommon), tips: state.tips }
  writeFileSync(temporaryPath, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporaryPath, statePath(folder))
}
