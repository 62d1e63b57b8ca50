// The draft at the foot of the page: what it comes to, back and forth, and its end: committed or thrown away. When somebody
// else has committed meanwhile, it is merged with that, or waits.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { AssayError, type Api } from '../../app/api.ts'
import type { RequestControl } from '../../app/long-request.ts'
import { useSession } from '../../app/session.tsx'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { Progress } from '../../ui/progress.tsx'
import type { Revision, Variant } from '../queries.ts'
import { sideText } from '../url-state.ts'
import { texts } from '../texts.ts'
import { formText } from '../../ui/forms/form-text.ts'
import { deltaOf, summaryOf, type Delta } from './delta.ts'
import type { Changes } from './draft.ts'
import type { DraftHandle } from './use-draft.ts'
import form from '../../ui/form.module.css'
import styles from './commit.module.css'

export interface DraftBarProps {
  readonly slug: string
  readonly variant: Variant
  readonly isDefault: boolean
  /** The revision that the draft changes. */
  readonly base: Revision
  readonly head: Revision | undefined
  readonly changes: Changes
  readonly draft: DraftHandle
  readonly onCommitted: () => void
}

const withoutRows = { include_testcases: false, include_testcase_ids: false } as const

const isStale = (error: unknown): boolean => error instanceof AssayError && error.code === 'revision_conflict'

interface Sent {
  readonly variant: Variant
  readonly base: Revision
  readonly delta: Delta
  readonly message: string
}

const commit = (api: Api, { variant, base, delta, message }: Sent, watch: RequestControl) =>
  api.commitTestset(
    {
      testset_revision_commit: {
        testset_id: variant.testset_id,
        testset_variant_id: variant.id,
        testset_revision_id: base.id,
        base_revision_id: base.id,
        delta,
        ...(message === '' ? {} : { message }),
      },
      ...withoutRows,
    },
    watch,
  )

/**
 * The draft as a variant of its own, from the revision that it changed. It is safe there: what follows is a merge of two
 * variants, by the rules of every merge.
 */
async function branched(
  api: Api,
  { variant, base, delta, message }: Sent,
  watch: RequestControl,
): Promise<Variant> {
  const { testset_variant: made } = await api.testsets.fork({
    testset_variant: { name: `Changes of version ${base.version}` },
    testset_revision_ref: { id: base.id },
  })
  if (made === undefined) throw new Error('The variant was not made.')
  const body = {
    testset_revision_commit: {
      testset_id: variant.testset_id,
      testset_variant_id: made.id,
      delta,
      ...(message === '' ? {} : { message }),
    },
    ...withoutRows,
  }
  try {
    await api.commitTestset(body, watch)
  } catch (error) {
    // Given up, or refused: the variant holds nothing of the draft.
    await api.testsets.archiveVariant(made.id)
    throw error
  }
  return made
}

/** Merged at once when nothing contradicts; else the variant, for the page that asks. */
async function merged(
  api: Api,
  sent: Sent,
  watch: RequestControl,
): Promise<{ readonly open: Variant } | undefined> {
  const made = await branched(api, sent, watch)
  try {
    const message = sent.message === '' ? {} : { message: sent.message }
    await api.testsets.merge(
      {
        testset_variant_ref: { id: sent.variant.id },
        source_testset_variant_ref: { id: made.id },
        ...message,
        ...withoutRows,
      },
      { timeoutMs: 0 },
    )
  } catch (error) {
    if (error instanceof AssayError && error.code === 'merge_conflict') return { open: made }
    throw error
  }
  await api.testsets.archiveVariant(made.id)
  return undefined
}

function CommitForm({
  summary,
  isPending,
  onMessage,
}: {
  summary: string
  isPending: boolean
  onMessage: (message: string) => void
}) {
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onMessage(formText(event.currentTarget, 'message'))
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <p>{summary}.</p>
      <div className={form['field']}>
        <label htmlFor="message">What changed, and why</label>
        <input id="message" name="message" autoComplete="off" />
      </div>
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={isPending}>
          {isPending ? 'Committing…' : 'Commit'}
        </Button>
      </div>
    </form>
  )
}

function StaleChoice({
  slug,
  base,
  variant,
  isDefault,
  head,
  isPending,
  onMerge,
  onClose,
}: {
  slug: string
  base: Revision
  variant: Variant
  isDefault: boolean
  head: Revision | undefined
  isPending: boolean
  onMerge: () => void
  onClose: () => void
}) {
  const { session } = useSession()
  const side = (version: string): string => sideText(isDefault ? undefined : variant, version)
  return (
    <div className={form['form']}>
      <p>{texts.staleHow}</p>
      {head !== undefined && (
        <p>
          Newest is version {head.version}
          {head.message === undefined || head.message === '' ? '' : `: “${head.message}”`}. You changed
          version {base.version}.{' '}
          <Link
            className={styles['link']}
            to="/p/$project/testsets/$testset/diff/$range"
            params={{
              project: session.project.slug,
              testset: slug,
              range: `${side(base.version)}..${side(head.version)}`,
            }}
          >
            See what is new
          </Link>
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Keep the draft</Button>
        <Button look="main" disabled={isPending} onClick={onMerge}>
          {isPending ? 'Merging…' : 'Merge'}
        </Button>
      </div>
    </div>
  )
}

/** A commit on its way: how far it is, and how to give it up. */
function useFollowed() {
  const [rows, setRows] = useState<{ readonly done: number; readonly total: number }>()
  const running = useRef<AbortController>(undefined)
  return {
    rows,
    begin: (): RequestControl => {
      const controller = new AbortController()
      running.current = controller
      setRows(undefined)
      return { signal: controller.signal, onProgress: (done, total) => setRows({ done, total }) }
    },
    giveUp: () => running.current?.abort(),
    gaveUp: () => running.current?.signal.aborted === true,
  }
}

export function DraftBar({
  slug,
  variant,
  isDefault,
  base,
  head,
  changes,
  draft,
  onCommitted,
}: DraftBarProps) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'commit' | 'stale' | 'discard'>()
  const [message, setMessage] = useState('')
  const summary = summaryOf(changes)
  const sent = (text: string): Sent => ({ variant, base, delta: deltaOf(changes), message: text })
  const finished = async (said: string): Promise<void> => {
    setAsks(undefined)
    await draft.forget()
    await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
    onCommitted()
    showToast(said)
  }
  const following = useFollowed()
  const isPending = () => committing.isPending || merging.isPending
  const committing = useMutation({
    mutationFn: async (text: string) => (await commit(api, sent(text), following.begin())).testset_revision,
    onSuccess: (revision) => finished(`Version ${revision?.version ?? ''} is committed.`),
    onError: async (error) => {
      if (following.gaveUp()) return showToast(texts.gaveUp)
      if (!isStale(error)) return showFailure(error)
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets', 'revision'] })
      setAsks('stale')
    },
  })
  const merging = useMutation({
    mutationFn: () => merged(api, sent(message), following.begin()),
    onSuccess: async (result) => {
      await finished(
        result === undefined
          ? 'Your changes are merged with the newest version.'
          : 'Some changes contradict.',
      )
      if (result === undefined) return
      void navigate({
        to: '/p/$project/testsets/$testset/merge',
        params: { project: session.project.slug, testset: slug },
        search: { into: variant.slug, from: result.open.slug, draft: true },
      })
    },
    onError: (error) => (following.gaveUp() ? showToast(texts.gaveUp) : showFailure(error)),
  })
  const isBehind = head !== undefined && head.id !== base.id
  const title = { commit: 'Commit the draft', stale: texts.stale, discard: 'Throw the draft away?' }
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Draft">
      <b>Draft of version {base.version}</b>
      <span role="status">
        {summary === '' ? 'nothing changed' : summary}
        <small> · {texts.draftKept}</small>
      </span>
      <span className={styles['actions']}>
        <IconButton icon="undo" label="Undo" disabled={draft.draft?.done.length === 0} onClick={draft.undo} />
        <IconButton
          icon="redo"
          label="Redo"
          disabled={draft.draft?.undone.length === 0}
          onClick={draft.redo}
        />
        <Button onClick={() => setAsks('discard')}>Throw away</Button>
        <Button look="main" disabled={summary === ''} onClick={() => setAsks(isBehind ? 'stale' : 'commit')}>
          {isBehind ? 'Merge…' : 'Commit…'}
        </Button>
      </span>
      <Dialog
        open={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === undefined ? '' : title[asks]}
      >
        {isPending() && following.rows !== undefined && (
          <Progress
            label="How far the commit is"
            words={`Changing the columns: ${count(following.rows.done)} of ${count(following.rows.total)} rows…`}
            done={following.rows.done}
            total={following.rows.total}
            onCancel={following.giveUp}
          />
        )}
        {asks === 'commit' && (
          <CommitForm
            summary={summary}
            isPending={committing.isPending}
            onMessage={(text) => {
              setMessage(text)
              committing.mutate(text)
            }}
          />
        )}
        {asks === 'stale' && (
          <StaleChoice
            slug={slug}
            base={base}
            variant={variant}
            isDefault={isDefault}
            head={head}
            isPending={merging.isPending}
            onMerge={() => merging.mutate()}
            onClose={() => setAsks(undefined)}
          />
        )}
        {asks === 'discard' && (
          <div className={form['form']}>
            <p>{summary === '' ? 'Nothing was changed' : summary}. There is no way back.</p>
            <div className={form['actions']}>
              <Button onClick={() => setAsks(undefined)}>Keep it</Button>
              <Button look="danger" onClick={() => void finished('The draft is gone.')}>
                Throw away
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </div>
  )
}
