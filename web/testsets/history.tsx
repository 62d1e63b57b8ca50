// The history of a variant: who committed what and when, and what can be done with each revision.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/notice.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { Table } from '../ui/table/table.tsx'
import { NameDialog, type NameRequest } from './name-dialog.tsx'
import { logQuery, type Revision, type Variant } from './queries.ts'
import { addressText, sideText } from './url-state.ts'
import form from '../ui/form.module.css'
import menu from '../ui/menu.module.css'
import styles from './history.module.css'

interface HistoryProps {
  readonly slug: string
  readonly variant: Variant
  readonly variants: readonly Variant[]
  readonly isDefault: boolean
}

function useActions({ slug, variant, isDefault }: HistoryProps) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { project: session.project.slug, testset: slug }
  const side = (version: string): string => sideText(isDefault ? undefined : variant, version)
  const forking = useMutation({
    mutationFn: ({ name, from }: { readonly name: string; readonly from: Revision }) =>
      api.testsets.fork({ testset_variant: { name }, testset_revision_ref: { id: from.id } }),
    onSuccess: async ({ testset_variant: made }) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets', 'variants'] })
      if (made === undefined) return
      showToast(`${made.name ?? made.slug} begins with these rows.`)
      void navigate({ to: '/p/$project/testsets/$testset', params, search: { variant: made.slug } })
    },
    onError: showFailure,
  })
  const restoring = useMutation({
    mutationFn: (revision: Revision) =>
      api.testsets.revert({
        testset_revision_ref: { id: revision.id },
        mode: 'restore',
        message: `Restore version ${revision.version}`,
        include_testcases: false,
        include_testcase_ids: false,
      }),
    onSuccess: async ({ merge, testset_revision: made }) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
      showToast(
        merge.status === 'up_to_date'
          ? 'These rows are the newest already.'
          : `Version ${made?.version ?? ''} has these rows again.`,
      )
    },
    onError: showFailure,
  })
  const compare = (a: string, b: string): void =>
    void navigate({
      to: '/p/$project/testsets/$testset/diff/$range',
      params: { ...params, range: `${side(a)}..${side(b)}` },
    })
  const merge = (search: { readonly into: string; readonly pick?: string; readonly revert?: string }): void =>
    void navigate({ to: '/p/$project/testsets/$testset/merge', params, search })
  return { forking, restoring, compare, merge }
}

function RevisionMenu({
  revision,
  newest,
  mayEdit,
  onCompare,
  onFork,
  onUndo,
  onRestore,
  onPick,
}: {
  revision: Revision
  newest: Revision | undefined
  mayEdit: boolean
  onCompare: (a: string, b: string) => void
  onFork: () => void
  onUndo: () => void
  onRestore: () => void
  onPick: (() => void) | undefined
}) {
  const before = Number(revision.version) - 1
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="more" label={`With version ${revision.version}`} tabIndex={-1} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={2}>
          {before >= 0 && (
            <Menu.Item className={menu['item']} onSelect={() => onCompare(String(before), revision.version)}>
              <Icon name="compare" size={14} />
              What it changed
            </Menu.Item>
          )}
          {newest !== undefined && newest.id !== revision.id && (
            <Menu.Item className={menu['item']} onSelect={() => onCompare(revision.version, newest.version)}>
              <Icon name="compare" size={14} />
              What changed since
            </Menu.Item>
          )}
          {mayEdit && (
            <>
              <Menu.Separator className={menu['separator']} />
              <Menu.Item className={menu['item']} onSelect={onFork}>
                <Icon name="branch" size={14} />
                New variant from here…
              </Menu.Item>
              {before >= 0 && (
                <Menu.Item className={menu['item']} onSelect={onUndo}>
                  <Icon name="undo" size={14} />
                  Undo what it changed…
                </Menu.Item>
              )}
              {newest?.id !== revision.id && (
                <Menu.Item className={menu['item']} onSelect={onRestore}>
                  <Icon name="history" size={14} />
                  Restore these rows
                </Menu.Item>
              )}
              {before >= 0 && onPick !== undefined && (
                <Menu.Item className={menu['item']} onSelect={onPick}>
                  <Icon name="plus" size={14} />
                  Pick into another variant…
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function History(props: HistoryProps) {
  const { slug, variant, variants, isDefault } = props
  const { api, session } = useSession()
  const navigate = useNavigate()
  const names = useKeyNames()
  const mayEdit = useHasRole('editor')
  const log = useQuery(logQuery(api, variant.id))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<NameRequest>()
  const [picks, setPicks] = useState<Revision>()
  const { forking, restoring, compare, merge } = useActions(props)
  const params = { project: session.project.slug }
  const search = isDefault ? {} : { variant: variant.slug }
  const open = (revision: Revision): void =>
    void navigate({
      to: '/p/$project/testsets/$testset',
      params: { ...params, testset: addressText({ slug, version: revision.version }) },
      search,
    })
  if (log.isError) return <Failure error={log.error} retry={() => void log.refetch()} />
  if (log.data === undefined) return <Skeleton />
  const [newest] = log.data
  const others = variants.filter(({ id }) => id !== variant.id)
  const columns: readonly Column<Revision>[] = [
    {
      id: 'version',
      name: 'Version',
      widthPx: 90,
      cell: (revision) => (
        <Link
          to="/p/$project/testsets/$testset"
          params={{ ...params, testset: addressText({ slug, version: revision.version }) }}
          search={search}
          tabIndex={-1}
        >
          <b>{revision.version}</b>
        </Link>
      ),
    },
    {
      id: 'message',
      name: 'What changed',
      widthPx: 320,
      grows: true,
      cell: ({ message }) => (message === undefined || message === '' ? <i>no message</i> : message),
    },
    {
      id: 'author',
      name: 'By',
      widthPx: 150,
      cell: ({ author }) => names.get(author) ?? author.slice(0, 8),
    },
    {
      id: 'date',
      name: 'When',
      widthPx: 110,
      cell: ({ date }) => <time title={exactTime(date)}>{ago(date)}</time>,
    },
    {
      id: 'menu',
      name: 'More',
      widthPx: 64,
      cell: (revision) => (
        <RevisionMenu
          revision={revision}
          newest={newest}
          mayEdit={mayEdit}
          onCompare={compare}
          onFork={() =>
            setAsked({
              title: `New variant from version ${revision.version}`,
              description: 'A line of history of its own; it can be merged back.',
              label: 'Name of the variant',
              value: '',
              action: 'Create',
              onName: (name) => forking.mutate({ name, from: revision }),
            })
          }
          onUndo={() => merge({ into: variant.slug, revert: revision.id })}
          onRestore={() => restoring.mutate(revision)}
          onPick={others.length === 0 ? undefined : () => setPicks(revision)}
        />
      ),
    },
  ]
  const pair = [...chosen].map(Number).toSorted((a, b) => a - b)
  return (
    <>
      <div className={styles['bar']} role="toolbar" aria-label="With the chosen versions">
        <span>{chosen.size === 2 ? '' : 'Choose two versions to compare them.'}</span>
        <Button
          icon="compare"
          disabled={chosen.size !== 2}
          onClick={() => compare(String(pair[0]), String(pair[1]))}
        >
          Compare
        </Button>
      </div>
      <Table
        name="History"
        rows={log.data}
        columns={columns}
        rowKey={({ version }) => version}
        onOpen={open}
        chosen={chosen}
        onChosen={setChosen}
      />
      <NameDialog request={asked} onClose={() => setAsked(undefined)} />
      <Dialog
        open={picks !== undefined}
        onClose={() => setPicks(undefined)}
        title={`Pick version ${picks?.version ?? ''} into`}
        description="What this revision changed is applied to the newest version there."
      >
        <ul className={styles['variants']}>
          {others.map((other) => (
            <li key={other.id}>
              <Button
                look="quiet"
                icon="branch"
                onClick={() => picks !== undefined && merge({ into: other.slug, pick: picks.id })}
              >
                {other.name ?? other.slug}
              </Button>
            </li>
          ))}
        </ul>
        <div className={form['actions']}>
          <Button onClick={() => setPicks(undefined)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  )
}
