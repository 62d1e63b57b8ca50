// The payload of a revision. The newest of a variant can be changed: changes are a draft until they are committed or thrown away. Every other
// revision is only read.
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import type { Artifact, JsonObject, Revision } from '../app/versions/client.ts'
import { CommitDialog } from '../app/versions/commit-dialog.tsx'
import { useDraft, type Draft } from '../app/versions/draft.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { PayloadEditor } from '../app/versions/payload-editor.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './page.module.css'

export interface ContentProps {
  readonly kind: PageKind
  readonly artifact: Artifact
  readonly revision: Revision
  /** The newest of the variant, as far as it is known. */
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
    <div className={styles['bar']} data-tone="draft" role="status">
      <Icon name={isStale ? 'alert' : 'edit'} size={14} />
      <span>
        {isStale
          ? `Version ${headVersion} was committed since you began.`
          : draft.start.revisionId === draft.base.revisionId
            ? `Changed since version ${draft.start.version}; kept in this browser.`
            : `Goes back to version ${draft.start.version}; kept in this browser.`}
      </span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button look="main" icon="commit" onClick={onCommit}>
        {isStale ? 'See and merge…' : 'Commit…'}
      </Button>
    </div>
  )
}

function OldBar({ props, hasDraft, onEdit }: { props: ContentProps; hasDraft: boolean; onEdit: () => void }) {
  const { revision, head, variantName, archived, onHead } = props
  const mayEdit = useHasRole('editor') && !archived
  return (
    <div className={styles['bar']}>
      <Icon name="note" size={14} />
      <span>
        Version {revision.version} of {variantName}, as it was committed. The newest is {head.version}.
      </span>
      <Button onClick={onHead}>{hasDraft ? 'To your changes' : 'To the newest'}</Button>
      {mayEdit && !hasDraft && (
        <Button icon="undo" onClick={onEdit}>
          Edit from here
        </Button>
      )}
    </div>
  )
}

export function Content(props: ContentProps) {
  const { kind, revision, head, variantName, archived, onHead } = props
  const { session } = useSession()
  const mayEdit = useHasRole('editor') && !archived
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
  const shown = isHead ? (draft?.data ?? data) : data
  const edited = (next: JsonObject): void =>
    setDraft({ start: draft?.start ?? headSide, base: draft?.base ?? headSide, data: next })
  useShortcuts(
    draft === undefined || !mayEdit
      ? []
      : [{ id: 'commit', keys: 'mod+s', does: 'Commit the changes', run: () => setCommitting(true) }],
  )
  return (
    <>
      {!isHead ? (
        <OldBar
          props={props}
          hasDraft={draft !== undefined}
          onEdit={() => {
            setDraft({ start: own, base: headSide, data })
            onHead()
          }}
        />
      ) : (
        draft !== undefined &&
        mayEdit && (
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
        <p className={styles['faint']}>This revision holds nothing{mayEdit && isHead ? ' yet' : ''}.</p>
      )}
      {(revision.data !== undefined || draft !== undefined || (mayEdit && isHead)) && (
        <PayloadEditor
          // What was typed and thrown away is not shown any more.
          key={`${revision.id} ${round}`}
          data={shown}
          onData={isHead && mayEdit ? edited : undefined}
        />
      )}
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
