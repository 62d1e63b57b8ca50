// The audit log has one entry for each attempted write with a valid key, one for each read of secrets or fetch with
// Git, and one for each act of the operator on a project. The entry of a successful write is in the same transaction as
// the write, so neither exists without the other.
import type { Clock } from '../kernel/clock.ts'
import type { AuditEntry, RelationalStore } from '../storage/contract/contract.ts'

export interface Attempt {
  /** Undefined: not known yet; `setProject` sets it. */
  readonly projectId: string | undefined
  readonly actorId: string
  readonly actorPrefix: string
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly remoteAddress: string
  readonly requestId: string
}

/** The format of an entry for clients and exports. */
export const auditRecord = (entry: AuditEntry) => ({
  id: entry.id,
  timestamp: entry.timestamp,
  actor_id: entry.actorId,
  actor_prefix: entry.actorPrefix,
  method: entry.method,
  path: entry.path,
  operation: entry.operation,
  ...(entry.resourceKind === undefined ? {} : { resource_kind: entry.resourceKind }),
  ...(entry.resourceId === undefined ? {} : { resource_id: entry.resourceId }),
  status_code: entry.statusCode,
  remote_address: entry.remoteAddress,
  request_id: entry.requestId,
})

/** The actor without a project key. No key prefix contains a blank. */
export const operator = {
  actorId: '00000000-0000-0000-0000-000000000000',
  withAdminKey: 'admin key',
  onCommandLine: 'command line',
} as const

/** The part of a trail that records an act of the operator. */
export type OperatorTrail = Pick<AuditTrail, 'store' | 'recordResource'>

/** The trail of one request. */
export class AuditTrail {
  readonly #store: RelationalStore
  readonly #entry: Omit<AuditEntry, 'statusCode' | 'resourceKind' | 'resourceId'>
  #projectId: string | undefined
  #resource: { readonly kind: string; readonly id: string } | undefined
  #recordedStatus: number | undefined

  constructor(
    store: RelationalStore,
    { clock, attempt }: { readonly clock: Clock; readonly attempt: Attempt },
  ) {
    const { projectId, ...entry } = attempt
    this.#store = store
    this.#projectId = projectId
    this.#entry = { id: clock.id(), timestamp: clock.now(), ...entry }
  }

  /** The store for the request: its first successful write also stores the audit entry. */
  get store(): RelationalStore {
    const store = this.#store
    return {
      read: store.read,
      check: () => store.check(),
      size: () => store.size(),
      integrity: () => store.integrity(),
      connections: () => store.connections(),
      close: () => store.close(),
      // Staged parts are not the write itself: the transaction that references them is.
      stage: (work) => store.stage(work),
      write: async (work) => {
        const shouldRecord = this.#recordedStatus === undefined
        const value = await store.write(async (tx) => {
          const result = await work(tx)
          if (shouldRecord && this.#projectId !== undefined) {
            await tx.insertAudit(this.#projectId, this.#withStatus(200))
          }
          return result
        })
        if (shouldRecord && this.#projectId !== undefined) this.#recordedStatus = 200
        return value
      },
    }
  }

  /** Sets the project whose log gets the entry, when it becomes known. */
  setProject(projectId: string): void {
    this.#projectId = projectId
  }

  recordResource(kind: string, id: string): void {
    this.#resource = { kind, id }
  }

  /**
   * Called with the status of the answer. Records attempts that wrote nothing, and corrects those that failed
   * after a write. An entry without a project goes only to the log of the server.
   */
  async finish(statusCode: number): Promise<void> {
    const projectId = this.#projectId
    if (this.#recordedStatus === statusCode || projectId === undefined) return
    const { id } = this.#entry
    await this.#store.write((tx) =>
      this.#recordedStatus === undefined
        ? tx.insertAudit(projectId, this.#withStatus(statusCode))
        : tx.setAuditStatus(projectId, id, statusCode),
    )
  }

  #withStatus(statusCode: number): AuditEntry {
    return { ...this.#entry, statusCode, resourceKind: this.#resource?.kind, resourceId: this.#resource?.id }
  }
}
