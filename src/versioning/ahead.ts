// Preparing large payloads before the transaction that commits them, so that the transaction is short however large
// the payload is. What was prepared is used only if it still fits; otherwise it is prepared again.
import type { Scope } from '../access/scope.ts'
import type { RelationalTx } from '../storage/contract/contract.ts'
import { Outdated, type CommitContext, type Prepared } from './payload.ts'

/** Makes the payload of a commit. */
export type Prepare = (context: CommitContext) => Promise<Prepared>

/** A payload that was prepared before the transaction, and the revision it stands on. */
export interface Ahead {
  readonly prepared: Prepared
  readonly startId: string | undefined
}

/** So often is a payload prepared ahead; then once inside the transaction, where nothing can overtake it. */
const aheadAttemptsMax = 5

/** Runs the transaction with what was prepared ahead of it, again when that no longer fits. */
export async function withAhead<T>(
  prepareAhead: (() => Promise<Ahead>) | undefined,
  run: (ahead: Ahead | undefined) => Promise<T>,
): Promise<T> {
  if (prepareAhead === undefined) return run(undefined)
  for (let attempt = 1; attempt <= aheadAttemptsMax; attempt++) {
    const ahead = await prepareAhead()
    try {
      return await run(ahead)
    } catch (error) {
      await ahead.prepared.discard?.()
      if (!(error instanceof Outdated)) throw error
    }
  }
  return run(undefined)
}

/** What was prepared ahead, if it fits, or what is prepared now. */
export async function preparedFor(
  context: CommitContext,
  prepare: Prepare,
  ahead: Ahead | undefined,
): Promise<Prepared> {
  if (ahead === undefined) return prepare(context)
  if (ahead.prepared.standsOnStart === true && ahead.startId !== context.start?.id) throw new Outdated()
  return ahead.prepared
}

/** Inside a transaction staging is a part of it. */
export const withinTransaction = (tx: RelationalTx): Pick<CommitContext, 'reads' | 'stage'> => ({
  reads: tx,
  stage: (work) => work(tx),
})

export const beforeTransaction = (scope: Scope): Pick<CommitContext, 'reads' | 'stage'> => ({
  reads: scope.store.read,
  stage: (work) => scope.store.stage(work),
})
