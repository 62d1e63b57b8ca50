// What a family decides about its payloads. The engine asks; it never looks into data itself.
import { contentHash } from '../json/canonical.ts'
import type { JsonObject } from '../json/value.ts'
import type { Scope } from '../scope.ts'
import type { Flags, RelationalReads, RelationalTx, Revision } from '../storage/contract.ts'

export interface Warning {
  readonly code: 'nothing_removed' | 'unresolved_reference'
  readonly message: string
  readonly target?: readonly (string | number)[]
}

/** A payload ready to be stored. */
export interface Prepared {
  readonly dataText: string | undefined
  readonly contentHash: string | undefined
  readonly flags: Flags
  readonly warnings: readonly Warning[]
  readonly touchedArtifactIds: readonly string[]
}

export interface CommitContext {
  readonly scope: Scope
  readonly tx: RelationalTx
  readonly artifact: { readonly id: string; readonly slug: string }
  /** The revision that a delta starts from; for `data` the head. */
  readonly start: Revision | undefined
  /** The newest revision of the variant, if any. */
  readonly head: Revision | undefined
  /** Flags sent with the commit. */
  readonly flags: Flags
  /** Where the payload stands in the request, for faults. */
  readonly loc: readonly (string | number)[]
}

/** How much of a payload an answer shows. */
export interface View {
  /** The address under which clients reach this server, for urls that answers add. */
  readonly publicUrl: string
  readonly includeTestcases: boolean
  readonly includeTestcaseIds: boolean
}

export interface PayloadRules {
  /** A commit must bring `data` or `delta`, also on an empty variant. */
  readonly required: boolean
  /** What a simple record without `data` holds in its first real revision. */
  readonly emptyData: JsonObject | undefined
  /** A whole payload, already checked against the family's schema. */
  prepare(context: CommitContext, data: JsonObject): Promise<Prepared>
  /** A change of the start revision's payload; undefined: the family takes none. */
  readonly prepareDelta: ((context: CommitContext, delta: JsonObject) => Promise<Prepared>) | undefined
  /** Flags of a revision, from what was sent and what is stored. */
  flags(sent: Flags, data: JsonObject | undefined): Flags
  /** The payload as answers show it. */
  shown(revision: Revision, view: View, reads: RelationalReads): Promise<JsonObject | undefined>
}

/** The stored payload; undefined when the revision has none. */
export const storedData = (revision: Pick<Revision, 'dataText'>): JsonObject | undefined =>
  revision.dataText === undefined ? undefined : (JSON.parse(revision.dataText) as JsonObject)

export const withoutPayload = (flags: Flags): Prepared => ({
  dataText: undefined,
  contentHash: undefined,
  flags,
  warnings: [],
  touchedArtifactIds: [],
})

/** A payload stored as it is. */
export const asStored = (data: JsonObject, flags: Flags, warnings: readonly Warning[] = []): Prepared => ({
  dataText: JSON.stringify(data),
  contentHash: contentHash(data),
  flags,
  warnings,
  touchedArtifactIds: [],
})

/** Rules of a family whose payload is one checked object, stored and shown as it is. */
export const plainRules = (
  check: (data: JsonObject, loc: readonly (string | number)[]) => JsonObject,
): PayloadRules => ({
  required: false,
  emptyData: undefined,
  prepare: async (context, data) => asStored(check(data, context.loc), context.flags),
  prepareDelta: undefined,
  flags: (sent) => sent,
  shown: async (revision) => storedData(revision),
})
