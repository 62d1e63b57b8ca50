// The value of a draft and its edits. This file is pure; draft.ts stores drafts.
import type { JsonObject, Revision } from './client.ts'
import { isEqual } from './delta.ts'

export interface DraftSide {
  readonly revisionId: string
  readonly version: string
}

export interface Draft {
  /** The revision that was edited. */
  readonly start: DraftSide
  /** The head at the start of the edit; a commit on another head is rejected. */
  readonly base: DraftSide
  readonly data: JsonObject
}

/** The draft after an edit of a revision; undefined: the edit restored the stored payload. */
export function editedDraft({
  draft,
  revision,
  data,
}: {
  readonly draft: Draft | undefined
  readonly revision: Pick<Revision, 'id' | 'version' | 'data'>
  readonly data: JsonObject
}): Draft | undefined {
  const side = { revisionId: revision.id, version: revision.version }
  const { start, base } = draft ?? { start: side, base: side }
  const isOnRevision = start.revisionId === side.revisionId && base.revisionId === side.revisionId
  return isOnRevision && isEqual(data, revision.data ?? {}) ? undefined : { start, base, data }
}
