// The list of testsets with their sizes and last commits.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useApi, useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { DropHint } from '../ui/forms/drop-zone.tsx'
import { ago, count, exactTime } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { Table } from '../ui/table/table.tsx'
import { useDrop } from '../ui/forms/use-drop.ts'
import { NameDialog } from './name-dialog.tsx'
import { columnsQuery, headsQuery, testsetsQuery, variantCountsQuery, type Revision } from './queries.ts'
import { texts } from './texts.ts'
import { TestsetMenu } from './testset-menu.tsx'
import { Upload } from './upload/upload.tsx'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/testsets')

interface ListedTestset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly revision_id?: string
  readonly deleted_at?: string
}

/** The number of rows or columns, loaded for rows on the screen only. */
function Size({ revisionId, dimension }: { revisionId: string | undefined; dimension: 'rows' | 'columns' }) {
  const api = useApi()
  const { data } = useQuery(columnsQuery(api, revisionId))
  if (data === undefined) return <>–</>
  return <>{count(dimension === 'rows' ? data.total : data.columns.length)}</>
}

interface ColumnContext {
  readonly project: string
  readonly canEdit: boolean
  readonly heads: ReadonlyMap<string, Revision> | undefined
  /** The number of variants by id of the testset. */
  readonly variants: ReadonlyMap<string, number> | undefined
  /** The names of authors by id. */
  readonly names: ReadonlyMap<string, string>
}

function NameCell({
  project,
  testset: { slug, name, description },
}: {
  project: string
  testset: ListedTestset
}) {
  return (
    <span className={styles['name']}>
      <Link to="/p/$project/testsets/$testset" params={{ project, testset: slug }} tabIndex={-1}>
        <b>{name ?? slug}</b>
      </Link>
      <small>{description ?? (name === undefined || name === slug ? '' : slug)}</small>
    </span>
  )
}

const numberColumn = { widthPx: 84, align: 'right' } as const

function columnsOf({
  project,
  canEdit,
  heads,
  variants,
  names,
}: ColumnContext): readonly Column<ListedTestset>[] {
  const headOf = ({ revision_id: id }: ListedTestset): Revision | undefined => heads?.get(id ?? '')
  const dateOf = (testset: ListedTestset): ReactNode => {
    const date = headOf(testset)?.date
    return date === undefined ? '' : <time title={exactTime(date)}>{ago(date)}</time>
  }
  const size = (dimension: 'rows' | 'columns') => (testset: ListedTestset) => (
    <Size revisionId={testset.revision_id} dimension={dimension} />
  )
  const author = (testset: ListedTestset): string => names.get(headOf(testset)?.author ?? '') ?? ''
  return [
    {
      id: 'name',
      name: 'Testset',
      widthPx: 260,
      narrowPx: 220,
      grows: true,
      cell: (testset) => <NameCell project={project} testset={testset} />,
    },
    { id: 'rows', name: 'Rows', ...numberColumn, widthPx: 90, cell: size('rows') },
    { id: 'columns', name: 'Columns', ...numberColumn, cell: size('columns') },
    { id: 'variants', name: 'Variants', ...numberColumn, cell: ({ id }) => count(variants?.get(id)) },
    { id: 'version', name: 'Version', ...numberColumn, cell: (testset) => headOf(testset)?.version ?? '–' },
    {
      id: 'commit',
      name: 'Last commit',
      widthPx: 260,
      grows: true,
      cell: (testset) => headOf(testset)?.message ?? '',
    },
    { id: 'author', name: 'Author', widthPx: 120, cell: author },
    { id: 'date', name: 'Date', widthPx: 90, cell: dateOf },
    ...(canEdit
      ? [
          {
            id: 'menu',
            name: 'Actions',
            widthPx: 72,
            cell: (testset: ListedTestset) => <TestsetMenu testset={testset} />,
          },
        ]
      : []),
  ]
}

/** The listed testsets with the columns of the table. */
function useTestsets(isArchived: boolean) {
  const { api, session } = useSession()
  const canEdit = useHasRole('editor')
  const names = useKeyNames()
  const list = useInfiniteQuery(testsetsQuery(api, isArchived))
  const rows: readonly ListedTestset[] = (list.data?.pages.flatMap(({ testsets }) => testsets) ?? []).filter(
    ({ deleted_at: deletedAt }) => (deletedAt !== undefined) === isArchived,
  )
  const heads = useQuery(
    headsQuery(
      api,
      rows.flatMap(({ revision_id: id }) => id ?? []),
    ),
  ).data
  const variants = useQuery(
    variantCountsQuery(
      api,
      rows.map(({ id }) => id),
    ),
  ).data
  const project = session.project.slug
  const columns = useMemo(
    () => columnsOf({ project, canEdit, heads, variants, names }),
    [project, canEdit, heads, variants, names],
  )
  return { list, rows, columns }
}

function TestsetTable({ isArchived, onOpen }: { isArchived: boolean; onOpen: (slug: string) => void }) {
  const { list, rows, columns } = useTestsets(isArchived)
  if (list.isError && list.data === undefined) {
    return <Failure error={list.error} retry={() => void list.refetch()} />
  }
  if (list.data === undefined) return <Skeleton />
  if (rows.length === 0) {
    return (
      <Notice icon="testsets" title={isArchived ? texts.noArchivedTestsets : texts.noTestsets}>
        {!isArchived && <p>{texts.noTestsetsHint}</p>}
      </Notice>
    )
  }
  return (
    <Table
      name="Testsets"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ slug }) => onOpen(slug)}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
      }}
    />
  )
}

function PageTools({
  isArchived,
  onArchivedChange,
  onUpload,
  onNew,
}: {
  isArchived: boolean
  onArchivedChange: (isArchived: boolean) => void
  onUpload: () => void
  onNew: () => void
}) {
  const canEdit = useHasRole('editor')
  return (
    <>
      <Segments
        label="Testsets in the list"
        options={[
          { value: 'active', name: 'Active' },
          { value: 'archived', name: 'Archived' },
        ]}
        value={isArchived ? 'archived' : 'active'}
        onValue={(next) => onArchivedChange(next === 'archived')}
      />
      {canEdit && (
        <>
          <Button icon="upload" onClick={onUpload}>
            Upload
          </Button>
          <Button look="main" icon="plus" onClick={onNew}>
            New testset
          </Button>
        </>
      )}
    </>
  )
}

function NewTestset({
  open,
  onOpen,
  onClose,
}: {
  open: boolean
  onOpen: (slug: string) => void
  onClose: () => void
}) {
  const api = useApi()
  const client = useQueryClient()
  const createMutation = useMutation({
    mutationFn: (name: string) => api.simpleTestsets.create({ testset: { name, data: { testcases: [] } } }),
    onSuccess: async ({ testset }) => {
      await client.invalidateQueries({ queryKey: [api.projectId, 'testsets'] })
      if (testset !== undefined) onOpen(testset.slug)
    },
    onError: showFailure,
  })
  const request = {
    title: 'New testset',
    description: 'A new testset is empty. Add rows, paste them, or upload a file.',
    label: 'Name',
    value: '',
    action: 'Create',
    onName: (name: string) => createMutation.mutate(name),
  }
  return <NameDialog request={open ? request : undefined} onClose={onClose} />
}

export function TestsetsPage() {
  const { archived: isArchived = false, new: isNew = false } = route.useSearch()
  const project = useSession().session.project.slug
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const [isCreating, setIsCreating] = useState(false)
  const onNew = (): void => setIsCreating(true)
  const [upload, setUpload] = useState<{ readonly file: File | undefined }>()
  const isOver = useDrop(canEdit && upload === undefined, ({ files: [file] }) => setUpload({ file }))
  const openTestset = (slug: string): void =>
    void navigate({ to: '/p/$project/testsets/$testset', params: { project, testset: slug } })
  const showList = (isArchived: boolean, replace = false): void =>
    void navigate({
      to: '/p/$project/testsets',
      params: { project },
      search: isArchived ? { archived: true } : {},
      replace,
    })
  useShortcuts(canEdit ? [{ id: 'new', keys: 'n', label: 'New testset', run: onNew }] : [])
  return (
    <>
      <PageHead title={texts.title}>
        <PageTools
          isArchived={isArchived}
          onArchivedChange={showList}
          onUpload={() => setUpload({ file: undefined })}
          onNew={onNew}
        />
      </PageHead>
      <TestsetTable isArchived={isArchived} onOpen={openTestset} />
      <DropHint isOver={isOver} text="Drop to create a testset" />
      <Upload
        open={upload !== undefined}
        file={upload?.file}
        target={undefined}
        onClose={() => setUpload(undefined)}
        onStored={(slug) => slug !== undefined && openTestset(slug)}
      />
      <NewTestset
        open={isCreating || (canEdit && isNew)}
        onOpen={openTestset}
        onClose={() => {
          setIsCreating(false)
          if (isNew) showList(isArchived, true)
        }}
      />
    </>
  )
}
