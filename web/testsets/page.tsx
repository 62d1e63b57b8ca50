// All testsets of a project: how large they are, and what was committed last.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
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

interface Listed {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly revision_id?: string
  readonly deleted_at?: string
}

/** Asked for by each row that is on the screen. */
function Size({ revisionId, of }: { revisionId: string | undefined; of: 'rows' | 'columns' }) {
  const api = useApi()
  const { data } = useQuery(columnsQuery(api, revisionId))
  if (data === undefined) return <>–</>
  return <>{count(of === 'rows' ? data.total : data.columns.length)}</>
}

function useRowColumns(
  heads: ReadonlyMap<string, Revision> | undefined,
  variants: ReadonlyMap<string, number> | undefined,
): readonly Column<Listed>[] {
  const { session } = useSession()
  const mayEdit = useHasRole('editor')
  const names = useKeyNames()
  return useMemo(() => {
    const headOf = ({ revision_id: id }: Listed): Revision | undefined =>
      id === undefined ? undefined : heads?.get(id)
    return [
      {
        id: 'name',
        name: 'Testset',
        widthPx: 260,
        narrowPx: 220,
        grows: true,
        cell: ({ slug, name, description }) => (
          <span className={styles['name']}>
            <Link
              to="/p/$project/testsets/$testset"
              params={{ project: session.project.slug, testset: slug }}
              tabIndex={-1}
            >
              <b>{name ?? slug}</b>
            </Link>
            <small>{description ?? (name === undefined || name === slug ? '' : slug)}</small>
          </span>
        ),
      },
      {
        id: 'rows',
        name: 'Rows',
        widthPx: 90,
        align: 'right',
        cell: ({ revision_id: id }) => <Size revisionId={id} of="rows" />,
      },
      {
        id: 'columns',
        name: 'Columns',
        widthPx: 84,
        align: 'right',
        cell: ({ revision_id: id }) => <Size revisionId={id} of="columns" />,
      },
      {
        id: 'variants',
        name: 'Variants',
        widthPx: 84,
        align: 'right',
        cell: ({ id }) => count(variants?.get(id)),
      },
      {
        id: 'version',
        name: 'Version',
        widthPx: 76,
        align: 'right',
        cell: (testset) => headOf(testset)?.version ?? '–',
      },
      {
        id: 'commit',
        name: 'Last commit',
        widthPx: 260,
        grows: true,
        cell: (testset) => headOf(testset)?.message ?? '',
      },
      {
        id: 'author',
        name: 'By',
        widthPx: 120,
        cell: (testset) => names.get(headOf(testset)?.author ?? '') ?? '',
      },
      {
        id: 'date',
        name: 'When',
        widthPx: 90,
        cell: (testset) => {
          const date = headOf(testset)?.date
          return date === undefined ? '' : <time title={exactTime(date)}>{ago(date)}</time>
        },
      },
      ...(mayEdit
        ? [
            {
              id: 'menu',
              name: 'More',
              widthPx: 64,
              cell: (testset: Listed) => <TestsetMenu testset={testset} />,
            },
          ]
        : []),
    ]
  }, [heads, variants, session, mayEdit, names])
}

export function TestsetsPage() {
  const view = route.useSearch()
  const { archived = false } = view
  const { api, session } = useSession()
  const projectId = session.project.id
  const project = session.project.slug
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayEdit = useHasRole('editor')
  const [makes, setMakes] = useState(false)
  const [uploads, setUploads] = useState<{ readonly file: File | undefined }>()
  const over = useDrop(mayEdit && uploads === undefined, ({ files: [file] }) => setUploads({ file }))
  const list = useInfiniteQuery(testsetsQuery(api, archived))
  const rows: readonly Listed[] = (list.data?.pages.flatMap(({ testsets }) => testsets) ?? []).filter(
    ({ deleted_at: gone }) => (gone !== undefined) === archived,
  )
  const heads = useQuery(
    headsQuery(
      api,
      rows.flatMap(({ revision_id: id }) => (id === undefined ? [] : [id])),
    ),
  )
  const variants = useQuery(
    variantCountsQuery(
      api,
      rows.map(({ id }) => id),
    ),
  )
  const columns = useRowColumns(heads.data, variants.data)
  const opened = (slug: string): void =>
    void navigate({ to: '/p/$project/testsets/$testset', params: { project, testset: slug } })
  const making = useMutation({
    mutationFn: (name: string) => api.simpleTestsets.create({ testset: { name, data: { testcases: [] } } }),
    onSuccess: async ({ testset }) => {
      await client.invalidateQueries({ queryKey: [projectId, 'testsets'] })
      if (testset !== undefined) opened(testset.slug)
    },
    onError: showFailure,
  })
  useShortcuts(mayEdit ? [{ id: 'new', keys: 'n', does: 'New testset', run: () => setMakes(true) }] : [])
  return (
    <>
      <PageHead title={texts.title}>
        <Segments
          label="Which testsets are listed"
          options={[
            { value: 'active', name: 'In use' },
            { value: 'archived', name: 'Archived' },
          ]}
          value={archived ? 'archived' : 'active'}
          onValue={(next) =>
            void navigate({
              to: '/p/$project/testsets',
              params: { project },
              search: next === 'archived' ? { archived: true } : {},
            })
          }
        />
        {mayEdit && (
          <Button icon="upload" onClick={() => setUploads({ file: undefined })}>
            Upload
          </Button>
        )}
        {mayEdit && (
          <Button look="main" icon="plus" onClick={() => setMakes(true)}>
            New testset
          </Button>
        )}
      </PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <Notice icon="testsets" title={archived ? texts.noneArchived : texts.none}>
          {!archived && <p>{texts.noneHow}</p>}
        </Notice>
      ) : (
        <Table
          name="Testsets"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ slug }) => opened(slug)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      <DropHint over={over} text="Drop to make a testset of it" />
      <Upload
        open={uploads !== undefined}
        file={uploads?.file}
        target={undefined}
        onClose={() => setUploads(undefined)}
        onStored={(slug) => slug !== undefined && opened(slug)}
      />
      <NameDialog
        request={
          makes || (mayEdit && view.new === true)
            ? {
                title: 'New testset',
                description: 'It begins empty: add rows, paste them, or upload a file.',
                label: 'Name',
                value: '',
                action: 'Create',
                onName: (name) => making.mutate(name),
              }
            : undefined
        }
        onClose={() => {
          setMakes(false)
          const { new: _, ...rest } = view
          if (view.new === true)
            void navigate({ to: '/p/$project/testsets', params: { project }, search: rest, replace: true })
        }}
      />
    </>
  )
}
