// Kills the processes of a pool when the server is gone, however it ended: `kill -9` leaves it no time to do so itself, and
// a process that is busy with a loop does not notice that its input was closed. A shell holds one end of a pipe, reads the
// pids to kill, and acts at the end of its input, which the kernel brings about when the server ends. It sleeps until then,
// so no loop of a client can keep it from acting.
import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { withOnlyDescriptors } from './descriptors.ts'

export interface Reaper {
  /** From here on the process does not outlive this one. */
  readonly watch: (pid: number) => void
  /** The process has exited: its pid may soon be somebody else's. */
  readonly forget: (pid: number) => void
  /** Kills what is watched, if anything is. */
  readonly close: () => void
}

/** Each line replaces the list of pids. `sh` is there wherever npm runs scripts. */
const script = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -KILL $pids'

/** Starts with the first process to watch; ends by itself with this process. */
export function createReaper(): Reaper {
  const pids = new Set<number>()
  let input: Writable | undefined

  const start = (): Writable => {
    // A session of its own: Ctrl-C in the terminal of the server must not end the reaper before the server.
    const shell = withOnlyDescriptors(['pipe', 'ignore', 'ignore'], (stdio) =>
      spawn('/bin/sh', ['-c', script], { env: {}, cwd: '/', detached: true, stdio }),
    )
    const stdin = shell.stdin as Writable & { readonly unref?: () => void }
    // Without it the limit of processor time is left, and the next process tries again.
    const isGone = (): void => {
      if (input === stdin) input = undefined
    }
    shell.once('error', isGone)
    shell.once('exit', isGone)
    stdin.on('error', isGone)
    shell.unref()
    stdin.unref?.()
    return stdin
  }

  const send = (): void => {
    input ??= start()
    input.write(`${[...pids].join(' ')}\n`)
  }

  return {
    watch: (pid) => {
      pids.add(pid)
      send()
    },
    forget: (pid) => {
      if (pids.delete(pid)) send()
    },
    close: () => {
      input?.end()
      input = undefined
    },
  }
}
