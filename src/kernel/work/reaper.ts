// Kills the processes of a pool when the server ends for any reason: `kill -9` leaves the server no time to
// do so, and a process in a busy loop does not notice that its input was closed. A shell reads the pids from
// a pipe and kills them at the end of its input, which the kernel closes when the server ends. The shell
// sleeps until then, so no loop of a client can delay it.
import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { withOnlyDescriptors } from './descriptors.ts'

export interface Reaper {
  /** From now on the process does not outlive this one. */
  readonly watch: (pid: number) => void
  /** The process has exited: its pid may be reused soon. */
  readonly forget: (pid: number) => void
  /** Kills the watched processes. */
  readonly close: () => void
}

/** Each line replaces the list of pids. `sh` exists wherever npm runs scripts. */
const script = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -KILL $pids'

/** Starts with the first watched process and ends with this process. */
export function createReaper(): Reaper {
  const pids = new Set<number>()
  let input: Writable | undefined

  const start = (): Writable => {
    // A separate session: Ctrl-C in the terminal of the server must not end the reaper before the server.
    const shell = withOnlyDescriptors(['pipe', 'ignore', 'ignore'], (stdio) =>
      spawn('/bin/sh', ['-c', script], { env: {}, cwd: '/', detached: true, stdio }),
    )
    const stdin = shell.stdin as Writable & { readonly unref?: () => void }
    // Without the reaper the limit of processor time remains, and the next process starts it again.
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
