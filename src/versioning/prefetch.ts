// Prepares large payloads before the transaction that commits them, so that the transaction stays short. A
// prepared payload is used only if it still fits; otherwise it is prepared again.
import type { Scope } from '../access/scope.ts'
import type { RelationalTx } from '../storage/contract/contract.ts'
import { OutdatedPayload, type CommitContext, type PreparedPayload } from './payload.ts'

/** Creates the payload of a commit. */
export type Prepare = (context: CommitContext) => Promise<PreparedPayload>

/** A payload prepared before the transaction, and the revision that it is based on. */
export interface PrefetchedPayload {
  readonly prepared: PreparedPayload
  readonly startId: string | undefined
}

/**
 * The limit of attempts to prepare a payload before the transaction. After that it is prepared inside the transaction,
 * where no other commit can invalidate it.
 */
const prefetchAttemptsMax = 5

/** Runs the transaction with the prepared payload, and repeats both when the payload no longer fits. */
export async function withPrefetch<T>(
  prepareAhead: (() => Promise<PrefetchedPayload>) | undefined,
  run: (prefetched: PrefetchedPayload | undefined) => Promise<T>,
): Promise<T> {
  if (prepareAhead === undefined) return run(undefined)
  for (let attempt = 1; attempt <= prefetchAttemptsMax; attempt++) {
    const prefetched = await prepareAhead()
    try {
      return await run(prefetched)
    } catch (error) {
      await prefetched.prepared.discard?.()
      if (!(error instanceof OutdatedPayload)) throw error
    }
  }
  return run(undefined)
}

/** Returns the prefetched payload, or prepares one now. Throws if the prefetched one no longer fits. */
export async function usePrefetched(
  context: CommitContext,
  { prepare, prefetched }: { readonly prepare: Prepare; readonly prefetched?: PrefetchedPayload | undefined },
): Promise<PreparedPayload> {
  if (prefetched === undefined) return prepare(context)
  if (prefetched.prepared.dependsOnStart === true && prefetched.startId !== context.start?.id)
    throw new OutdatedPayload()
  return prefetched.prepared
}

/** Inside a transaction, staging is part of it. */
export const withinTransaction = (tx: RelationalTx): Pick<CommitContext, 'reads' | 'stage'> => ({
  reads: tx,
  stage: (work) => work(tx),
})

export const beforeTransaction = (scope: Scope): Pick<CommitContext, 'reads' | 'stage'> => ({
  reads: scope.store.read,
  stage: (work) => scope.store.stage(work),
})
