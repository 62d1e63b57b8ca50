// web/testsets/diff: the difference between two revisions of a testset.
// Counts come first, then the changed rows with word diffs.
// Imports web/testsets, web/app and web/ui. Start here.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Failure } from '../../app/failure.tsx'
import { PageHead } from '../../app/page.tsx'
import { useSession } from '../../app/session.tsx'
import { LinkButton } from '../../ui/copy.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Split } from '../../ui/split.tsx'
import { Table } from '../../ui/table/table.tsx'
import { diffQuery, testsetQuery, variantsQuery, type Variant } from '../queries.ts'
import { diffKinds, diffSearch, rangeOf, type DiffKind, type DiffView, type Side } from '../url-state.ts'
import { diffColumns, type DiffRow } from './diff-columns.tsx'
import { DiffDetail } from './diff-detail.tsx'
import styles from './diff-page.module.css'

const route = getRouteApi('/p/$project/testsets/$testset/diff/$range')

const kindNames: Readonly<Record<DiffKind, string>> = {
  edited: 'Changed',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
}

function sideName({ variant, version }: Side, variants: readonly Variant[] | undefined): string {
  const record = variants?.find(({ slug }) => slug === variant)
  const isDefault = variant === undefined || record?.id === variants?.[0]?.id
  const name = isDefault ? '' : (record?.name ?? variant)
  if (version === undefined) return name === '' ? 'newest version' : `newest version of ${name}`
  return name === '' ? `version ${version}` : `version ${version} of ${name}`
}

interface Comparison {
  readonly slug: string
  readonly base: Side
  readonly target: Side
}

function ColumnChanges({
  addedNames,
  removedNames,
}: {
  addedNames: readonly string[]
  removedNames: readonly string[]
}) {
  if (addedNames.length + removedNames.length === 0) return null
  return (
    <p className={styles['columns']}>
      Columns:{' '}
      {addedNames.map((name) => (
        <ins key={name}>{name}</ins>
      ))}
      {removedNames.map((name) => (
        <del key={name}>{name}</del>
      ))}
    </p>
  )
}

function Changes({ slug, base, target, view }: Comparison & { view: DiffView }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const { range } = route.useParams()
  const list = useInfiniteQuery(diffQuery(api, { slug, base, target, kind: view.kind }))
  const project = session.project.slug
  const onView = (next: DiffView, replace = false): void =>
    void navigate({
      to: '/p/$project/testsets/$testset/diff/$range',
      params: { project, testset: slug, range },
      search: diffSearch(next),
      replace,
    })
  if (list.isError && list.data === undefined) {
    return <Failure error={list.error} retry={() => void list.refetch()} />
  }
  const [firstPage] = list.data?.pages ?? []
  if (firstPage === undefined) return <Skeleton rows={14} />
  const { counts, columns } = firstPage.diff
  const rows: readonly DiffRow[] =
    list.data?.pages.flatMap(({ diff }) => (diff.rows ?? []) as readonly DiffRow[]) ?? []
  const rowIndex = Math.min((view.at ?? 1) - 1, rows.length - 1)
  const currentRow = rows[rowIndex]
  const total = diffKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  return (
    <>
      <div className={styles['counts']}>
        <Segments
          label="Kind of change"
          options={[
            { value: 'all', name: `All ${count(total)}` },
            ...diffKinds.map((kind) => ({ value: kind, name: `${kindNames[kind]} ${count(counts[kind])}` })),
          ]}
          value={view.kind ?? 'all'}
          onValue={(kind) => onView(kind === 'all' ? {} : { kind })}
        />
        <span>
          {count(counts['unchanged'])} unchanged of {count(counts['base'])} → {count(counts['target'])} rows
        </span>
        <ColumnChanges addedNames={columns.added} removedNames={columns.removed} />
      </div>
      {rows.length === 0 ? (
        <Notice icon="check" title={total === 0 ? 'No differences' : 'No changes of this kind'} />
      ) : (
        <Split
          name="testset diff"
          share={0.56}
          first={
            <Table
              name="Changes"
              rows={rows}
              columns={diffColumns}
              rowKey={(row) =>
                `${row.kind} ${row.base?.index ?? ''} ${row.target?.index ?? ''} ${row.testcase_dedup_id}`
              }
              cursorIndex={rowIndex}
              onCursor={(row) => onView({ ...view, at: rows.indexOf(row) + 1 }, true)}
              onOpen={(row) => onView({ ...view, at: rows.indexOf(row) + 1 }, true)}
              onEnd={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
              }}
            />
          }
          second={
            currentRow === undefined ? null : (
              <DiffDetail row={currentRow} slug={slug} base={base} target={target} project={project} />
            )
          }
        />
      )}
    </>
  )
}

export function DiffPage() {
  const { testset: slug, range } = route.useParams()
  const view = route.useSearch()
  const { api, session } = useSession()
  const sides = rangeOf(range)
  const testset = useQuery(testsetQuery(api, slug))
  const variants = useQuery(variantsQuery(api, slug))
  const params = { project: session.project.slug, testset: slug }
  return (
    <>
      <PageHead
        title={`${testset.data?.name ?? slug}: changes`}
        lead={
          <Link to="/p/$project/testsets/$testset" params={params} aria-label="Back to the rows">
            <Icon name="left" size={14} />
          </Link>
        }
      >
        {sides !== undefined && (
          <>
            <span className={styles['sides']}>
              {sideName(sides[0], variants.data)} → {sideName(sides[1], variants.data)}
            </span>
            <Link
              to="/p/$project/testsets/$testset/diff/$range"
              params={{ ...params, range: range.split('..').toReversed().join('..') }}
              className={styles['swap']}
            >
              Swap
            </Link>
            <LinkButton />
          </>
        )}
      </PageHead>
      {sides === undefined ? (
        <Notice icon="search" title="Not a comparison">
          <p>The URL of a comparison ends with two versions, such as 3..5.</p>
        </Notice>
      ) : (
        <Changes key={range} slug={slug} base={sides[0]} target={sides[1]} view={view} />
      )}
    </>
  )
}
