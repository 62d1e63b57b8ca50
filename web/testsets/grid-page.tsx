// web/testsets: lists and pages of testsets. Sub-folders: grid/, draft/ (uncommitted edits), diff/, merge/, upload/.
// values.ts and texts.ts are pure.
// Imports web/app and web/ui. Start here.
//
// One testset: its rows with the draft, or its history.
import { Link, useNavigate } from '@tanstack/react-router'
import { CloneMenu } from '../app/git/clone-menu.tsx'
import { Failure } from '../app/failure.tsx'
import { NewRunLink } from '../app/new-run-link.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { ago } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { GridView } from './grid/grid-view.tsx'
import { History } from './history.tsx'
import { sideText, type GridView as View } from './url-state.ts'
import { texts } from './texts.ts'
import { TestsetMenu } from './testset-menu.tsx'
import { useOpenTestset, type OpenTestset } from './use-open-testset.ts'
import { UploadVersion } from './upload/upload-version.tsx'
import { VariantMenu } from './variant-menu.tsx'
import styles from './grid-page.module.css'

/** Reports a newer version, with links to it and to its changes. */
function NewerVersion({ slug, variant, revision, head, hasDraft, isDefault, onOpenNewest }: OpenTestset) {
  const { session } = useSession()
  const side = (version: string): string => sideText(isDefault ? undefined : variant, version)
  if (head === undefined || head.id === revision.id) return null
  return (
    <output className={styles['newer']}>
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
          range: `${side(revision.version)}..${side(head.version)}`,
        }}
      >
        Show changes
      </Link>
      {!hasDraft && (
        <Button look="quiet" onClick={onOpenNewest}>
          Open it
        </Button>
      )}
    </output>
  )
}

function NotFound({ title, children }: { title: string; children: string }) {
  return (
    <Notice icon="testsets" title={title}>
      <p>{children}</p>
    </Notice>
  )
}

function VersionLabel({ revision, head, version, isArchived, isEditable }: OpenTestset) {
  const canEdit = useHasRole('editor')
  return (
    <span className={styles['version']} title={revision.message}>
      version {revision.version}
      {head !== undefined && head.id !== revision.id && version !== undefined ? ` of ${head.version}` : ''}
      {isArchived && ' · archived'}
      {!isEditable && canEdit && !isArchived && ' · read-only'}
    </span>
  )
}

function ShowHiddenColumns({ view, onView }: OpenTestset) {
  const { hidden, ...rest } = view
  if (hidden === undefined) return null
  return (
    <IconButton
      icon="columns"
      look="plain"
      label={`Show ${hidden.length} hidden ${hidden.length === 1 ? 'column' : 'columns'}`}
      onClick={() => onView(rest)}
    />
  )
}

function HeadTools(open: OpenTestset) {
  const { slug, testset, variant, variants, revision, isArchived, isEditable, hasDraft, view } = open
  const { session } = useSession()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  return (
    <>
      <VersionLabel {...open} />
      <VariantMenu
        slug={slug}
        variant={variant}
        variants={variants}
        onVariant={(next) => {
          const { variant: _, row: __, open: ___, ...rest } = view
          void navigate({
            to: '/p/$project/testsets/$testset',
            params: { project: session.project.slug, testset: slug },
            search: next.id === variants[0]?.id ? rest : { ...rest, variant: next.slug },
          })
        }}
      />
      <Segments
        label="View"
        options={[
          { value: 'rows', name: 'Rows' },
          { value: 'history', name: 'History' },
        ]}
        value={view.view ?? 'rows'}
        onValue={(next) => open.onView(withHistory(view, next === 'history'))}
      />
      {isEditable && !hasDraft && <UploadVersion revision={revision} onCommitted={open.onOpenNewest} />}
      {!isArchived && <NewRunLink plan={{ testset: revision.id }} />}
      <DownloadMenu revision={revision} />
      <ShowHiddenColumns {...open} />
      <LinkButton />
      <CloneMenu kind="testset" slug={slug} />
      {testset !== undefined && canEdit && <TestsetMenu testset={testset} />}
    </>
  )
}

function withHistory({ view: _, ...rest }: View, isHistory: boolean): View {
  return isHistory ? { ...rest, view: 'history' } : rest
}

function PageBody({ open, isUnknown, isVersionUnknown, error, retry }: ReturnType<typeof useOpenTestset>) {
  if (isUnknown) return <NotFound title={texts.notFound}>{texts.notFoundHint}</NotFound>
  if (error !== null && error !== undefined) return <Failure error={error} retry={retry} />
  if (isVersionUnknown) return <NotFound title={texts.versionNotFound}>{texts.versionNotFoundHint}</NotFound>
  if (open === undefined) return <Skeleton rows={14} />
  if (open.view.view === 'history') return <History {...open} />
  return (
    <>
      <NewerVersion {...open} />
      <GridView {...open} onCommitted={open.onOpenNewest} />
    </>
  )
}

export function GridPage() {
  const page = useOpenTestset()
  const { session } = useSession()
  const { view, onView } = page
  useShortcuts([
    {
      id: 'history',
      keys: 'h',
      label: 'Show history or rows',
      run: () => onView(withHistory(view, view.view !== 'history')),
    },
  ])
  return (
    <>
      <PageHead
        title={page.name}
        lead={
          <Link
            to="/p/$project/testsets"
            params={{ project: session.project.slug }}
            aria-label="All testsets"
          >
            <Icon name="left" size={14} />
          </Link>
        }
      >
        {page.open !== undefined && <HeadTools {...page.open} />}
      </PageHead>
      <PageBody {...page} />
    </>
  )
}
