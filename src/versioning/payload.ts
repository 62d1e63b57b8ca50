// What a family decides about its payloads. The engine asks; it never looks into data itself.
import { contentHash } from '../kernel/json/canonical.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope } from '../access/scope.ts'
import type {
  Flags,
  RelationalReads,
  RelationalStore,
  RelationalTx,
  Revision,
  Used,
} from '../storage/contract/contract.ts'
import type { Windowing } from './windowing.ts'

export interface Warning {
  readonly code: 'nothing_removed' | 'unresolved_reference' | 'slug_unchanged'
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
  /** What its embeds take in. */
  readonly uses?: readonly Used[]
  /** It was made from the start revision: with another one it must be made again. */
  readonly standsOnStart?: boolean
  /** What is still to be written, in the transaction of the revision. */
  readonly store?: (tx: RelationalTx) => Promise<void>
  /** Removes what was staged, when the revision does not come to be. */
  readonly discard?: () => Promise<void>
}

/** Thrown in the transaction when what was prepared before it no longer fits; it is prepared again. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}

export interface CommitContext {
  readonly scope: Scope
  /** The store as the commit finds it: inside its transaction, or before it for a family that prepares ahead. */
  readonly reads: RelationalReads
  /** Stores parts of a payload that nothing names yet. */
  readonly stage: RelationalStore['stage']
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
  /** Which rows of a testset; absent: all. */
  readonly rows?: Windowing | undefined
  /** A testset of more rows is shown without them. */
  readonly rowsMax?: number | undefined
}

/** A payload as an answer shows it, and where the next page of it begins. */
export interface Shown {
  readonly data: JsonObject | undefined
  readonly windowing?: Windowing | undefined
}

export interface PayloadRules {
  /** A commit must bring `data` or `delta`, also on an empty variant. */
  readonly required: boolean
  /** What a simple record without `data` holds in its first real revision. */
  readonly emptyData: JsonObject | undefined
  /**
   * Payloads may be large: they are prepared before the transaction, which then only checks that they still fit and
   * names them. Other families prepare inside it.
   */
  readonly preparesAhead: boolean
  /** What a delta that does not say so itself is called; undefined: nothing is made up. */
  readonly deltaHeader?: (start: Revision | undefined) => {
    readonly message: string
    readonly description: string | undefined
  }
  /** A whole payload, already checked against the family's schema. */
  prepare(context: CommitContext, data: JsonObject): Promise<Prepared>
  /** A change of the start revision's payload; undefined: the family takes none. */
  readonly prepareDelta: ((context: CommitContext, delta: JsonObject) => Promise<Prepared>) | undefined
  /** Flags of a revision, from what was sent and what is stored. */
  flags(sent: Flags, data: JsonObject | undefined): Flags
  /** The payload as answers show it. */
  shown(
    revision: Revision,
    view: View,
    source: { readonly reads: RelationalReads; readonly projectId: string },
  ): Promise<Shown>
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
  preparesAhead: false,
  prepare: async (context, data) => asStored(check(data, context.loc), context.flags),
  prepareDelta: undefined,
  flags: (sent) => sent,
  shown: async (revision) => ({ data: storedData(revision) }),
})
