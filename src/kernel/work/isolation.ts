// What a process of the pool may do, and how that is held from outside. From the program outwards:
//   flags       the permission model (no file but its own, no child processes, workers, addons), no code from text, a heap limit
//   start       an empty environment, no descriptors but its pipes, no privileges to be gained, namespaces of its own (no
//               network) where the machine allows it, a low priority, the first to go when memory runs out
//   freezing    once it is ready, the limits of the kernel: no further descriptor, so no file, socket or database can be
//               opened by any way; no further thread or process; address space, data and processor time
// The program itself gives up root, where the server has it, before it says that it is ready (child-loop.ts).
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What the machine offers for walls around processes. */
export interface Isolation {
  /** The words before the program that give it namespaces; empty: it has those of the server. */
  readonly namespaces: readonly string[]
  /** The words before the program that keep it from gaining privileges by what it starts; empty: there are none. */
  readonly privileges: readonly string[]
  /** The command that sets limits from outside; undefined: there is none. */
  readonly prlimit: string | undefined
  /** Whether the process can be somebody else. */
  readonly ownUser: boolean
}

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: {} }).status === 0

const path = ['/usr/bin/', '/bin/', '/usr/sbin/', '/sbin/', '']
const found = (name: string, args: readonly string[]): string | undefined =>
  path.map((directory) => `${directory}${name}`).find((command) => works(command, args))

const ownNamespaces = ['--net', '--ipc', '--uts']

/**
 * `--pdeathsig` is the kernel's own way to end a process with its parent. It is lost when a process gives up root, and not in
 * every setpriv, so the reaper does not rely on it.
 */
const privilegeForms = [['--no-new-privs', '--pdeathsig', 'KILL'], ['--no-new-privs']]

/** After the namespaces: some machines let only certain programs make those, which no_new_privs would keep from being so. */
function privilegesWithin(namespaces: readonly string[]): readonly string[] {
  const setpriv = found('setpriv', ['--no-new-privs', '--', 'true'])
  if (setpriv === undefined) return []
  const form = privilegeForms.find((args) => {
    const words = [...namespaces, setpriv, ...args, '--', 'true']
    return works(words[0] ?? '', words.slice(1))
  })
  return form === undefined ? [] : [setpriv, ...form, '--']
}

/** Tries what there is: some tens of milliseconds, once for a server. */
export function detectIsolation(): Isolation {
  const unshare = found('unshare', ['--version'])
  const forms = [ownNamespaces, ['--user', '--map-current-user', ...ownNamespaces]]
  const form =
    unshare === undefined ? undefined : forms.find((args) => works(unshare, [...args, '--', 'true']))
  const namespaces = unshare === undefined || form === undefined ? [] : [unshare, ...form, '--']
  return {
    namespaces,
    privileges: privilegesWithin(namespaces),
    prlimit: found('prlimit', ['--version']),
    ownUser: process.getuid?.() === 0,
  }
}

/** In words, for whoever runs the server. */
export function describeIsolation({
  namespaces,
  privileges,
  prlimit,
  ownUser,
}: Isolation): readonly string[] {
  return [
    namespaces.length > 0
      ? 'network: none, in namespaces of its own'
      : 'network: not cut off by the kernel (unshare is missing or not permitted)',
    privileges.length > 0
      ? 'privileges: none can be gained (no_new_privs)'
      : 'privileges: not held by the kernel (setpriv is missing: install util-linux)',
    prlimit !== undefined
      ? 'limits: descriptors, memory and processor time, set from outside'
      : 'limits: only those of the engine (prlimit is missing: install util-linux)',
    ownUser ? 'user: nobody' : 'user: that of the server',
  ]
}

const MiB = 1024 * 1024
/** What the engine around the work may need beside it: heap that is being collected, answers on their way. */
const aroundBytes = 192 * MiB

export interface FrozenLimits {
  readonly memoryMb: number
  /** For the life of the process. */
  readonly cpuSeconds: number
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
}

/** Nothing more can be opened or started by the process from here on. Rejects when the limits cannot be set. */
export async function freeze({ prlimit }: Isolation, pid: number, limits: FrozenLimits): Promise<void> {
  if (prlimit === undefined) return
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const more = limits.memoryMb * MiB + aroundBytes
  const bound = (name: string): number => kilobytes(status, name) * 1024 + more
  const both = (value: number): string => `${value}:${value}`
  await run(
    prlimit,
    [
      '--pid',
      String(pid),
      // Not 3: a ring of io_uring, which every loop of libuv has, may open as many files beside those of the process.
      `--nofile=${both(0)}`,
      `--nproc=${both(1)}`,
      `--fsize=${both(0)}`,
      `--core=${both(0)}`,
      `--cpu=${both(limits.cpuSeconds)}`,
      `--as=${both(bound('VmSize'))}`,
      `--data=${both(bound('VmData'))}`,
    ],
    { env: {} },
  )
}

/** A third of the processor beside the server's own work; lower, and work would miss its time on a busy machine. */
const workPriority = 5

/** Work of clients comes after everything else, and goes first when memory runs out. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, workPriority)
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It is gone already, which is reported elsewhere, or the machine has no such thing.
  }
}
