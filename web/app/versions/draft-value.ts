// The value of a draft and its edits. This file is pure; draft.ts stores drafts.
import type { JsonObject, Revision } from './client.ts'
import { equal } from './delta.ts'

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
  const own = { revisionId: revision.id, version: revision.version }
  const { start, base } = draft ?? { start: own, base: own }
  const isOwn = start.revisionId === own.revisionId && base.revisionId === own.revisionId
  return isOwn && equal(data, revision.data ?? {}) ? undefined : { start, base, data }
}
