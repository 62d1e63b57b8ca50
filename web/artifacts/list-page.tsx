// The list of artifacts of one kind with last commit, deployments and last run.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { useEnvironments } from '../app/versions/queries.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { deploymentsByArtifact, type Deployment } from '../app/versions/entries.ts'
import type { Artifact, Revision } from '../app/versions/client.ts'
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import { Button } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { uniqueById } from '../ui/records.ts'
import { Segments } from '../ui/segments.tsx'
import { Table } from '../ui/table/table.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { NewArtifact } from './new-artifact.tsx'
import { headsQuery, lastRunsQuery, listQuery, searchedRunsMax, type LastRun } from './queries.ts'
import type { ListView } from './url-state.ts'
import { useKind, type PageKindWords } from './use-kind.ts'
import button from '../ui/button.module.css'
import styles from './list-page.module.css'

interface Row {
  readonly artifact: Artifact
  readonly head: Revision | undefined
  readonly deployments: readonly Deployment[]
  readonly run: LastRun | undefined
}

function Flags({ deployments, head }: { deployments: readonly Deployment[]; head: Revision | undefined }) {
  const naming = useVersionNaming()
  return deployments.map(({ environment, entry }) => (
    <span
      key={`${environment} ${entry.key}`}
      className={styles['flag']}
      data-newest={entry.revision.id === head?.id}
      title={`${environment} has version ${entry.revision.version} of ${entry.variant.slug}${
        entry.revision.id === head?.id ? ', the newest' : ''
      }`}
    >
      <Icon name="flag" size={10} />
      {environment} <b>{naming({ version: entry.revision.version, variant: entry.variant.slug })}</b>
    </span>
  ))
}

function LastRunLink({ run }: { run: LastRun }) {
  const { session } = useSession()
  const params = { project: session.project.slug, run: run.id }
  return (
    <Link to="/p/$project/runs/$run" params={params} search={{}} title={`${run.name}, ${exactTime(run.at)}`}>
      {run.status}, {ago(run.at)}
    </Link>
  )
}

const columnsOf = ({ kind }: PageKindWords, names: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  {
    id: 'name',
    name: 'Name',
    widthPx: 190,
    narrowPx: 220,
    cell: ({ artifact }) => (
      <ArtifactLink kind={kind} slug={artifact.slug}>
        <b className={styles['name']}>{artifact.name ?? artifact.slug}</b>
        {artifact.deleted_at !== undefined && <span className={styles['archived']}>archived</span>}
      </ArtifactLink>
    ),
  },
  { id: 'slug', name: 'Slug', widthPx: 140, cell: ({ artifact }) => <code>{artifact.slug}</code> },
  {
    id: 'commit',
    name: 'Last commit',
    widthPx: 200,
    grows: true,
    cell: ({ head }) =>
      head === undefined ? (
        '–'
      ) : (
        <span className={styles['commit']}>
          <b>v{head.version}</b> {head.message ?? <i>no message</i>}
        </span>
      ),
  },
  {
    id: 'who',
    name: 'By',
    widthPx: 100,
    cell: ({ head }) => (head === undefined ? '–' : (names.get(head.author) ?? 'unknown')),
  },
  {
    id: 'when',
    name: 'When',
    widthPx: 80,
    cell: ({ head }) =>
      head === undefined ? '–' : <time title={exactTime(head.date)}>{ago(head.date)}</time>,
  },
  {
    id: 'deployed',
    name: 'Deployed to',
    widthPx: 340,
    cell: ({ deployments, head }) =>
      deployments.length === 0 ? '–' : <Flags deployments={deployments} head={head} />,
  },
  {
    id: 'run',
    name: 'Last run',
    widthPx: 150,
    cell: ({ run }) =>
      run === undefined ? (
        <span title={`None among the newest ${searchedRunsMax} runs`}>–</span>
      ) : (
        <LastRunLink run={run} />
      ),
  },
]

function useRows(words: PageKindWords, view: ListView) {
  const { api } = useSession()
  const list = useInfiniteQuery(listQuery(api, words.kind, view))
  const artifacts = useMemo(
    () => uniqueById(list.data?.pages.flatMap((page) => page.artifacts) ?? []),
    [list.data],
  )
  const heads = useQuery(headsQuery(api, words.kind, artifacts))
  const environments = useEnvironments()
  const runs = useQuery(lastRunsQuery(api))
  const rows = useMemo(() => {
    const deployments = deploymentsByArtifact(environments.data ?? [])
    return artifacts.map((artifact) => ({
      artifact,
      head: heads.data?.get(artifact.revision_id ?? ''),
      deployments: deployments.get(artifact.id) ?? [],
      run: runs.data?.get(artifact.id),
    }))
  }, [artifacts, heads.data, environments.data, runs.data])
  return { list, rows }
}

interface ListProps {
  readonly words: PageKindWords
  readonly view: ListView
  readonly onView: (view: ListView) => void
  /** Opens the dialog of a new artifact; undefined: the key may not create artifacts. */
  readonly onCreate: (() => void) | undefined
}

const withSearch = ({ search: _, ...rest }: ListView, text: string): ListView =>
  text === '' ? rest : { ...rest, search: text }

function SearchField({ words, view, onView }: ListProps) {
  const field = useRef<HTMLInputElement>(null)
  const search = (text: string): void => {
    if (text !== (view.search ?? '')) onView(withSearch(view, text))
  }
  useShortcuts([
    { id: 'search', keys: '/', label: `Search ${words.plural}`, run: () => field.current?.focus() },
  ])
  return (
    <input
      ref={field}
      className={styles['search']}
      type="search"
      aria-label={`Search ${words.plural}`}
      placeholder="Name or slug"
      defaultValue={view.search ?? ''}
      key={view.search === undefined ? 'all' : 'some'}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') search(currentTarget.value.trim())
      }}
      onBlur={({ currentTarget }) => search(currentTarget.value.trim())}
    />
  )
}

function ListHead(props: ListProps) {
  const { words, view, onView, onCreate } = props
  const { session } = useSession()
  return (
    <PageHead title={words.title}>
      <SearchField {...props} />
      <Segments
        label="Archived"
        value={view.archived === true ? 'all' : 'active'}
        onValue={(value) => {
          const { archived: _, ...rest } = view
          onView(value === 'all' ? { ...rest, archived: true } : rest)
        }}
        options={[
          { value: 'active', name: 'Active' },
          { value: 'all', name: 'Include archived' },
        ]}
      />
      {words.kind === 'evaluator' && (
        <Link
          className={button['button']}
          to="/p/$project/catalog"
          params={{ project: session.project.slug }}
        >
          Catalog
        </Link>
      )}
      {onCreate !== undefined && (
        <Button look="main" icon="plus" onClick={onCreate}>
          New {words.singular}
        </Button>
      )}
    </PageHead>
  )
}

function EmptyList({ words, view, onView, onCreate }: ListProps) {
  const isSearch = view.search !== undefined
  return (
    <Notice icon={words.icon} title={isSearch ? `No matching ${words.plural}` : `No ${words.plural} yet`}>
      <p>{words.about}</p>
      {isSearch ? (
        <Button onClick={() => onView(withSearch(view, ''))}>Show all</Button>
      ) : (
        onCreate !== undefined && (
          <Button look="main" icon="plus" onClick={onCreate}>
            New {words.singular}
          </Button>
        )
      )}
    </Notice>
  )
}

function ArtifactTable(props: ListProps) {
  const { words, view } = props
  const { session } = useSession()
  const navigate = useNavigate()
  const names = useKeyNames()
  const { list, rows } = useRows(words, view)
  const columns = useMemo(() => columnsOf(words, names), [words, names])
  if (list.isError && list.data === undefined) {
    return <Failure error={list.error} retry={() => void list.refetch()} />
  }
  if (list.data === undefined) return <Skeleton />
  if (rows.length === 0) return <EmptyList {...props} />
  return (
    <Table
      name={words.title}
      rows={rows}
      columns={columns}
      rowKey={({ artifact }) => artifact.id}
      onOpen={({ artifact }) =>
        void navigate({
          to: `/p/$project/${words.path}/$artifact`,
          params: { project: session.project.slug, artifact: artifact.slug },
        })
      }
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
      }}
    />
  )
}

export function ArtifactsPage() {
  const words = useKind()
  const view = useSearch({ strict: false }) as ListView
  const { session } = useSession()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const [isCreating, setIsCreating] = useState(false)
  const onView = (search: ListView): void =>
    void navigate({
      to: `/p/$project/${words.path}` as const,
      params: { project: session.project.slug },
      search,
      replace: true,
    })
  const onCreate = canEdit ? (): void => setIsCreating(true) : undefined
  useShortcuts(
    onCreate === undefined ? [] : [{ id: 'new', keys: 'c', label: `New ${words.singular}`, run: onCreate }],
  )
  const list = { words, view, onView, onCreate }
  return (
    <>
      <ListHead {...list} />
      <ArtifactTable {...list} />
      <NewArtifact
        key={words.kind}
        words={words}
        open={isCreating || (canEdit && view.new === true)}
        onClose={() => {
          setIsCreating(false)
          const { new: _, ...rest } = view
          if (view.new === true) onView(rest)
        }}
      />
    </>
  )
}
