// The draft of a revision: edits of the head until they are committed or discarded. Other revisions are read-only.
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import type { Artifact, JsonObject, Revision } from '../app/versions/client.ts'
import { CommitDialog } from '../app/versions/commit-dialog.tsx'
import { editedDraft, type Draft } from '../app/versions/draft-value.ts'
import { useDraft } from '../app/versions/draft.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { RestoreVersion } from './restore-version.tsx'
import styles from './page.module.css'

export interface ContentProps {
  readonly kind: PageKind
  readonly artifact: Artifact
  readonly revision: Revision
  /** The head of the variant. */
  readonly head: { readonly id: string; readonly version: string }
  readonly variantName: string
  readonly isArchived: boolean
  readonly onHead: () => void
}

const emptyObject: JsonObject = {}

/** The visible payload and the function that changes it. */
export function useRevisionDraft({ revision, head, isArchived }: ContentProps) {
  const { session } = useSession()
  const canEdit = useHasRole('editor') && !isArchived
  const [draft, setDraft] = useDraft(session.project.id, revision.variant_id)
  const [round, setRound] = useState(0)
  const isHead = revision.id === head.id
  const data = revision.data ?? emptyObject
  const headSide = { revisionId: head.id, version: head.version }
  const onData = (next: JsonObject): void => setDraft(editedDraft({ draft, revision, data: next }))
  return {
    draft,
    setDraft,
    headSide,
    isHead,
    canEdit,
    payload: isHead ? (draft?.data ?? data) : data,
    /** Receives the edited payload; undefined: the payload is read-only. */
    onData: isHead && canEdit ? onData : undefined,
    /** A new key resets the typed text after a discard. */
    editorKey: `${revision.id} ${round}`,
    resetEditor: () => setRound(round + 1),
  }
}

export type RevisionDraft = ReturnType<typeof useRevisionDraft>

/** The bar is visible without a draft, too, so that the editor below does not move with the first typed character. */
function DraftBar({
  draft,
  isStale,
  headVersion,
  onCommit,
  onDiscard,
}: {
  draft: Draft | undefined
  isStale: boolean
  headVersion: string
  onCommit: () => void
  onDiscard: () => void
}) {
  return (
    <output className={styles['bar']} data-tone={draft === undefined ? 'idle' : 'draft'}>
      <Icon name={isStale ? 'alert' : 'edit'} size={14} />
      <span>
        {draft === undefined
          ? `No changes since version ${headVersion}.`
          : isStale
            ? `Version ${headVersion} was committed after you started editing.`
            : draft.start.revisionId === draft.base.revisionId
              ? `Draft based on version ${draft.start.version}, stored in this browser.`
              : `Draft restores version ${draft.start.version}, stored in this browser.`}
      </span>
      <Button disabled={draft === undefined} onClick={onDiscard}>
        Discard
      </Button>
      <Button look="main" icon="commit" disabled={draft === undefined} onClick={onCommit}>
        {isStale ? 'Review and merge…' : 'Commit…'}
      </Button>
    </output>
  )
}

function OldRevisionBar({
  props,
  hasDraft,
  onEdit,
}: {
  props: ContentProps
  hasDraft: boolean
  onEdit: () => void
}) {
  const { kind, revision, head, variantName, isArchived, onHead } = props
  const canEdit = useHasRole('editor') && !isArchived
  return (
    <div className={styles['bar']}>
      <Icon name="note" size={14} />
      <span>
        Version {revision.version} of {variantName} (read-only). The newest is {head.version}.
      </span>
      <Button onClick={onHead}>{hasDraft ? 'Go to your draft' : 'Go to newest'}</Button>
      {canEdit && !hasDraft && (
        <Button icon="edit" onClick={onEdit}>
          Edit from here
        </Button>
      )}
      {canEdit && revision.data !== undefined && (
        <RestoreVersion
          kind={kind}
          revision={revision}
          head={{ revisionId: head.id, version: head.version }}
          variantName={variantName}
          onCommitted={onHead}
        />
      )}
    </div>
  )
}

/** The state of the draft with its actions, or a note that the revision is read-only. */
export function DraftControls({ props, edit }: { props: ContentProps; edit: RevisionDraft }) {
  const { kind, revision, head, variantName, onHead } = props
  const { draft, setDraft, headSide, isHead, canEdit, resetEditor } = edit
  const [isCommitting, setIsCommitting] = useState(false)
  const isStale = draft !== undefined && draft.base.revisionId !== head.id
  useShortcuts(
    draft === undefined || !canEdit
      ? []
      : [{ id: 'commit', keys: 'mod+s', label: 'Commit the changes', run: () => setIsCommitting(true) }],
  )
  return (
    <>
      {!isHead ? (
        <OldRevisionBar
          props={props}
          hasDraft={draft !== undefined}
          onEdit={() => {
            const side = { revisionId: revision.id, version: revision.version }
            setDraft({ start: side, base: headSide, data: revision.data ?? emptyObject })
            onHead()
          }}
        />
      ) : (
        canEdit && (
          <DraftBar
            draft={draft}
            isStale={isStale}
            headVersion={head.version}
            onCommit={() => setIsCommitting(true)}
            onDiscard={() => {
              setDraft(undefined)
              resetEditor()
            }}
          />
        )
      )}
      {draft !== undefined && (
        <CommitDialog
          open={isCommitting}
          isStale={isStale}
          kind={kind}
          variantId={revision.variant_id}
          variantName={variantName}
          draft={draft}
          onDraft={(next) => {
            setDraft(next)
            resetEditor()
          }}
          onCommitted={onHead}
          onClose={() => setIsCommitting(false)}
        />
      )}
    </>
  )
}
