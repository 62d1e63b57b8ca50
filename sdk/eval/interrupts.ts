// Stops a run when its caller aborts it or the program gets SIGINT or SIGTERM, so that the run can be closed first.
import { runtime } from '../core/runtime.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

export interface Interrupts {
  readonly signal: AbortSignal
  /** Rejects when the run is to stop. */
  readonly interruption: Promise<never>
  /** Removes the listeners. If a signal arrived, the process receives it again and ends by its default. */
  readonly release: () => void
}

/** A program with its own listeners for a signal decides itself when it ends. */
export function listenForInterrupts(callerSignal: AbortSignal | undefined): Interrupts {
  const controller = new AbortController()
  const { signal } = controller
  const process = runtime()
  let signalName: (typeof signals)[number] | undefined
  const onAbort = (): void => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted === true) onAbort()
  callerSignal?.addEventListener('abort', onAbort, { once: true })
  const listeners = signals
    .filter((name) => process?.listenerCount?.(name) === 0)
    .map((name) => ({
      name,
      listener: (): void => {
        signalName = name
        controller.abort(new Error(`The run was interrupted by ${name}.`))
      },
    }))
  for (const { name, listener } of listeners) process?.once?.(name, listener)
  const interruption = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  interruption.catch(() => undefined)
  return {
    signal,
    interruption,
    release: () => {
      callerSignal?.removeEventListener('abort', onAbort)
      for (const { name, listener } of listeners) process?.off?.(name, listener)
      if (signalName !== undefined && process?.pid !== undefined) process.kill?.(process.pid, signalName)
    },
  }
}
