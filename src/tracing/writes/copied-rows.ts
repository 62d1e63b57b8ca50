// Rows of testsets that were copied from traces, as deletion jobs see them; testsets are above tracing.
import type { Deletion, TestsetCopies } from '../../storage/contract/contract.ts'

export interface CopiedRows {
  /** The traces from which rows of the project's testsets were copied. */
  tracesWithCopies(projectId: string): Promise<ReadonlySet<string>>
  /** The testsets with rows of these traces; `isRemoving` also commits revisions without them. Safe to repeat. */
  account(
    job: Pick<Deletion, 'projectId' | 'actorId'>,
    copies: { readonly traceIds: readonly string[]; readonly isRemoving: boolean },
  ): Promise<readonly TestsetCopies[]>
}
