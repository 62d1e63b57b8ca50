// The dependencies of versioned-record routes, and the answers they share.
import { withoutUndefined } from '../../kernel/own.ts'
import type { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Family, Level, Revision } from '../../storage/contract/contract.ts'
import type { Engine } from '../../versioning/engine.ts'
import { listKey, recordKey, type Kind } from '../../versioning/kinds.ts'
import type { EmbedLimits } from '../../workflows/resolve.ts'
import type { Page, PageLimits, Windowing } from '../../versioning/windowing.ts'
import type { PayloadContext } from '../records.ts'
import type { Call, Caller, JsonText } from '../route.ts'

/** Optional data that a retrieve of this family adds to the stored payload. */
export interface Expansion {
  readonly fields: z.ZodRawShape
  readonly answer: z.ZodRawShape
  readonly expand: (
    call: Pick<Call<unknown, unknown, unknown>, 'reply'>,
    caller: Caller,
    retrieval: {
      readonly body: SentBody
      readonly record: JsonObject
      /** The full answer: the record and further members. */
      readonly answer: (record: JsonObject, extra: JsonObject) => JsonObject
    },
  ) => Promise<JsonObject | JsonText>
}

export interface VersioningContext {
  readonly engine: Engine
  readonly limits: PageLimits
  readonly payloads: Readonly<Record<Family, PayloadSchemas>>
  readonly embedLimits: EmbedLimits
  readonly expansions: Readonly<Partial<Record<Family, Expansion>>>
}

/** A request body whose keys depend on the kind. */
export type SentBody = { readonly [name: string]: unknown }

export interface PayloadSchemas {
  /** The payload of a commit; unknown members are refused. */
  readonly data: z.ZodType<JsonObject>
  /** A delta of a payload; undefined: the family has no deltas. */
  readonly delta: z.ZodType<JsonObject> | undefined
  /** Windowing over the rows of the payload; undefined: the payload has no pages. */
  readonly rowWindowing?: z.ZodType<Windowing>
  /** The comparison of two revisions; undefined: members are compared, with JSON Pointers. */
  readonly diff?: DiffFormat
}

/** The comparison of revisions of a family. */
export interface DiffFormat {
  /** The name of the answer's schema in the OpenAPI document. */
  readonly name: string
  readonly fields: z.ZodRawShape
  /** Members of `diff` in the answer besides `base` and `target`. */
  readonly answer: z.ZodRawShape
  /** These members in the example of the OpenAPI document. */
  readonly example: JsonObject
  compare(
    scope: Scope,
    sides: DiffSides,
    body: SentBody,
  ): Promise<{ readonly count: number; readonly diff: JsonObject; readonly windowing?: JsonObject }>
}

export interface DiffSides {
  readonly base: Revision | undefined
  readonly target: Revision
}

/** `rows`: the part of the request that may select rows of a testset. */
export const payloadContext = (
  context: VersioningContext,
  {
    scope,
    publicUrl,
    rows = {},
  }: { readonly scope: Scope; readonly publicUrl: string; readonly rows?: SentBody | undefined },
): PayloadContext => ({
  engine: context.engine,
  reads: scope.store.read,
  projectId: scope.projectId,
  view: {
    publicUrl,
    includeTestcases: rows['include_testcases'] !== false,
    includeTestcaseIds: rows['include_testcase_ids'] !== false,
  },
})

export const single = (
  kind: Kind,
  {
    level,
    record,
    extra = {},
  }: { readonly level: Level; readonly record: JsonObject; readonly extra?: JsonObject | undefined },
): JsonObject => ({
  count: 1,
  [recordKey(kind, level)]: record,
  ...extra,
})

export const emptyAnswer: JsonObject = { count: 0 }

export function pageAnswer<T>(
  key: string,
  { page, items }: { readonly page: Page<T>; readonly items: readonly JsonObject[] },
): JsonObject {
  return {
    count: items.length,
    [key]: items,
    ...(page.windowing === undefined ? {} : { windowing: withoutUndefined(page.windowing) }),
  }
}

/** The id in the path and the id in the body, if present, must agree. */
export function refuseOtherId(pathId: string, bodyId: string | undefined): void {
  if (bodyId !== undefined && bodyId !== pathId) {
    throw new AssayError(
      'id_mismatch',
      `The id in the path is '${pathId}', but the id in the body is '${bodyId}'.`,
    )
  }
}

export const operationName = (
  verb: string,
  {
    kind,
    level,
    plural = false,
  }: { readonly kind: Kind; readonly level: Level; readonly plural?: boolean | undefined },
): string => `${verb}_${plural ? listKey(kind, level) : recordKey(kind, level)}`

/** `applications.query`, `applications.queryVariants`, `applications.fetchRevision`. */
export const sdkNameOf = (
  verb: string,
  {
    kind,
    level,
    plural = false,
  }: { readonly kind: Kind; readonly level: Level; readonly plural?: boolean | undefined },
): string =>
  `${kind.plural}.${verb}${{ artifact: '', variant: 'Variant', revision: 'Revision' }[level]}${plural && level !== 'artifact' ? 's' : ''}`

/** The group of the simple records of a kind: `simpleApplications`. */
export const simpleGroup = ({ plural }: Kind): string =>
  `simple${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}`

export const levelPath = (kind: Kind, level: Level): string =>
  level === 'artifact' ? `/${kind.plural}` : `/${kind.plural}/${level}s`

/** `a testset`, `an application`: for summaries. */
export const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
