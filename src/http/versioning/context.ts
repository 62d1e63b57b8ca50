// What the routes of versioned records are made with, and the answers they share.
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

/** What a retrieve of this family may show beside the stored payload. */
export interface Expansion {
  readonly fields: z.ZodRawShape
  readonly answer: z.ZodRawShape
  readonly expand: (
    call: Pick<Call<unknown, unknown, unknown>, 'reply'>,
    caller: Caller,
    retrieved: {
      readonly body: Sent
      readonly record: JsonObject
      /** The whole answer around the record and further members. */
      readonly answer: (record: JsonObject, more: JsonObject) => JsonObject
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

/** A body whose keys are made from the words of a kind. */
export type Sent = { readonly [name: string]: unknown }

export interface PayloadSchemas {
  /** The closed payload that a commit brings. */
  readonly data: z.ZodType<JsonObject>
  /** A change of a payload; undefined: the family takes none. */
  readonly delta: z.ZodType<JsonObject> | undefined
  /** A window over the rows of the payload, which a retrieve then takes; undefined: the payload is one piece. */
  readonly rowWindowing?: z.ZodType<Windowing>
  /** How two revisions are compared; undefined: member by member, by JSON Pointer. */
  readonly diff?: DiffForm
}

/** A comparison of revisions in the words of a family. */
export interface DiffForm {
  /** Of what is answered, in the OpenAPI document. */
  readonly name: string
  /** Further members of the request. */
  readonly fields: z.ZodRawShape
  /** Members of the answer's `diff` beside `base` and `target`. */
  readonly answer: z.ZodRawShape
  compare(
    scope: Scope,
    sides: DiffSides,
    body: Sent,
  ): Promise<{ readonly count: number; readonly diff: JsonObject; readonly windowing?: JsonObject }>
}

export interface DiffSides {
  readonly base: Revision | undefined
  readonly target: Revision
}

/** `rows`: the part of the request that may say how much of the rows of a testset to show. */
export const showing = (
  context: VersioningContext,
  scope: Scope,
  publicUrl: string,
  rows: Sent = {},
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

export const one = (kind: Kind, level: Level, record: JsonObject, more: JsonObject = {}): JsonObject => ({
  count: 1,
  [recordKey(kind, level)]: record,
  ...more,
})

export const none: JsonObject = { count: 0 }

export function pageAnswer<T>(key: string, page: Page<T>, items: readonly JsonObject[]): JsonObject {
  return {
    count: items.length,
    [key]: items,
    ...(page.windowing === undefined ? {} : { windowing: page.windowing as unknown as JsonObject }),
  }
}

/** The id in the path and the one in the body, when there is one, must agree. */
export function refuseOtherId(pathId: string, bodyId: string | undefined): void {
  if (bodyId !== undefined && bodyId !== pathId) {
    throw new AssayError('id_mismatch', `The id in the path is '${pathId}', the one in the body '${bodyId}'.`)
  }
}

export const operationName = (verb: string, kind: Kind, level: Level, plural = false): string =>
  `${verb}_${plural ? listKey(kind, level) : recordKey(kind, level)}`

/** `applications.query`, `applications.queryVariants`, `applications.fetchRevision`. */
export const sdkNameOf = (verb: string, kind: Kind, level: Level, plural = false): string =>
  `${kind.plural}.${verb}${{ artifact: '', variant: 'Variant', revision: 'Revision' }[level]}${plural && level !== 'artifact' ? 's' : ''}`

/** The group of the simple form of a kind: `simpleApplications`. */
export const simpleGroup = ({ plural }: Kind): string =>
  `simple${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}`

export const levelPath = (kind: Kind, level: Level): string =>
  level === 'artifact' ? `/${kind.plural}` : `/${kind.plural}/${level}s`

/** `a testset`, `an application`: as summaries say it. */
export const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
