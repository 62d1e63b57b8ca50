// The bar of the draft at the foot of the page: its summary, undo and redo, commit and discard. If another person has
// committed since, the draft is merged.
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useSession } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { formText, submitOnCtrlEnter } from '../../ui/forms/form-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { sideText } from '../url-state.ts'
import { texts } from '../texts.ts'
import { summaryOf } from './delta.ts'
import { useCommit, type DraftBarProps, type DraftDialog } from './use-commit.ts'
import form from '../../ui/form.module.css'
import styles from './commit.module.css'

function CommitForm({
  summary,
  isPending,
  onMessage,
}: {
  summary: string
  isPending: boolean
  onMessage: (message: string) => void
}) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onMessage(formText(event.currentTarget, 'message'))
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <p>{summary}.</p>
      <div className={form['field']}>
        <label htmlFor="message">Commit message</label>
        <input id="message" name="message" autoComplete="off" onKeyDown={submitOnCtrlEnter} />
      </div>
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={isPending}>
          {isPending ? 'Committing…' : 'Commit'}
        </Button>
      </div>
    </form>
  )
}

function StaleNotice({
  bar: { slug, base, variant, isDefault, head },
  isPending,
  onMerge,
  onClose,
}: {
  bar: DraftBarProps
  isPending: boolean
  onMerge: () => void
  onClose: () => void
}) {
  const { session } = useSession()
  const side = (version: string): string => sideText(isDefault ? undefined : variant, version)
  return (
    <div className={form['form']}>
      <p>{texts.staleDraftHint}</p>
      {head !== undefined && (
        <p>
          The newest version is {head.version}
          {head.message === undefined || head.message === '' ? '' : `: “${head.message}”`}. Your draft is
          based on version {base.version}.{' '}
          <Link
            className={styles['link']}
            to="/p/$project/testsets/$testset/diff/$range"
            params={{
              project: session.project.slug,
              testset: slug,
              range: `${side(base.version)}..${side(head.version)}`,
            }}
          >
            Show its changes
          </Link>
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Keep draft</Button>
        <Button look="main" disabled={isPending} onClick={onMerge}>
          {isPending ? 'Merging…' : 'Merge'}
        </Button>
      </div>
    </div>
  )
}

const titles: Readonly<Record<DraftDialog, string>> = {
  commit: 'Commit draft',
  stale: texts.staleDraft,
  discard: 'Discard draft?',
}

function DiscardForm({
  summary,
  onDiscard,
  onClose,
}: {
  summary: string
  onDiscard: () => void
  onClose: () => void
}) {
  return (
    <div className={form['form']}>
      <p>{summary === '' ? 'No changes' : summary}. This cannot be undone.</p>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function DraftDialogs({ bar, commit }: { bar: DraftBarProps; commit: ReturnType<typeof useCommit> }) {
  const { dialog, setDialog, commitMutation, mergeMutation, progress } = commit
  const summary = summaryOf(bar.changes)
  const onClose = (): void => setDialog(undefined)
  return (
    <Dialog open={dialog !== undefined} onClose={onClose} title={dialog === undefined ? '' : titles[dialog]}>
      {progress?.rows !== undefined && (
        <Progress
          label="Commit progress"
          message={`Changing the columns: ${count(progress.rows.done)} of ${count(progress.rows.total)} rows…`}
          doneCount={progress.rows.done}
          total={progress.rows.total}
          onCancel={progress.cancel}
        />
      )}
      {dialog === 'commit' && (
        <CommitForm
          summary={summary}
          isPending={commitMutation.isPending}
          onMessage={(message) => commitMutation.mutate(message)}
        />
      )}
      {dialog === 'stale' && (
        <StaleNotice
          bar={bar}
          isPending={mergeMutation.isPending}
          onMerge={() => mergeMutation.mutate()}
          onClose={onClose}
        />
      )}
      {dialog === 'discard' && (
        <DiscardForm summary={summary} onDiscard={() => void commit.discard()} onClose={onClose} />
      )}
    </Dialog>
  )
}

export function DraftBar(props: DraftBarProps) {
  const { base, head, changes, draft } = props
  const commit = useCommit(props)
  const summary = summaryOf(changes)
  const isBehind = head !== undefined && head.id !== base.id
  const onCommit = (): void => {
    if (summary !== '') commit.setDialog(isBehind ? 'stale' : 'commit')
  }
  // While a dialog is open, its form handles the keys.
  const isClosed = commit.dialog === undefined
  useShortcuts([
    { id: 'commit draft', keys: 'mod+enter', label: 'Commit draft', run: () => isClosed && onCommit() },
  ])
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Draft">
      <b>Draft of version {base.version}</b>
      <output>
        {summary === '' ? 'no changes' : summary}
        <small> · {texts.draftStored}</small>
      </output>
      <span className={styles['actions']}>
        <IconButton icon="undo" label="Undo" disabled={draft.draft?.done.length === 0} onClick={draft.undo} />
        <IconButton
          icon="redo"
          label="Redo"
          disabled={draft.draft?.undone.length === 0}
          onClick={draft.redo}
        />
        <Button onClick={() => commit.setDialog('discard')}>Discard</Button>
        <Button look="main" title="Ctrl+Enter" disabled={summary === ''} onClick={onCommit}>
          {isBehind ? 'Merge…' : 'Commit…'}
        </Button>
      </span>
      <DraftDialogs bar={props} commit={commit} />
    </div>
  )
}
