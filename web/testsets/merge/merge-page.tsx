// The merge page: a summary, the conflicts, and the commit. Nothing is written before all conflicts are decided.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { AssayError } from '../../app/api.ts'
import { Failure } from '../../app/failure.tsx'
import { PageHead } from '../../app/page.tsx'
import { useApi, useHasRole, useKeyNames, useSession } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { writeLocal, readLocal } from '../../ui/browser/local-storage.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { Table } from '../../ui/table/table.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { revisionByIdQuery, variantsQuery, type Variant } from '../queries.ts'
import type { MergeView } from '../url-state.ts'
import { conflictColumns } from './conflict-columns.tsx'
import { ConflictDetail } from './conflict-detail.tsx'
import {
  conflictKey,
  decide,
  nextOpenIndex,
  noDecisions,
  openConflicts,
  resolutionsOf,
  undoDecision,
  type Conflict,
  type Decision,
  type Decisions,
} from './decisions.ts'
import { conflictRowsQuery, planQuery, runMerge } from './plan.ts'
import { sidesOf, type SideNames } from './sides.ts'
import styles from './merge-page.module.css'

const route = getRouteApi('/p/$project/testsets/$testset/merge')

interface MergePlan {
  readonly status: string
  readonly counts: Readonly<Record<string, number>>
  readonly base?: { readonly id: string; readonly version: string }
  readonly ours?: { readonly id: string; readonly version: string }
  readonly theirs: { readonly id: string; readonly version: string }
  readonly conflicts: readonly Conflict[]
}

/** Decisions are stored in this browser by both revisions, so that a reload keeps them. */
function useDecisions(plan: MergePlan) {
  const name = `merge.${plan.ours?.id ?? ''}.${plan.theirs.id}`
  const [decisions, setDecisions] = useState<Decisions>(() => ({
    current: new Map(readLocal<readonly (readonly [string, Decision])[]>(name, [])),
    history: [],
  }))
  const update = (next: Decisions): void => {
    setDecisions(next)
    writeLocal(name, [...next.current])
  }
  return { decisions, update, clearDecisions: () => update(noDecisions) }
}

const changeNames: readonly (readonly [string, string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['edited', 'changed'],
  ['moved', 'moved'],
]

function Summary({ plan }: { plan: MergePlan }) {
  const counts = changeNames.flatMap(([key, word]) => {
    const number = plan.counts[key] ?? 0
    return number === 0 ? [] : [`${count(number)} ${word}`]
  })
  return <span>{counts.length === 0 ? 'No changes without conflicts' : `Rows: ${counts.join(', ')}`}</span>
}

function CommitBar({
  openCount,
  isPending,
  placeholder,
  onCommit,
}: {
  openCount: number
  isPending: boolean
  placeholder: string
  onCommit: (message: string) => void
}) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (openCount === 0 && !isPending) onCommit(formText(event.currentTarget, 'message'))
  }
  const field = useRef<HTMLFormElement>(null)
  useShortcuts([
    {
      id: 'commit merge',
      keys: 'mod+enter',
      label: 'Commit merge',
      run: () => field.current?.requestSubmit(),
    },
  ])
  return (
    <form ref={field} className={styles['commit']} onSubmit={onSubmit}>
      <input name="message" aria-label="Commit message" placeholder={placeholder} autoComplete="off" />
      <output>
        {openCount === 0
          ? 'No open conflicts.'
          : `${count(openCount)} ${openCount === 1 ? 'conflict' : 'conflicts'} open`}
      </output>
      <Button type="submit" look="main" title="Ctrl+Enter" disabled={openCount > 0 || isPending}>
        {isPending ? 'Committing…' : 'Commit merge'}
      </Button>
    </form>
  )
}

function Conflicts({
  plan,
  sides,
  decisions,
  update,
}: {
  plan: MergePlan
  sides: SideNames
  decisions: Decisions
  update: (next: Decisions) => void
}) {
  const { conflicts } = plan
  const names = useQuery(conflictRowsQuery(useApi(), { base: plan.base?.id, target: plan.ours?.id })).data
  const [conflictIndex, setConflictIndex] = useState(() =>
    Math.max(0, nextOpenIndex(conflicts, { decisions, from: -1 })),
  )
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [isEditing, setIsEditing] = useState(false)
  const currentConflict = conflicts[conflictIndex]
  const openKeys = openConflicts(conflicts, decisions).map(conflictKey)
  const onDecision = (decision: Decision): void => {
    if (currentConflict === undefined) return
    const next = decide(decisions, { keys: [conflictKey(currentConflict)], decision })
    update(next)
    setIsEditing(false)
    const nextIndex = nextOpenIndex(conflicts, { decisions: next, from: conflictIndex })
    if (nextIndex >= 0) setConflictIndex(nextIndex)
  }
  const onDecideAll = (take: 'ours' | 'theirs'): void => {
    update(
      decide(decisions, { keys: selectedIds.size > 0 ? [...selectedIds] : openKeys, decision: { take } }),
    )
    setSelectedIds(new Set())
  }
  const undo = (): void => update(undoDecision(decisions))
  useShortcuts([
    { id: 'take mine', keys: 'm', label: 'Use mine', run: () => onDecision({ take: sides.mine }) },
    { id: 'take theirs', keys: 't', label: 'Use theirs', run: () => onDecision({ take: sides.theirs }) },
    { id: 'type a value', keys: 'e', label: 'Edit value', run: () => setIsEditing(true) },
    { id: 'undo', keys: 'u', label: 'Undo', run: undo },
  ])
  const scope = selectedIds.size > 0 ? `${count(selectedIds.size)} selected` : 'all open'
  return (
    <>
      <div className={styles['tools']} role="toolbar" aria-label="Resolve conflicts">
        <Summary plan={plan} />
        <b>
          {count(conflicts.length - openKeys.length)} of {count(conflicts.length)} decided
        </b>
        <span className={styles['bulk']}>
          <Button disabled={selectedIds.size + openKeys.length === 0} onClick={() => onDecideAll(sides.mine)}>
            Mine for {scope}
          </Button>
          <Button
            disabled={selectedIds.size + openKeys.length === 0}
            onClick={() => onDecideAll(sides.theirs)}
          >
            Theirs for {scope}
          </Button>
          <Button icon="undo" disabled={decisions.history.length === 0} onClick={undo}>
            Undo
          </Button>
        </span>
      </div>
      <Split
        name="testset merge"
        share={0.5}
        first={
          <Table
            name="Conflicts"
            rows={conflicts}
            columns={conflictColumns({ decisions: decisions.current, sides, names })}
            rowKey={conflictKey}
            cursorIndex={conflictIndex}
            onOpen={(conflict) => setConflictIndex(conflicts.indexOf(conflict))}
            onCursor={(conflict) => setConflictIndex(conflicts.indexOf(conflict))}
            selectedKeys={selectedIds}
            onSelection={setSelectedIds}
          />
        }
        second={
          currentConflict === undefined ? null : (
            <ConflictDetail
              key={conflictKey(currentConflict)}
              conflict={currentConflict}
              sides={sides}
              rowName={names?.get(currentConflict.testcase_dedup_id)}
              decision={decisions.current.get(conflictKey(currentConflict))}
              isEditing={isEditing}
              onEditing={setIsEditing}
              onDecision={onDecision}
            />
          )
        }
      />
    </>
  )
}

/** The names of both sides; the other one has its version and author. */
function useSides(plan: MergePlan, { draft }: MergeView): SideNames {
  const api = useApi()
  const keyNames = useKeyNames()
  const isDraft = draft === true
  const otherRevision = isDraft ? plan.ours : plan.theirs
  const revision = useQuery(revisionByIdQuery(api, otherRevision?.id)).data
  return sidesOf(isDraft, { version: otherRevision?.version, author: keyNames.get(revision?.author ?? '') })
}

function Merge({
  plan,
  view,
  slug,
  variants,
  title,
  onStale,
}: {
  plan: MergePlan
  view: MergeView
  slug: string
  variants: readonly Variant[]
  title: string
  onStale: () => void
}) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { decisions, update, clearDecisions } = useDecisions(plan)
  const sides = useSides(plan, view)
  const openCount = openConflicts(plan.conflicts, decisions).length
  const commitMutation = useMutation({
    mutationFn: async (message: string) => {
      const result = await runMerge(api, {
        ...view,
        resolutions: resolutionsOf(plan.conflicts, decisions),
        ...(plan.ours === undefined ? {} : { base_revision_id: plan.ours.id }),
        ...(message === '' ? {} : { message }),
      })
      const from = variants.find((variant) => variant.slug === view.from)
      if (view.draft === true && from !== undefined) await api.testsets.archiveVariant(from.id)
      return result
    },
    onSuccess: async (result) => {
      clearDecisions()
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
      showToast(`Version ${result?.testset_revision?.version ?? ''} is committed.`)
      void navigate({
        to: '/p/$project/testsets/$testset',
        params: { project: session.project.slug, testset: slug },
        search: view.into === variants[0]?.slug || view.into === undefined ? {} : { variant: view.into },
      })
    },
    onError: (error) => {
      showFailure(error)
      if (error instanceof AssayError && ['revision_conflict', 'merge_conflict'].includes(error.code))
        onStale()
    },
  })
  if (plan.status === 'up_to_date') {
    return (
      <Notice icon="check" title="Already up to date">
        <p>The variant already has these changes.</p>
      </Notice>
    )
  }
  return (
    <>
      {plan.conflicts.length === 0 ? (
        <Notice icon="check" title="No conflicts">
          <p>
            <Summary plan={plan} />
          </p>
        </Notice>
      ) : (
        <Conflicts plan={plan} sides={sides} decisions={decisions} update={update} />
      )}
      <CommitBar
        openCount={openCount}
        isPending={commitMutation.isPending}
        placeholder={title}
        onCommit={(message) => commitMutation.mutate(message === '' ? title : message)}
      />
    </>
  )
}

function useTitle(view: MergeView, variants: readonly Variant[] | undefined): string {
  const api = useApi()
  const revision = useQuery(revisionByIdQuery(api, view.pick ?? view.revert))
  const nameOf = (slug: string | undefined): string => {
    const variant = variants?.find((one) => one.slug === slug)
    if (variant !== undefined && variant.id === variants?.[0]?.id) return 'the default variant'
    return variant?.name ?? slug ?? ''
  }
  const version = revision.data?.version ?? '…'
  if (view.pick !== undefined) return `Cherry-pick version ${version} into ${nameOf(view.into)}`
  if (view.revert !== undefined) return `Revert version ${version} in ${nameOf(view.into)}`
  return `Merge ${nameOf(view.from)} into ${nameOf(view.into)}`
}

export function MergePage() {
  const { testset: slug } = route.useParams()
  const view = route.useSearch()
  const { api, session } = useSession()
  const canEdit = useHasRole('editor')
  const variants = useQuery(variantsQuery(api, slug))
  const plan = useQuery({ ...planQuery(api, view), enabled: canEdit })
  const title = useTitle(view, variants.data)
  return (
    <>
      <PageHead
        title={title}
        lead={
          <Link
            to="/p/$project/testsets/$testset"
            params={{ project: session.project.slug, testset: slug }}
            aria-label="Back to the rows"
          >
            <Icon name="left" size={14} />
          </Link>
        }
      />
      {!canEdit ? (
        <Notice icon="key" title="No permission to merge">
          <p>Merging needs a key with the editor role.</p>
        </Notice>
      ) : plan.isError ? (
        <Failure error={plan.error} retry={() => void plan.refetch()} />
      ) : plan.data === undefined || variants.data === undefined ? (
        <Skeleton rows={10} />
      ) : plan.data === null ? (
        <Notice icon="branch" title="Nothing to merge" />
      ) : (
        <Merge
          key={`${plan.data.ours?.id ?? ''} ${plan.data.theirs.id}`}
          plan={plan.data}
          view={view}
          slug={slug}
          variants={variants.data}
          title={title}
          onStale={() => void plan.refetch()}
        />
      )}
    </>
  )
}
