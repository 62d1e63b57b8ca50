// Three-way merge: what one side brings into the other, and each place where both changed the same. Nothing is written
// before all of them are decided.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { AssayError } from '../../app/api.ts'
import { Failure } from '../../app/failure.tsx'
import { PageHead } from '../../app/page.tsx'
import { useApi, useHasRole, useSession } from '../../app/session.tsx'
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
  nextOpen,
  noDecisions,
  openOnes,
  resolutionsOf,
  takenBack,
  type Conflict,
  type Decision,
  type Decisions,
} from './decisions.ts'
import { bring, planQuery } from './plan.ts'
import styles from './merge-page.module.css'

const route = getRouteApi('/p/$project/testsets/$testset/merge')

interface Planned {
  readonly status: string
  readonly counts: Readonly<Record<string, number>>
  readonly base?: { readonly id: string; readonly version: string }
  readonly ours?: { readonly id: string; readonly version: string }
  readonly theirs: { readonly id: string; readonly version: string }
  readonly conflicts: readonly Conflict[]
}

/** Decisions outlive a reload: they are kept for the two sides that they are about. */
function useDecisions(plan: Planned) {
  const name = `merge.${plan.ours?.id ?? ''}.${plan.theirs.id}`
  const [decisions, setDecisions] = useState<Decisions>(() => ({
    now: new Map(readLocal<readonly (readonly [string, Decision])[]>(name, [])),
    before: [],
  }))
  const become = (next: Decisions): void => {
    setDecisions(next)
    writeLocal(name, [...next.now])
  }
  return { decisions, become, forget: () => become(noDecisions) }
}

const changeWords: readonly (readonly [string, string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['edited', 'changed'],
  ['moved', 'moved'],
]

function Summary({ plan }: { plan: Planned }) {
  const said = changeWords.flatMap(([key, word]) => {
    const number = plan.counts[key] ?? 0
    return number === 0 ? [] : [`${count(number)} ${word}`]
  })
  return <span>{said.length === 0 ? 'No rows change without a conflict' : `Rows: ${said.join(', ')}`}</span>
}

function CommitBar({
  open,
  isPending,
  placeholder,
  onCommit,
}: {
  open: number
  isPending: boolean
  placeholder: string
  onCommit: (message: string) => void
}) {
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onCommit(formText(event.currentTarget, 'message'))
  }
  return (
    <form className={styles['commit']} onSubmit={submitted}>
      <input name="message" aria-label="Message" placeholder={placeholder} autoComplete="off" />
      <span role="status">
        {open === 0 ? 'All is decided.' : `${count(open)} ${open === 1 ? 'conflict' : 'conflicts'} open`}
      </span>
      <Button type="submit" look="main" disabled={open > 0 || isPending}>
        {isPending ? 'Committing…' : 'Commit the merge'}
      </Button>
    </form>
  )
}

function Decide({
  plan,
  decisions,
  become,
}: {
  plan: Planned
  decisions: Decisions
  become: (next: Decisions) => void
}) {
  const { conflicts } = plan
  const [at, setAt] = useState(() => Math.max(0, nextOpen(conflicts, decisions, -1)))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [types, setTypes] = useState(false)
  const current = conflicts[at]
  const openKeys = openOnes(conflicts, decisions).map(conflictKey)
  const decided = (decision: Decision): void => {
    if (current === undefined) return
    const next = decide(decisions, [conflictKey(current)], decision)
    become(next)
    setTypes(false)
    const following = nextOpen(conflicts, next, at)
    if (following >= 0) setAt(following)
  }
  const bulk = (take: 'ours' | 'theirs'): void => {
    become(decide(decisions, chosen.size > 0 ? [...chosen] : openKeys, { take }))
    setChosen(new Set())
  }
  const undo = (): void => become(takenBack(decisions))
  useShortcuts([
    { id: 'take ours', keys: 'o', does: 'Take ours', run: () => decided({ take: 'ours' }) },
    { id: 'take theirs', keys: 't', does: 'Take theirs', run: () => decided({ take: 'theirs' }) },
    { id: 'type a value', keys: 'e', does: 'Type a value', run: () => setTypes(true) },
    { id: 'undo', keys: 'u', does: 'Take back the last decision', run: undo },
  ])
  const what = chosen.size > 0 ? `${count(chosen.size)} chosen` : 'all open'
  return (
    <>
      <div className={styles['tools']} role="toolbar" aria-label="Decide many at once">
        <Summary plan={plan} />
        <b>
          {count(conflicts.length - openKeys.length)} of {count(conflicts.length)} decided
        </b>
        <span className={styles['bulk']}>
          <Button disabled={chosen.size + openKeys.length === 0} onClick={() => bulk('ours')}>
            Ours for {what}
          </Button>
          <Button disabled={chosen.size + openKeys.length === 0} onClick={() => bulk('theirs')}>
            Theirs for {what}
          </Button>
          <Button icon="undo" disabled={decisions.before.length === 0} onClick={undo}>
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
            columns={conflictColumns(decisions.now)}
            rowKey={conflictKey}
            cursorAt={at}
            onOpen={(conflict) => setAt(conflicts.indexOf(conflict))}
            onCursor={(conflict) => setAt(conflicts.indexOf(conflict))}
            chosen={chosen}
            onChosen={setChosen}
          />
        }
        second={
          current === undefined ? null : (
            <ConflictDetail
              key={conflictKey(current)}
              conflict={current}
              decision={decisions.now.get(conflictKey(current))}
              types={types}
              onTypes={setTypes}
              onDecision={decided}
            />
          )
        }
      />
    </>
  )
}

function Merge({
  plan,
  view,
  slug,
  variants,
  title,
  onStale,
}: {
  plan: Planned
  view: MergeView
  slug: string
  variants: readonly Variant[]
  title: string
  onStale: () => void
}) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { decisions, become, forget } = useDecisions(plan)
  const open = openOnes(plan.conflicts, decisions).length
  const committing = useMutation({
    mutationFn: async (message: string) => {
      const done = await bring(api, view, {
        resolutions: resolutionsOf(plan.conflicts, decisions),
        ...(plan.ours === undefined ? {} : { base_revision_id: plan.ours.id }),
        ...(message === '' ? {} : { message }),
      })
      const from = variants.find((variant) => variant.slug === view.from)
      if (view.draft === true && from !== undefined) await api.testsets.archiveVariant(from.id)
      return done
    },
    onSuccess: async (done) => {
      forget()
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
      showToast(`Version ${done?.testset_revision?.version ?? ''} is committed.`)
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
      <Notice icon="check" title="There is nothing to bring">
        <p>All of it is there already.</p>
      </Notice>
    )
  }
  return (
    <>
      {plan.conflicts.length === 0 ? (
        <Notice icon="check" title="Nothing contradicts">
          <p>
            <Summary plan={plan} />
          </p>
        </Notice>
      ) : (
        <Decide plan={plan} decisions={decisions} become={become} />
      )}
      <CommitBar
        open={open}
        isPending={committing.isPending}
        placeholder={title}
        onCommit={(message) => committing.mutate(message === '' ? title : message)}
      />
    </>
  )
}

function useTitle(view: MergeView, variants: readonly Variant[] | undefined): string {
  const api = useApi()
  const revision = useQuery(revisionByIdQuery(api, view.pick ?? view.revert))
  const nameOf = (slug: string | undefined): string => {
    const found = variants?.find((variant) => variant.slug === slug)
    if (found !== undefined && found.id === variants?.[0]?.id) return 'the default variant'
    return found?.name ?? slug ?? ''
  }
  const version = revision.data?.version ?? '…'
  if (view.pick !== undefined) return `Pick version ${version} into ${nameOf(view.into)}`
  if (view.revert !== undefined) return `Undo version ${version} in ${nameOf(view.into)}`
  return `Merge ${nameOf(view.from)} into ${nameOf(view.into)}`
}

export function MergePage() {
  const { testset: slug } = route.useParams()
  const view = route.useSearch()
  const { api, session } = useSession()
  const mayEdit = useHasRole('editor')
  const variants = useQuery(variantsQuery(api, slug))
  const plan = useQuery({ ...planQuery(api, view), enabled: mayEdit })
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
      {!mayEdit ? (
        <Notice icon="key" title="Your key may not merge">
          <p>Ask for one of an editor.</p>
        </Notice>
      ) : plan.isError ? (
        <Failure error={plan.error} retry={() => void plan.refetch()} />
      ) : plan.data === undefined || variants.data === undefined ? (
        <Skeleton rows={10} />
      ) : plan.data === null ? (
        <Notice icon="branch" title="This address names nothing to merge" />
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
