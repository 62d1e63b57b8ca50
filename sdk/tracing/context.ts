// The active span and session, propagated across awaits.
import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Context,
  type ContextManager,
} from '@opentelemetry/api'
import { runtime } from '../core/runtime.ts'

/** Fields of every span that starts inside `withScope`. */
export interface Scope {
  /** The conversation or session. */
  readonly sessionId?: string
  /** The user of the program. */
  readonly userId?: string
  /** The agent that works. */
  readonly agentId?: string
}

const scopeKey = createContextKey('assay.scope')

export const scopeOf = (from: Context): Scope => (from.getValue(scopeKey) as Scope | undefined) ?? {}

/** Runs `fn`. Every span that starts in it, also after an await, belongs to this session and user. */
export const withScope = <T>(scope: Scope, fn: () => T): T => {
  const active = context.active()
  return context.with(active.setValue(scopeKey, { ...scopeOf(active), ...scope }), fn)
}

/** AsyncLocalStorage of Node, Deno, Bun and workers. */
function newStorage() {
  const Storage = runtime()?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage
  return Storage === undefined ? undefined : new Storage<Context>()
}

/** A context manager that works across awaits; undefined in runtimes without one, such as browsers. */
export function asyncContextManager(): ContextManager | undefined {
  const storage = newStorage()
  if (storage === undefined) return undefined
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (at, fn, thisArg, ...args) =>
      storage.run(at, () => fn.call(thisArg as ThisParameterType<typeof fn>, ...args)),
    bind: (at, target) =>
      typeof target === 'function'
        ? (((...args: unknown[]): unknown =>
            storage.run(at, () => (target as (...params: unknown[]) => unknown)(...args))) as typeof target)
        : target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}
