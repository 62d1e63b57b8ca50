// The dialog that commits a draft. If another person committed first, it merges the changes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { AssayError } from '../api.ts'
import { Failure } from '../failure.tsx'
import { useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import type { JsonObject, Revision } from './client.ts'
import { deltaOf, isEmptyDelta } from './delta.ts'
import type { Draft, DraftSide } from './draft-value.ts'
import type { KindName } from './kind-name.ts'
import { StaleDraftMerge } from './diff/merge-view.tsx'
import { PayloadDiff } from './diff/payload-diff.tsx'
import { revisionQuery, useVersionsRefetch } from './queries.ts'
import form from '../../ui/form.module.css'
import styles from './commit-dialog.module.css'

export interface CommitProps {
  readonly kind: KindName
  readonly variantId: string
  /** The name of the variant in texts. */
  readonly variantName: string
  readonly draft: Draft
  /** The revision of another variant that the draft merges; its commit may leave the payload unchanged. */
  readonly mergedRevisionId?: string
  /** Receives the new draft; undefined: the draft is discarded. */
  readonly onDraft: (draft: Draft | undefined) => void
  readonly onCommitted: (revision: Revision) => void
  readonly onClose: () => void
}

const emptyObject: JsonObject = {}

/** Kinds whose commits accept a delta; others need the full payload, and the layout of a saved view in `meta`. */
const takesDelta = (kind: KindName): boolean => kind !== 'query'

const sideOf = ({ id, version }: Revision): DraftSide => ({ revisionId: id, version })

function useCommit(
  { kind, variantId, draft, mergedRevisionId, onDraft, onCommitted, onClose }: CommitProps,
  { data: start = emptyObject, meta }: Pick<Revision, 'data' | 'meta'>,
) {
  const { api } = useSession()
  const refetch = useVersionsRefetch()
  return useMutation({
    mutationFn: (message: string) =>
      api.versions(kind).commit({
        variantId,
        baseRevisionId: draft.base.revisionId,
        mergedRevisionId,
        ...(message === '' ? {} : { message }),
        ...(takesDelta(kind) && mergedRevisionId === undefined
          ? { startRevisionId: draft.start.revisionId, delta: deltaOf(start, draft.data) }
          : { data: draft.data, ...(meta === undefined ? {} : { meta }) }),
      }),
    onSuccess: async ({ revision }) => {
      onDraft(undefined)
      onCommitted(revision)
      onClose()
      // The toast appears when the page has the new version, because links of the page start from it.
      await refetch()
      showToast(`Committed version ${revision.version}.`)
    },
    onError: (error) => {
      if (!(error instanceof AssayError && error.code === 'revision_conflict')) showFailure(error)
    },
  })
}

/** The text of the message. It is part of the dialog, so it survives a merge and "Cancel". */
interface MessageText {
  readonly text: string
  readonly setText: (text: string) => void
}

function CommitForm({
  props,
  message,
  start: revision,
  base,
  onStale,
}: {
  props: CommitProps
  message: MessageText
  start: Pick<Revision, 'data' | 'meta'>
  base: JsonObject
  onStale: () => void
}) {
  const { draft, variantName, mergedRevisionId } = props
  const id = useId()
  const commitMutation = useCommit(props, revision)
  const isUnchanged = mergedRevisionId === undefined && isEmptyDelta(deltaOf(base, draft.data))
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    commitMutation.mutate(message.text.trim(), {
      onError: (error) => {
        if (error instanceof AssayError && error.code === 'revision_conflict') onStale()
      },
    })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={id}>Message</label>
        <textarea
          id={id}
          rows={2}
          value={message.text}
          onChange={({ target }) => message.setText(target.value)}
          placeholder="Summary of the changes"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      </div>
      <div className={form['actions']}>
        <Button onClick={props.onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={commitMutation.isPending || isUnchanged}>
          Commit to {variantName}
        </Button>
      </div>
      <h3 className={styles['title']}>Changes since version {draft.base.version}</h3>
      <PayloadDiff before={base} after={draft.data} />
    </form>
  )
}

/** Loads the new head of the variant for the merge. */
function StaleMerge({ props, base }: { props: CommitProps; base: JsonObject }) {
  const { api } = useSession()
  const { kind, variantId, draft, onDraft } = props
  const head = useQuery({
    ...revisionQuery(api, kind, { variant: { id: variantId } }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (head.isError && head.data === undefined) {
    return <Failure error={head.error} retry={() => void head.refetch()} />
  }
  const { data } = head
  if (data === undefined || data === null || data.id === draft.base.revisionId) return <Skeleton rows={4} />
  return (
    <StaleDraftMerge
      base={base}
      ours={draft.data}
      theirs={data}
      onDiscard={() => {
        onDraft(undefined)
        props.onClose()
      }}
      onMerged={(merged) => onDraft({ start: sideOf(data), base: sideOf(data), data: merged })}
    />
  )
}

function CommitBody({
  props,
  message,
  isStale,
}: {
  props: CommitProps
  message: MessageText
  isStale: boolean
}) {
  const { api } = useSession()
  const client = useQueryClient()
  const { kind, variantId, draft } = props
  const revisionById = (revisionId: string) => revisionQuery(api, kind, { revision: { id: revisionId } })
  const start = useQuery(revisionById(draft.start.revisionId))
  const base = useQuery(revisionById(draft.base.revisionId))
  /** The outdated base. */
  const [staleBaseId, setStaleBaseId] = useState(isStale ? draft.base.revisionId : undefined)
  const failedQuery = [start, base].find((query) => query.isError && query.data === undefined)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (start.data === undefined || base.data === undefined) return <Skeleton rows={4} />
  if (staleBaseId === draft.base.revisionId)
    return <StaleMerge props={props} base={base.data?.data ?? emptyObject} />
  return (
    <CommitForm
      props={props}
      message={message}
      start={start.data ?? {}}
      base={base.data?.data ?? emptyObject}
      onStale={() => {
        client.removeQueries({
          queryKey: revisionQuery(api, kind, { variant: { id: variantId } }).queryKey,
        })
        setStaleBaseId(draft.base.revisionId)
      }}
    />
  )
}

export function CommitDialog({
  open,
  title,
  defaultMessage = '',
  isStale = false,
  onDraft,
  ...rest
}: CommitProps & {
  open: boolean
  /** The title of the dialog; absent: the title names the variant. */
  title?: string
  defaultMessage?: string
  /** Whether the head has already changed. */
  isStale?: boolean
}) {
  const [text, setText] = useState(defaultMessage)
  const props: CommitProps = {
    ...rest,
    onDraft: (draft) => {
      // The draft was committed or discarded, and its message with it.
      if (draft === undefined) setText(defaultMessage)
      onDraft(draft)
    },
  }
  return (
    <Dialog open={open} onClose={props.onClose} title={title ?? `Commit to ${props.variantName}`} isWide>
      <CommitBody props={props} message={{ text, setText }} isStale={isStale} />
    </Dialog>
  )
}
