// The payload of a revision. Edits of the head are a draft until they are committed or discarded. Other revisions are read-only.
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { RowPicker } from '../app/trials/row-picker.tsx'
import type { Artifact, JsonObject, Revision } from '../app/versions/client.ts'
import { CommitDialog } from '../app/versions/commit-dialog.tsx'
import { useDraft, type Draft } from '../app/versions/draft.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { PayloadEditor } from '../app/versions/payload-editor.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { RestoreVersion } from './restore-version.tsx'
import { Matches } from './query/matches.tsx'
import { QueryEditor } from './query/query-editor.tsx'
import styles from './page.module.css'

export interface ContentProps {
  readonly kind: PageKind
  readonly artifact: Artifact
  readonly revision: Revision
  /** The head of the variant. */
  readonly head: { readonly id: string; readonly version: string }
  readonly variantName: string
  readonly archived: boolean
  readonly onHead: () => void
}

const nothing: JsonObject = {}

function DraftBar({
  draft,
  isStale,
  headVersion,
  onCommit,
  onDiscard,
}: {
  draft: Draft
  isStale: boolean
  headVersion: string
  onCommit: () => void
  onDiscard: () => void
}) {
  return (
    <output className={styles['bar']} data-tone="draft">
      <Icon name={isStale ? 'alert' : 'edit'} size={14} />
      <span>
        {isStale
          ? `Version ${headVersion} was committed after you started editing.`
          : draft.start.revisionId === draft.base.revisionId
            ? `Draft based on version ${draft.start.version}, stored in this browser.`
            : `Draft restores version ${draft.start.version}, stored in this browser.`}
      </span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button look="main" icon="commit" onClick={onCommit}>
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
  const { kind, revision, head, variantName, archived, onHead } = props
  const canEdit = useHasRole('editor') && !archived
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

export function Content(props: ContentProps) {
  const { kind, revision, head, variantName, archived, onHead } = props
  const { session } = useSession()
  const canEdit = useHasRole('editor') && !archived
  const [draft, setDraft] = useDraft(session.project.id, revision.variant_id)
  const [committing, setCommitting] = useState(false)
  const [round, setRound] = useState(0)
  const isHead = revision.id === head.id
  const isStale = draft !== undefined && draft.base.revisionId !== head.id
  const [headSide, own] = [
    { revisionId: head.id, version: head.version },
    { revisionId: revision.id, version: revision.version },
  ]
  const data = revision.data ?? nothing
  const payload = isHead ? (draft?.data ?? data) : data
  const onData = (next: JsonObject): void =>
    setDraft({ start: draft?.start ?? headSide, base: draft?.base ?? headSide, data: next })
  useShortcuts(
    draft === undefined || !canEdit
      ? []
      : [{ id: 'commit', keys: 'mod+s', does: 'Commit the changes', run: () => setCommitting(true) }],
  )
  return (
    <>
      {!isHead ? (
        <OldRevisionBar
          props={props}
          hasDraft={draft !== undefined}
          onEdit={() => {
            setDraft({ start: own, base: headSide, data })
            onHead()
          }}
        />
      ) : (
        draft !== undefined &&
        canEdit && (
          <DraftBar
            draft={draft}
            isStale={isStale}
            headVersion={head.version}
            onCommit={() => setCommitting(true)}
            onDiscard={() => {
              setDraft(undefined)
              setRound(round + 1)
            }}
          />
        )
      )}
      {revision.data === undefined && draft === undefined && (
        <p className={styles['faint']}>This revision is empty.</p>
      )}
      {(revision.data !== undefined || draft !== undefined || (canEdit && isHead)) && (
        <PayloadEditor
          // A new key resets the typed text after a discard.
          key={`${revision.id} ${round}`}
          data={payload}
          rowPicker={(picker) => <RowPicker single {...picker} />}
          onData={isHead && canEdit ? onData : undefined}
          form={
            kind === 'query'
              ? {
                  name: 'Filter',
                  editor: <QueryEditor data={payload} onData={isHead && canEdit ? onData : undefined} />,
                }
              : undefined
          }
        />
      )}
      {kind === 'query' && <Matches key={revision.id} data={payload} meta={revision.meta} />}
      {draft !== undefined && (
        <CommitDialog
          open={committing}
          isStale={isStale}
          kind={kind}
          variantId={revision.variant_id}
          variantName={variantName}
          draft={draft}
          onDraft={(next) => {
            setDraft(next)
            setRound(round + 1)
          }}
          onCommitted={onHead}
          onClose={() => setCommitting(false)}
        />
      )}
    </>
  )
}
