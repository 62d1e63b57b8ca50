// web/testsets: lists and pages of testsets. Sub-folders: grid/, draft/ (uncommitted edits), diff/, merge/, upload/.
// values.ts and texts.ts are pure.
// Imports web/app and web/ui. Start here.
//
// One testset: its rows, its draft, its history.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { NewRunLink } from '../app/new-run-link.tsx'
import { PageHead } from '../app/page.tsx'
import { useApi, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { ago } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { useDraft } from './draft/use-draft.ts'
import { DownloadMenu } from './download-menu.tsx'
import { GridView } from './grid/grid-view.tsx'
import { History } from './history.tsx'
import {
  revisionByIdQuery,
  revisionQuery,
  testsetQuery,
  variantsQuery,
  type Revision,
  type Variant,
} from './queries.ts'
import { addressOf, gridSearch, sideText, type GridView as View } from './url-state.ts'
import { texts } from './texts.ts'
import { TestsetMenu } from './testset-menu.tsx'
import { UploadVersion } from './upload/upload-version.tsx'
import { VariantMenu } from './variant-menu.tsx'
import styles from './grid-page.module.css'

const route = getRouteApi('/p/$project/testsets/$testset')

/** The revision that is read. It does not change under the reader's eyes: a newer one is offered. */
function useShown(slug: string, version: string | undefined, variant: Variant | undefined, view: View) {
  const api = useApi()
  const side = view.variant === undefined ? {} : { variant: view.variant }
  const head = useQuery(revisionQuery(api, slug, side))
  const draft = useDraft(api.projectId, variant?.id)
  const [held, setHeld] = useState<Revision>()
  // What was asked for on another page may be old by now.
  const newest = head.isFetchedAfterMount ? (head.data ?? undefined) : undefined
  if (newest !== undefined && held?.variant_id !== newest.variant_id) setHeld(newest)
  const wanted = useQuery({
    ...revisionQuery(api, slug, { ...side, ...(version === undefined ? {} : { version }) }),
    enabled: version !== undefined,
  })
  const base = draft.draft?.baseId
  const drafted = useQuery(revisionByIdQuery(api, base === undefined || base === held?.id ? undefined : base))
  const own = base === undefined || base === held?.id ? held : (drafted.data ?? undefined)
  const shown = version === undefined ? (draft.isRead ? own : undefined) : (wanted.data ?? undefined)
  const asked = version === undefined ? head : wanted
  return {
    head: newest,
    draft,
    shown,
    isAbsent: asked.isSuccess && asked.data === null,
    error: asked.error ?? undefined,
    retry: () => void asked.refetch(),
    showNewest: () => setHeld(undefined),
  }
}

/** What is newer than what is shown, and how to see it. */
function Newer({
  slug,
  variant,
  shown,
  head,
  isDrafted,
  onShow,
}: {
  slug: string
  /** Absent: the default one. */
  variant: Variant | undefined
  shown: Revision
  head: Revision
  isDrafted: boolean
  onShow: () => void
}) {
  const { session } = useSession()
  return (
    <div className={styles['newer']} role="status">
      <Icon name="history" size={14} />
      <span>
        Version {head.version} is newer
        {head.message === undefined || head.message === '' ? '' : `: “${head.message}”`} ({ago(head.date)}).
      </span>
      <Link
        to="/p/$project/testsets/$testset/diff/$range"
        params={{
          project: session.project.slug,
          testset: slug,
          range: `${sideText(variant, shown.version)}..${sideText(variant, head.version)}`,
        }}
      >
        What changed
      </Link>
      {!isDrafted && (
        <Button look="quiet" onClick={onShow}>
          Show it
        </Button>
      )}
    </div>
  )
}

function Unknown({ title, children }: { title: string; children: string }) {
  return (
    <Notice icon="testsets" title={title}>
      <p>{children}</p>
    </Notice>
  )
}

export function GridPage() {
  const { testset: param } = route.useParams()
  const view = route.useSearch()
  const { slug, version } = addressOf(param)
  const { api, session } = useSession()
  const navigate = useNavigate()
  const mayEdit = useHasRole('editor')
  const testset = useQuery(testsetQuery(api, slug))
  const variants = useQuery(variantsQuery(api, slug))
  const variant =
    view.variant === undefined ? variants.data?.[0] : variants.data?.find((one) => one.slug === view.variant)
  const reading = useShown(slug, version, variant, view)
  const { head, draft, shown } = reading
  const project = session.project.slug
  const viewChanged = (next: View, replace = false): void =>
    void navigate({
      to: '/p/$project/testsets/$testset',
      params: { project, testset: param },
      search: gridSearch(next),
      replace,
    })
  const newestOpened = (): void => {
    reading.showNewest()
    const { row: _, column: __, open: ___, ...rest } = view
    void navigate({
      to: '/p/$project/testsets/$testset',
      params: { project, testset: slug },
      search: rest,
    })
  }
  const historyShown = (isShown: boolean): void => {
    const { view: _, ...rest } = view
    viewChanged(isShown ? { ...rest, view: 'history' } : rest)
  }
  useShortcuts([
    { id: 'history', keys: 'h', does: 'History or rows', run: () => historyShown(view.view !== 'history') },
  ])
  const isDefault = variant?.id === variants.data?.[0]?.id
  const name = testset.data?.name ?? slug
  const isArchived = testset.data?.deleted_at !== undefined
  const isDrafted = draft.draft !== undefined && draft.draft.baseId === shown?.id
  const isEditable =
    mayEdit &&
    !isArchived &&
    shown !== undefined &&
    (isDrafted || (draft.draft === undefined && shown.id === head?.id))
  const isOlder = shown !== undefined && head !== undefined && shown.id !== head.id
  return (
    <>
      <PageHead
        title={name}
        lead={
          <Link to="/p/$project/testsets" params={{ project }} aria-label="All testsets">
            <Icon name="left" size={14} />
          </Link>
        }
      >
        {variant !== undefined && shown !== undefined && (
          <>
            <span className={styles['version']} title={shown.message}>
              version {shown.version}
              {isOlder && version !== undefined ? ` of ${head.version}` : ''}
              {isArchived && ' · archived'}
              {!isEditable && mayEdit && !isArchived && ' · read only'}
            </span>
            <VariantMenu
              slug={slug}
              variant={variant}
              variants={variants.data ?? []}
              onVariant={(next) => {
                const { variant: _, row: __, open: ___, ...rest } = view
                void navigate({
                  to: '/p/$project/testsets/$testset',
                  params: { project, testset: slug },
                  search: next.id === variants.data?.[0]?.id ? rest : { ...rest, variant: next.slug },
                })
              }}
            />
            <Segments
              label="What is shown"
              options={[
                { value: 'rows', name: 'Rows' },
                { value: 'history', name: 'History' },
              ]}
              value={view.view ?? 'rows'}
              onValue={(next) => historyShown(next === 'history')}
            />
            {isEditable && !isDrafted && <UploadVersion revision={shown} onCommitted={newestOpened} />}
            {!isArchived && <NewRunLink plan={{ testset: shown.id }} />}
            <DownloadMenu revision={shown} />
            {view.hidden !== undefined && (
              <IconButton
                icon="columns"
                look="plain"
                label={`Show ${view.hidden.length} hidden ${view.hidden.length === 1 ? 'column' : 'columns'}`}
                onClick={() => {
                  const { hidden: _, ...rest } = view
                  viewChanged(rest)
                }}
              />
            )}
            <LinkButton />
            {testset.data !== undefined && testset.data !== null && mayEdit && (
              <TestsetMenu testset={testset.data} />
            )}
          </>
        )}
      </PageHead>
      {isOlder && variant !== undefined && view.view !== 'history' && (
        <Newer
          slug={slug}
          variant={isDefault ? undefined : variant}
          shown={shown}
          head={head}
          isDrafted={isDrafted}
          onShow={newestOpened}
        />
      )}
      {testset.data === null ? (
        <Unknown title={texts.unknown}>{texts.unknownHow}</Unknown>
      ) : testset.isError || variants.isError || reading.error !== undefined ? (
        <Failure
          error={testset.error ?? variants.error ?? reading.error}
          retry={() => {
            void testset.refetch()
            void variants.refetch()
            reading.retry()
          }}
        />
      ) : reading.isAbsent || (variants.isSuccess && variant === undefined) ? (
        <Unknown title={texts.unknownVersion}>{texts.unknownVersionHow}</Unknown>
      ) : variant === undefined || shown === undefined ? (
        <Skeleton rows={14} />
      ) : view.view === 'history' ? (
        <History slug={slug} variant={variant} variants={variants.data ?? []} isDefault={isDefault} />
      ) : (
        <GridView
          name={name}
          slug={slug}
          variant={variant}
          isDefault={isDefault}
          revision={shown}
          head={head}
          view={view}
          onView={viewChanged}
          draft={draft}
          isDrafted={isDrafted}
          isEditable={isEditable}
          onCommitted={newestOpened}
        />
      )}
    </>
  )
}
