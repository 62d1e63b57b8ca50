// What the routes of versioned records are made with, and the answers they share.
import type { z } from 'zod'
import { AssayError } from '../../errors.ts'
import type { JsonObject } from '../../json/value.ts'
import type { Scope } from '../../scope.ts'
import type { Family, Level, Revision } from '../../storage/contract.ts'
import type { Engine } from '../../versioning/engine.ts'
import { listKey, recordKey, type Kind } from '../../versioning/kinds.ts'
import type { EmbedResolver } from '../../versioning/payload.ts'
import type { Page, PageLimits } from '../../versioning/windowing.ts'
import { wireRevision, type Showing } from '../records.ts'

export interface VersioningContext {
  readonly engine: Engine
  readonly limits: PageLimits
  readonly payloads: Readonly<Record<Family, PayloadSchemas>>
  readonly resolveEmbeds: EmbedResolver
}

export interface PayloadSchemas {
  /** The closed payload that a commit brings. */
  readonly data: z.ZodType<JsonObject>
  /** A change of a payload; undefined: the family takes none. */
  readonly delta: z.ZodType<JsonObject> | undefined
}

export const showing = (
  context: VersioningContext,
  scope: Scope,
  view: {
    readonly publicUrl: string
    readonly includeTestcases?: boolean | undefined
    readonly includeTestcaseIds?: boolean | undefined
  },
): Showing => ({
  engine: context.engine,
  reads: scope.store.read,
  view: {
    publicUrl: view.publicUrl,
    includeTestcases: view.includeTestcases ?? true,
    includeTestcaseIds: view.includeTestcaseIds ?? true,
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

export const revisionPage = async (show: Showing, kind: Kind, page: Page<Revision>): Promise<JsonObject> =>
  pageAnswer(
    listKey(kind, 'revision'),
    page,
    await Promise.all(page.items.map((revision) => wireRevision(show, kind, revision))),
  )

/** The id in the path and the one in the body, when there is one, must agree. */
export function refuseOtherId(pathId: string, bodyId: string | undefined): void {
  if (bodyId !== undefined && bodyId !== pathId) {
    throw new AssayError('id_mismatch', `The id in the path is '${pathId}', the one in the body '${bodyId}'.`)
  }
}

export const operationName = (verb: string, kind: Kind, level: Level, plural = false): string =>
  `${verb}_${plural ? listKey(kind, level) : recordKey(kind, level)}`

export const levelPath = (kind: Kind, level: Level): string =>
  level === 'artifact' ? `/${kind.plural}` : `/${kind.plural}/${level}s`
