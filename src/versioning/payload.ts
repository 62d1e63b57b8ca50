// The interface through which the engine prepares and shows the payloads of a family. The engine never reads their data.
import { limitExceeded } from '../kernel/errors.ts'
import { hashingContent } from '../kernel/json/canonical.ts'
import { parsing } from '../kernel/json/checked.ts'
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import { inSlices } from '../kernel/time-slices.ts'
import type { Scope } from '../access/scope.ts'
import type {
  Family,
  Flags,
  RelationalReads,
  RelationalStore,
  RelationalTx,
  Revision,
  UsedRecord,
} from '../storage/contract/contract.ts'
import type { Windowing } from './windowing.ts'

export interface Warning {
  readonly code: 'nothing_removed' | 'unresolved_reference' | 'slug_unchanged'
  readonly message: string
  readonly target?: readonly (string | number)[]
}

/** A payload ready to be stored. */
export interface PreparedPayload {
  readonly dataText: string | undefined
  readonly contentHash: string | undefined
  readonly flags: Flags
  readonly warnings: readonly Warning[]
  readonly touchedArtifactIds: readonly string[]
  /** The revisions that its embeds use. */
  readonly uses?: readonly UsedRecord[]
  /** The payload was built from the start revision; with another one it must be built again. */
  readonly dependsOnStart?: boolean
  /** Writes the remaining parts, in the transaction of the revision. */
  readonly store?: (tx: RelationalTx) => Promise<void>
  /** Removes staged parts when the revision is not created. */
  readonly discard?: () => Promise<void>
}

/** Thrown in the transaction when the prepared payload no longer fits; it is then prepared again. */
export class OutdatedPayload extends Error {
  override readonly name = 'OutdatedPayload'
}

export interface CommitContext {
  readonly scope: Scope
  /** The store as the commit reads it: inside its transaction, or before it for a family that prepares early. */
  readonly reads: RelationalReads
  /** Stores parts of a payload that nothing references yet. */
  readonly stage: RelationalStore['stage']
  readonly artifact: { readonly id: string; readonly slug: string }
  /** The base revision of a delta; for `data` the head. */
  readonly start: Revision | undefined
  /** The newest revision of the variant, if any. */
  readonly head: Revision | undefined
  /** Flags sent with the commit. */
  readonly flags: Flags
  /** The location of the payload in the request, for field errors. */
  readonly loc: readonly (string | number)[]
}

/** Selects how much of a payload an answer contains. */
export interface View {
  /** The base URL under which clients reach this server, for urls in answers. */
  readonly publicUrl: string
  readonly includeTestcases: boolean
  readonly includeTestcaseIds: boolean
  /** The rows of a testset; absent: all. */
  readonly rows?: Windowing | undefined
  /** A testset with more rows is answered without them. */
  readonly rowsMax?: number | undefined
}

/** The payload in an answer, and the windowing of its next page. */
export interface PayloadView {
  readonly data: JsonObject | undefined
  readonly windowing?: Windowing | undefined
}

export interface PayloadRules {
  /** A commit must have `data` or `delta`, also on an empty variant. */
  readonly isRequired: boolean
  /** The payload of the first real revision of a simple record without `data`. */
  readonly emptyData: JsonObject | undefined
  /**
   * Payloads may be large: they are prepared before the transaction, which then only checks that they still
   * fit and references them. Other families prepare inside it.
   */
  readonly preparesEarly: boolean
  /** The default header of a delta; undefined: there is none. */
  readonly deltaHeader?: (start: Revision | undefined) => {
    readonly message: string
    readonly description: string | undefined
  }
  /** Prepares a full payload that is validated against the schema of the family. */
  prepare(context: CommitContext, data: JsonObject): Promise<PreparedPayload>
  /** Prepares a delta of the start revision's payload; undefined: the family has no deltas. */
  readonly prepareDelta: ((context: CommitContext, delta: JsonObject) => Promise<PreparedPayload>) | undefined
  /** The flags of a revision, from the sent flags and the stored data. */
  flags(sent: Flags, data: JsonObject | undefined): Flags
  /** The payload for answers. */
  view(
    revision: Revision,
    view: View,
    source: { readonly reads: RelationalReads; readonly projectId: string },
  ): Promise<PayloadView>
}

/** The stored payload; undefined when the revision has none. */
export const storedData = (revision: Pick<Revision, 'dataText'>): JsonObject | undefined =>
  revision.dataText === undefined ? undefined : JSON.parse(revision.dataText)

/** Characters of JSON text that are parsed without a pause: about 5 ms. */
const directParseCharactersMax = 256 * 1024

/** The stored payload. Long text is parsed in time slices. */
export async function readStoredData(revision: Pick<Revision, 'dataText'>): Promise<JsonObject | undefined> {
  const { dataText } = revision
  if (dataText === undefined || dataText.length <= directParseCharactersMax) return storedData(revision)
  const { value, fieldErrors } = await inSlices(parsing(dataText))
  return fieldErrors.length === 0 && isJsonObject(value) ? value : storedData(revision)
}

interface RevisionReader {
  readonly engine: { readonly payloads: Readonly<Record<Family, PayloadRules>> }
  readonly scope: Scope
}

/** The data of a revision for use in the server: without urls and testcases. */
export async function revisionData(
  { engine, scope }: RevisionReader,
  revision: Revision,
): Promise<JsonObject> {
  const view = { publicUrl: '', includeTestcases: false, includeTestcaseIds: false }
  const source = { reads: scope.store.read, projectId: scope.projectId }
  return (await engine.payloads[revision.family].view(revision, view, source)).data ?? {}
}

export const withoutPayload = (flags: Flags): PreparedPayload => ({
  dataText: undefined,
  contentHash: undefined,
  flags,
  warnings: [],
  touchedArtifactIds: [],
})

/** The limits of a family whose payload is one value, which is parsed and written without a pause. */
export interface DataLimits {
  /** The most characters of its JSON text. */
  readonly charactersMax: number
}

/** A payload that is stored unchanged. */
export async function prepareUnchanged(
  { loc }: Pick<CommitContext, 'loc'>,
  data: JsonObject,
  rest: {
    readonly flags: Flags
    readonly warnings?: readonly Warning[]
    readonly limits?: DataLimits
  },
): Promise<PreparedPayload> {
  const { flags, warnings = [], limits: { charactersMax } = { charactersMax: Infinity } } = rest
  const contentHash = await inSlices(hashingContent(data, charactersMax))
  if (contentHash === undefined) {
    throw limitExceeded({
      type: 'too_long',
      loc,
      msg: `The data of a revision has at most ${charactersMax} characters; store rows in a testset.`,
      limit: charactersMax,
      setting: 'revision_characters_max',
    })
  }
  return { dataText: JSON.stringify(data), contentHash, flags, warnings, touchedArtifactIds: [] }
}

/** Rules of a family whose payload is one validated object, stored and answered unchanged. */
export const plainRules = (
  check: (data: JsonObject, loc: readonly (string | number)[]) => JsonObject,
  limits: DataLimits,
): PayloadRules => ({
  isRequired: false,
  emptyData: undefined,
  preparesEarly: false,
  prepare: async (context, data) =>
    prepareUnchanged(context, check(data, context.loc), { flags: context.flags, limits }),
  prepareDelta: undefined,
  flags: (flags) => flags,
  view: async (revision) => ({ data: await readStoredData(revision) }),
})
