// The memory and the processors that this process may use: those of its control group, else of the machine.
import { availableParallelism, totalmem } from 'node:os'

export interface MachineSize {
  readonly memoryBytes: number
  readonly processors: number
}

export function machineSize(): MachineSize {
  const limit = process.constrainedMemory()
  return {
    // Without a limit the runtime returns 0, or a number beyond all memory.
    memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    processors: availableParallelism(),
  }
}
