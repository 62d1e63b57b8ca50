// web/artifacts: lists and pages of applications, evaluators, queries and workflows: one page for four kinds.
// tabs.ts has the tabs that only some kinds have.
// Imports web/app and web/ui. Start here.
//
// The page of an artifact: its history on the left, the selected revision on the right.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { CloneMenu } from '../app/git/clone-menu.tsx'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { plainNaming } from '../app/versions/naming/version-name.ts'
import { slugAndVersion, slugAt } from '../app/versions/artifact-link.tsx'
import type { Artifact, Revision } from '../app/versions/client.ts'
import type { GraphRevision, GraphVariant } from '../app/versions/history/graph-layout.ts'
import { History, type HistoryFlag } from '../app/versions/history/history.tsx'
import { artifactQuery, revisionQuery, useEnvironments, useGraph } from '../app/versions/queries.ts'
import { WhereUsed } from '../app/versions/where-used.tsx'
import { Id, LinkButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Split } from '../ui/split.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { Actions } from './actions.tsx'
import { Content } from './content.tsx'
import { DiffTab } from './diff-tab.tsx'
import type { ArtifactView } from './url-state.ts'
import { extraTabs } from './tabs.ts'
import { PlaygroundLink, RunLink } from './head-links.tsx'
import { useKind, type PageKindWords } from './use-kind.ts'
import styles from './page.module.css'

interface Graph {
  readonly variants: readonly GraphVariant[]
  readonly revisions: readonly GraphRevision[]
}

/** The head of each variant. */
const headsOf = ({ revisions }: Graph): ReadonlyMap<string, GraphRevision> =>
  new Map(revisions.toReversed().map((revision) => [revision.variant_id, revision]))

/** Environments by the id of their deployed revision. */
function useFlags(artifactId: string): ReadonlyMap<string, readonly HistoryFlag[]> {
  const { data } = useEnvironments()
  return useMemo(() => {
    const flags = (data ?? []).flatMap(({ name, isGuarded, entries }) =>
      entries
        .filter(({ artifact }) => artifact.id === artifactId)
        .map(({ revision }) => ({ environment: name, isGuarded, revisionId: revision.id })),
    )
    return Map.groupBy(flags, ({ revisionId }) => revisionId)
  }, [data, artifactId])
}

interface ArtifactLocation {
  readonly words: PageKindWords
  readonly view: ArtifactView
  /** Navigates to another revision or tab. */
  readonly go: (next: { readonly version?: string | undefined; readonly view?: ArtifactView }) => void
}

function useArtifactLocation(): ArtifactLocation & {
  readonly slug: string
  readonly version: string | undefined
} {
  const words = useKind()
  const view = useSearch({ strict: false }) as ArtifactView
  const { artifact = '' } = useParams({ strict: false })
  const { slug, version } = slugAndVersion(artifact)
  const { session } = useSession()
  const navigate = useNavigate()
  const to = `/p/$project/${words.path}/$artifact` as const
  const go: ArtifactLocation['go'] = (next) =>
    void navigate({
      to,
      params: {
        project: session.project.slug,
        artifact: slugAt(slug, 'version' in next ? next.version : version),
      },
      search: next.view ?? view,
    })
  return { words, view, slug, version, go }
}

function RevisionPane({
  location,
  artifact,
  revision,
  graph,
  variant,
}: {
  location: ArtifactLocation
  artifact: Artifact
  revision: Revision
  graph: Graph
  variant: GraphVariant
}) {
  const { words, view, go } = location
  const { kind } = words
  const head = headsOf(graph).get(variant.id) ?? revision
  const variantName = variant.name ?? variant.slug
  const isArchived = artifact.deleted_at !== undefined || variant.deleted_at !== undefined
  const { base: _, ...withoutBase } = view
  const onHead = (): void => go({ version: undefined })
  const content = { kind, artifact, revision, head, variantName, isArchived, onHead }
  const kindTabs = extraTabs[kind].filter(({ isFor }) => isFor?.(revision) !== false)
  const tabs: readonly Tab<string>[] = [
    { value: 'content', name: 'Content', panel: () => <Content {...content} /> },
    ...kindTabs.map(({ value, name, Panel }) => ({
      value,
      name,
      panel: () => (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Panel {...content} view={view} onView={(next) => go({ view: next })} />
        </Suspense>
      ),
    })),
    {
      value: 'diff',
      name: 'Diff',
      panel: () => (
        <DiffTab
          kind={kind}
          revision={revision}
          graph={graph}
          base={view.base}
          onBase={(base) => go({ view: base === undefined ? withoutBase : { ...view, base } })}
        />
      ),
    },
    {
      value: 'uses',
      name: 'Where used',
      panel: () => (
        <WhereUsed key={revision.id} kind={kind} artifactId={artifact.id} revisionId={revision.id} />
      ),
    },
  ]
  const tab = tabs.find(({ value }) => value === view.tab)?.value ?? 'content'
  return (
    <Tabs
      label="Parts of the version"
      tabs={tabs}
      value={tab}
      onValue={(next) => {
        const { tab: __, ...rest } = view
        go({ view: next === 'content' ? rest : { ...rest, tab: next } })
      }}
    />
  )
}

function VariantSelect({
  graph,
  variant,
  location,
}: {
  graph: Graph
  variant: GraphVariant
  location: ArtifactLocation
}) {
  return (
    <select
      className={styles['select']}
      aria-label="Variant"
      value={variant.slug}
      onChange={({ target: { value } }) => {
        const { variant: _, ...rest } = location.view
        const isDefault = value === graph.variants[0]?.slug
        location.go({ version: undefined, view: isDefault ? rest : { ...rest, variant: value } })
      }}
    >
      {graph.variants.map((one) => (
        <option key={one.id} value={one.slug}>
          {one.name ?? one.slug}
          {one.deleted_at === undefined ? '' : ' (archived)'}
        </option>
      ))}
    </select>
  )
}

function ArtifactHead({
  location,
  artifact,
  graph,
  variant,
  revision,
  version,
}: {
  location: ArtifactLocation
  artifact: Artifact
  graph: Graph
  variant: GraphVariant | undefined
  /** The selected revision; undefined while it is loading, or if it does not exist. */
  revision: Revision | undefined
  version: string | undefined
}) {
  const { words, view, go } = location
  return (
    <PageHead title={artifact.name ?? artifact.slug} lead={<BackLink words={words} />}>
      {artifact.description !== undefined && (
        <span className={styles['about']} title={artifact.description}>
          {artifact.description}
        </span>
      )}
      <code className={styles['slug']}>{artifact.slug}</code>
      {artifact.deleted_at !== undefined && <span className={styles['archived']}>archived</span>}
      {variant !== undefined && <VariantSelect graph={graph} variant={variant} location={location} />}
      {revision !== undefined && (
        <>
          {/* The select beside the version shows the variant. */}
          <span className={styles['version']}>{plainNaming(revision)}</span>
          <span className={styles['id']}>
            <Id id={revision.id} />
          </span>
        </>
      )}
      <LinkButton />
      <CloneMenu kind={words.kind} slug={artifact.slug} />
      {revision !== undefined && (
        <>
          {artifact.deleted_at === undefined && <RunLink kind={words.kind} revisionId={revision.id} />}
          {words.kind === 'application' && (
            <PlaygroundLink slug={artifact.slug} version={version} variant={view.variant} />
          )}
        </>
      )}
      {revision !== undefined && variant !== undefined && (
        <Actions
          selection={{ words, artifact, revision, variant, graph }}
          onVariant={(slug) => go({ version: undefined, view: { variant: slug } })}
        />
      )}
    </PageHead>
  )
}

function LoadedArtifact({
  location,
  artifact,
  graph,
  olderFailure,
  version,
}: {
  location: ArtifactLocation
  artifact: Artifact
  graph: Graph
  olderFailure: ReturnType<typeof useGraph>['olderFailure']
  version: string | undefined
}) {
  const { words, view, go } = location
  const { api } = useSession()
  const flags = useFlags(artifact.id)
  const variant =
    view.variant === undefined ? graph.variants[0] : graph.variants.find(({ slug }) => slug === view.variant)
  const listedRevision = graph.revisions.find(
    (one) =>
      one.variant_id === variant?.id && one.version === (version ?? headsOf(graph).get(variant.id)?.version),
  )
  const target =
    listedRevision === undefined
      ? { variant: { id: variant?.id ?? '' }, ...(version === undefined ? {} : { revision: { version } }) }
      : { revision: { id: listedRevision.id } }
  const revision = useQuery({
    ...revisionQuery(api, words.kind, target),
    enabled: variant !== undefined && (version === undefined || /^\d+$/.test(version)),
    placeholderData: (previous) => previous,
  })
  const onSelect = ({ variant_id: id, version: next }: GraphRevision): void => {
    const { variant: _, ...rest } = view
    const nextVariant = graph.variants.find((one) => one.id === id)
    const isDefault = nextVariant === graph.variants[0]
    const isHead = headsOf(graph).get(id)?.version === next
    go({
      version: isHead ? undefined : next,
      view: nextVariant === undefined || isDefault ? rest : { ...rest, variant: nextVariant.slug },
    })
  }
  const move = (by: -1 | 1): void => {
    const variantRevisions = graph.revisions.filter((one) => one.variant_id === variant?.id)
    const next = variantRevisions[variantRevisions.findIndex(({ id }) => id === listedRevision?.id) + by]
    if (next !== undefined) onSelect(next)
  }
  useShortcuts([
    { id: 'older', keys: ']', label: 'Older version', run: () => move(1) },
    { id: 'newer', keys: '[', label: 'Newer version', run: () => move(-1) },
  ])
  const { data } = revision
  return (
    <>
      <ArtifactHead
        location={location}
        artifact={artifact}
        graph={graph}
        variant={variant}
        revision={data ?? undefined}
        version={version}
      />
      <Split
        name="artifact"
        share={0.34}
        first={
          graph.revisions.length === 0 ? (
            <p className={styles['faint']}>No commits yet.</p>
          ) : (
            <History
              graph={graph}
              olderFailure={olderFailure}
              flags={flags}
              selectedId={listedRevision?.id ?? data?.id}
              onSelect={onSelect}
            />
          )
        }
        second={
          revision.isError && data === undefined ? (
            <Failure error={revision.error} retry={() => void revision.refetch()} />
          ) : variant === undefined || data === null || (version !== undefined && !/^\d+$/.test(version)) ? (
            <Notice icon="commit" title="Version not found">
              <p>Select a version in the history.</p>
            </Notice>
          ) : data === undefined ? (
            <Skeleton />
          ) : (
            <RevisionPane
              location={location}
              artifact={artifact}
              revision={data}
              graph={graph}
              variant={variant}
            />
          )
        }
      />
    </>
  )
}

function BackLink({ words }: { words: PageKindWords }) {
  const { session } = useSession()
  return (
    <Link
      to={`/p/$project/${words.path}`}
      params={{ project: session.project.slug }}
      search={{}}
      aria-label={`Back to ${words.plural}`}
    >
      <Icon name="left" />
    </Link>
  )
}

export function ArtifactPage() {
  const location = useArtifactLocation()
  const { words, slug, version } = location
  const { api } = useSession()
  const artifact = useQuery(artifactQuery(api, words.kind, slug))
  const graph = useGraph(words.kind, slug)
  if (artifact.data !== undefined && artifact.data !== null && graph.data !== undefined) {
    return (
      <LoadedArtifact
        location={location}
        artifact={artifact.data}
        graph={graph.data}
        olderFailure={graph.olderFailure}
        version={version}
      />
    )
  }
  const failedQuery = artifact.isError
    ? artifact
    : graph.isError && artifact.data !== null
      ? graph
      : undefined
  return (
    <>
      <PageHead title={slug} lead={<BackLink words={words} />} />
      {artifact.data === null ? (
        <Notice
          icon={words.icon}
          title={`${words.singular.replace(/^./, (letter) => letter.toUpperCase())} not found`}
        >
          <p>
            No {words.singular} of this project has the slug <code>{slug}</code>.
          </p>
        </Notice>
      ) : failedQuery !== undefined ? (
        <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}
