// Isolates the processes of the pool. The layers, from the program outwards:
//   flags       the permission model (only its own files, no child processes, workers or addons), no code from text,
//               a heap limit
//   start       an empty environment, only pipes as descriptors, no new privileges, own namespaces (no network) if the
//               machine allows them, a low priority, the first victim of the out-of-memory killer
//   freezing    once the program is ready, kernel limits: no new descriptors, so it cannot open a file, socket or
//               database; no new thread or process; limits of address space, data and processor time
// If the server runs as root, the program drops root privileges before it reports that it is ready (child-loop.ts).
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The isolation features of this machine. */
export interface Isolation {
  /** The command prefix that creates namespaces; empty: the process shares those of the server. */
  readonly namespaces: readonly string[]
  /** The command prefix that sets no_new_privs; empty: not available. */
  readonly privileges: readonly string[]
  /** The command that sets limits from outside; undefined: not available. */
  readonly prlimit: string | undefined
  /** Whether the process can run as another user. */
  readonly canChangeUser: boolean
}

const succeeds = (command: string, args: readonly string[]): Promise<boolean> =>
  execute(command, args, { env: {} }).then(
    () => true,
    () => false,
  )

/** The first candidate that passes; the others are not tried. */
async function findFirst<T>(
  candidates: readonly T[],
  passes: (candidate: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const candidate of candidates) if (await passes(candidate)) return candidate
  return undefined
}

const commandDirectories = ['/usr/bin/', '/bin/', '/usr/sbin/', '/sbin/', '']
const findCommand = (name: string, args: readonly string[]): Promise<string | undefined> =>
  findFirst(
    commandDirectories.map((directory) => `${directory}${name}`),
    (command) => succeeds(command, args),
  )

const ownNamespaces = ['--net', '--ipc', '--uts']

/**
 * `--pdeathsig` makes the kernel kill a process with its parent. A process loses it when it drops root
 * privileges, and not every setpriv has it, so the reaper does not rely on it.
 */
const privilegeOptionSets = [['--no-new-privs', '--pdeathsig', 'KILL'], ['--no-new-privs']]

/**
 * The privilege options are probed and applied inside the namespaces. Some machines permit namespaces only for
 * certain programs, which no_new_privs would prevent.
 */
async function privilegesWithin(namespaces: readonly string[]): Promise<readonly string[]> {
  const setpriv = await findCommand('setpriv', ['--no-new-privs', '--', 'true'])
  if (setpriv === undefined) return []
  const options = await findFirst(privilegeOptionSets, (args) => {
    const words = [...namespaces, setpriv, ...args, '--', 'true']
    return succeeds(words[0] ?? '', words.slice(1))
  })
  return options === undefined ? [] : [setpriv, ...options, '--']
}

/** The command that creates namespaces here, with its options; empty: none does. */
async function allowedNamespaces(): Promise<readonly string[]> {
  const unshare = await findCommand('unshare', ['--version'])
  if (unshare === undefined) return []
  const optionSets = [ownNamespaces, ['--user', '--map-current-user', ...ownNamespaces]]
  const options = await findFirst(optionSets, (args) => succeeds(unshare, [...args, '--', 'true']))
  return options === undefined ? [] : [unshare, ...options, '--']
}

/**
 * Probes the machine once per server, beside the rest of the start. The result is not stored: the next start may
 * have other privileges, for example in another container.
 */
export async function detectIsolation(): Promise<Isolation> {
  const [namespaces, prlimit] = await Promise.all([
    allowedNamespaces(),
    findCommand('prlimit', ['--version']),
  ])
  return {
    namespaces,
    privileges: await privilegesWithin(namespaces),
    prlimit,
    canChangeUser: process.getuid?.() === 0,
  }
}

/** Describes the isolation for the operator. */
export function describeIsolation({
  namespaces,
  privileges,
  prlimit,
  canChangeUser,
}: Isolation): readonly string[] {
  return [
    namespaces.length > 0
      ? 'network: none (own namespaces)'
      : 'network: not blocked by the kernel (unshare is missing or not permitted)',
    privileges.length > 0
      ? 'privileges: cannot be raised (no_new_privs)'
      : 'privileges: not restricted by the kernel (setpriv is missing: install util-linux)',
    prlimit !== undefined
      ? 'limits: descriptors, memory and processor time, set from outside'
      : 'limits: only those of the engine (prlimit is missing: install util-linux)',
    canChangeUser ? 'user: nobody' : 'user: same as the server',
  ]
}

const MiB = 1024 * 1024
/** Memory that the engine needs besides the work: uncollected heap, answers in transit. */
const engineBytes = 192 * MiB

export interface FrozenLimits {
  readonly memoryMb: number
  /** The processor time for the life of the process. */
  readonly cpuSeconds: number
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** Prevents the process from opening or starting anything more. Rejects when the limits cannot be set. */
export async function freeze({ prlimit }: Isolation, pid: number, limits: FrozenLimits): Promise<void> {
  if (prlimit === undefined) return
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const extraBytes = limits.memoryMb * MiB + engineBytes
  const limitOf = (name: string): number => kilobytes(status, name) * 1024 + extraBytes
  const softAndHard = (value: number): string => `${value}:${value}`
  await execute(
    prlimit,
    [
      '--pid',
      String(pid),
      // Not 3: the io_uring ring of every libuv loop could open that many files besides those of the process.
      `--nofile=${softAndHard(0)}`,
      `--nproc=${softAndHard(1)}`,
      `--fsize=${softAndHard(0)}`,
      `--core=${softAndHard(0)}`,
      `--cpu=${softAndHard(limits.cpuSeconds)}`,
      `--as=${softAndHard(limitOf('VmSize'))}`,
      `--data=${softAndHard(limitOf('VmData'))}`,
    ],
    { env: {} },
  )
}

/**
 * Leaves a third of a processor to the work on a busy server; with less, work would exceed its time
 * limit.
 */
const workPriority = 5

/** Gives work of clients the lowest priority and makes it the first victim of the out-of-memory killer. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, workPriority)
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The process has exited, which is reported elsewhere, or the machine lacks the feature.
  }
}
