// The audit log: one entry for each write that was attempted with a valid key, in the same transaction as the write
// itself where it succeeds, so that neither can be there without the other; one for each read of secrets; and one for
// what the operator did to a project.
import type { Clock } from '../kernel/clock.ts'
import type { AuditEntry, RelationalStore } from '../storage/contract/contract.ts'

export interface Attempt {
  /** Undefined: not known yet; `about` says it. */
  readonly projectId: string | undefined
  readonly actorId: string
  readonly actorPrefix: string
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly remoteAddress: string
  readonly requestId: string
}

/** Who acts without a key of a project. A blank never stands in the prefix of one. */
export const operator = {
  actorId: '00000000-0000-0000-0000-000000000000',
  withAdminKey: 'admin key',
  onCommandLine: 'command line',
} as const

/** What an act is done through, so that it stands in the log. */
export type Recorded = Pick<AuditTrail, 'store' | 'touched'>

/** The trail of one request. */
export class AuditTrail {
  readonly #store: RelationalStore
  readonly #entry: Omit<AuditEntry, 'statusCode' | 'resourceKind' | 'resourceId'>
  #projectId: string | undefined
  #resource: { readonly kind: string; readonly id: string } | undefined
  #recorded: number | undefined

  constructor(store: RelationalStore, clock: Clock, attempt: Attempt) {
    const { projectId, ...entry } = attempt
    this.#store = store
    this.#projectId = projectId
    this.#entry = { id: clock.id(), timestamp: clock.now(), ...entry }
  }

  /** The store as the request sees it: its first successful write brings the entry along. */
  get store(): RelationalStore {
    const store = this.#store
    return {
      read: store.read,
      check: () => store.check(),
      size: () => store.size(),
      connections: () => store.connections(),
      close: () => store.close(),
      // Parts of a payload are not the write: that is the transaction which names them.
      stage: (work) => store.stage(work),
      write: async (work) => {
        const recordsEntry = this.#recorded === undefined
        const value = await store.write(async (tx) => {
          const result = await work(tx)
          if (recordsEntry && this.#projectId !== undefined) {
            await tx.insertAudit(this.#projectId, this.#withStatus(200))
          }
          return result
        })
        if (recordsEntry && this.#projectId !== undefined) this.#recorded = 200
        return value
      },
    }
  }

  /** In whose log it stands, where that is known only now. */
  about(projectId: string): void {
    this.#projectId = projectId
  }

  touched(kind: string, id: string): void {
    this.#resource = { kind, id }
  }

  /**
   * Called with the answer's status: records attempts that wrote nothing, corrects those that failed after a write. What is
   * about no project is in the log of the server only.
   */
  async finish(statusCode: number): Promise<void> {
    const projectId = this.#projectId
    if (this.#recorded === statusCode || projectId === undefined) return
    const { id } = this.#entry
    await this.#store.write((tx) =>
      this.#recorded === undefined
        ? tx.insertAudit(projectId, this.#withStatus(statusCode))
        : tx.setAuditStatus(projectId, id, statusCode),
    )
  }

  #withStatus(statusCode: number): AuditEntry {
    return { ...this.#entry, statusCode, resourceKind: this.#resource?.kind, resourceId: this.#resource?.id }
  }
}
