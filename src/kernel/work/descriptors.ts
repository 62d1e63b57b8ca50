// Limits the file descriptors of a child process. Descriptors opened by this process are closed on exec.
// Descriptors that it inherited (a lock of a script, a pipe of a supervisor) would otherwise be inherited by every
// child.
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

type Stdio = readonly ('pipe' | 'ignore' | number)[]

const closeOnExecFlag = 0o2000000

function survivesExec(fd: string): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExecFlag) === 0
  } catch {
    // Closed since the directory was read.
    return false
  }
}

function inheritableDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').filter(survivesExec).map(Number)
  } catch {
    // A machine without /proc.
    return []
  }
}

/** Starts a process with these descriptors. All other inherited descriptors are redirected to /dev/null. */
export function withOnlyDescriptors<T>(stdio: Stdio, start: (stdio: ('pipe' | 'ignore' | number)[]) => T): T {
  const inheritedDescriptors = inheritableDescriptors().filter((fd) => fd >= stdio.length)
  const descriptors = [...stdio]
  if (inheritedDescriptors.length === 0) return start(descriptors)
  const nullDevice = openSync('/dev/null', 'r+')
  try {
    for (const fd of inheritedDescriptors) {
      while (descriptors.length < fd) descriptors.push('ignore')
      descriptors[fd] = nullDevice
    }
    return start(descriptors)
  } finally {
    closeSync(nullDevice)
  }
}
