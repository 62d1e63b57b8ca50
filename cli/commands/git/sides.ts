// The two repositories of a mirror: lists, fetches and pushes their refs.
import { Refusal } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import type { GitProgram } from './git-program.ts'

/** The names of the remotes in the settings of git. */
export type SideName = 'assay' | 'remote'

/** The name of the side in messages. */
export const sideLabels: Readonly<Record<SideName, string>> = { assay: 'Assay', remote: 'the remote' }

export interface SideRefs {
  readonly branches: ReadonlyMap<string, string>
  /** The tags of environments. */
  readonly tags: ReadonlyMap<string, string>
}

/** `moved`: somebody else changed the ref; read it again. */
export type PushResult =
  | { readonly status: 'pushed' }
  | { readonly status: 'moved' }
  | { readonly status: 'refused'; readonly reason: string }

const failures: readonly { readonly pattern: RegExp; readonly code: number; readonly message: string }[] = [
  {
    pattern: /Authentication failed|could not read (?:Username|Password)|error: 40[13]|Permission denied/i,
    code: exitCodes.unauthorized,
    message: 'does not accept this key',
  },
  {
    pattern: /not found|does not appear to be a git repository|does not exist|error: 404/i,
    code: exitCodes.refused,
    message: 'has no such repository',
  },
]

/** A side that cannot be read or written. */
export class SideFailure extends Refusal {
  readonly side: SideName

  constructor(side: SideName, stderr: string) {
    const { code, message } = failures.find(({ pattern }) => pattern.test(stderr)) ?? {
      code: exitCodes.unreachable,
      message: 'cannot be reached',
    }
    const lines = stderr.split('\n').filter((line) => /^(?:fatal|error|remote|ssh):/.test(line))
    const reason = lines.map((line) => line.replace(/^(?:fatal|error|remote): */, '').trim()).join(' ')
    const label = side === 'assay' ? 'Assay' : 'The remote'
    super(`${label} ${message}${reason === '' ? '' : `: ${reason}`}`, code)
    this.side = side
  }
}

const branchPrefix = 'refs/heads/'
const tagPrefix = 'refs/tags/env/'

export const branchRef = (branch: string): string => `${branchPrefix}${branch}`
export const tagRef = (environment: string): string => `${tagPrefix}${environment}`

export async function listRefs(git: GitProgram, side: SideName): Promise<SideRefs> {
  const { code, stdout, stderr } = await git.run(['ls-remote', '--quiet', side])
  if (code !== 0) throw new SideFailure(side, stderr)
  const branches = new Map<string, string>()
  const tags = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [id = '', name = ''] = line.split('\t')
    if (name.startsWith(branchPrefix)) branches.set(name.slice(branchPrefix.length), id)
    // Assay has lightweight tags; `^{}` is the commit of an annotated one.
    if (name.startsWith(tagPrefix) && !name.endsWith('^{}')) tags.set(name.slice(tagPrefix.length), id)
  }
  return { branches, tags }
}

/** The objects of this list that the folder has. */
export async function presentObjects(git: GitProgram, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const output = await git.text(['cat-file', '--batch-check=%(objectname)'], {
    input: `${ids.join('\n')}\n`,
  })
  return output.split('\n').filter((line) => !line.endsWith(' missing'))
}

/** More starting points make negotiation slower, not better. */
const tipsMax = 64

/** Fetches objects; refs are not written. */
export async function fetchRefs(
  git: GitProgram,
  {
    side,
    refs,
    tips,
  }: { readonly side: SideName; readonly refs: readonly string[]; readonly tips: readonly string[] },
): Promise<void> {
  if (refs.length === 0) return
  const presentTips = (await presentObjects(git, tips)).slice(0, tipsMax)
  const { code, stderr } = await git.run(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      ...presentTips.map((id) => `--negotiation-tip=${id}`),
      '--stdin',
      side,
    ],
    { input: `${refs.join('\n')}\n` },
  )
  // A branch that was deleted after it was listed is read again in the next round.
  if (code !== 0 && !/couldn't find remote ref/.test(stderr)) throw new SideFailure(side, stderr)
}

const movedReasons =
  /^(?:fetch first|non-fast-forward|stale info|needs force|reference already exists|failed to update ref|cannot lock ref|incorrect old value|nothing was applied)/

/** Pushes a commit to a ref. `replaces` moves the ref if it is still at this commit; otherwise only forward. */
export async function pushRef(
  git: GitProgram,
  {
    side,
    id,
    ref,
    replaces,
  }: { readonly side: SideName; readonly id: string; readonly ref: string; readonly replaces?: string },
): Promise<PushResult> {
  const lease = replaces === undefined ? [] : [`--force-with-lease=${ref}:${replaces}`]
  const { code, stdout, stderr } = await git.run(['push', '--porcelain', ...lease, side, `${id}:${ref}`])
  if (code === 0) return { status: 'pushed' }
  const [, , summary = ''] = (stdout.split('\n').find((line) => line.startsWith('!\t')) ?? '').split('\t')
  const [, reason] = /^\[[^\]]*\] \((.*)\)$/.exec(summary) ?? []
  if (reason === undefined) throw new SideFailure(side, stderr)
  if (movedReasons.test(reason)) return { status: 'moved' }
  const [, unpackError] = /unpack failed: (.*)/.exec(stderr) ?? []
  return { status: 'refused', reason: reason === 'unpacker error' ? (unpackError ?? reason) : reason }
}
