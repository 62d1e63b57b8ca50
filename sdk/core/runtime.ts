// The part of Node's `process` that the SDK uses. Other runtimes have none, or only parts of it.

interface AsyncStorage<T> {
  getStore(): T | undefined
  run<R>(store: T, fn: () => R): R
}

type Signal = 'SIGINT' | 'SIGTERM'

export interface Runtime {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly pid?: number
  readonly stderr?: {
    readonly isTTY?: boolean | undefined
    readonly columns?: number | undefined
    write(text: string): unknown
  }
  exitCode?: number | string | null | undefined
  getBuiltinModule?(
    name: 'node:async_hooks',
  ): { readonly AsyncLocalStorage?: new <T>() => AsyncStorage<T> } | undefined
  once?(event: 'beforeExit' | Signal, listener: () => void): unknown
  off?(event: Signal, listener: () => void): unknown
  listenerCount?(event: Signal): number
  kill?(pid: number, signal: Signal): unknown
  emitWarning?(message: string): void
}

/** `process`, in runtimes that have it. */
export const runtime = (): Runtime | undefined => (globalThis as { readonly process?: Runtime }).process
