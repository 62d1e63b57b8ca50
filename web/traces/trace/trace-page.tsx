// One trace: its tree with the waterfall on the left, the selected span on the right.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { PageHead } from '../../app/page.tsx'
import { useSigned } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Id, LinkButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { Minimap } from './minimap.tsx'
import { OpenInPlayground } from './open-in-playground.tsx'
import { criticalPath, foldedFrom, matching, outlineOf, unfoldedTo } from './outline.ts'
import { annotationsQuery, outlineQuery, spanQuery } from '../queries.ts'
import type { TraceView } from '../search.ts'
import { SpanDetail } from './span-detail.tsx'
import { SpanTree } from './span-tree.tsx'
import { texts } from '../texts.ts'
import { TraceActions } from './trace-actions.tsx'
import { Totals } from './trace-totals.tsx'
import { TreeTools } from './tree-tools.tsx'
import { useNeighbours } from './use-neighbours.ts'
import styles from './trace-page.module.css'

const route = getRouteApi('/p/$project/traces/$traceId')

/** Traces of more spans open with their deeper levels folded. */
const unfoldedMax = 500
/** Fewer are seen at once in the tree. */
const minimapMin = 24

export function TracePage() {
  const view = route.useSearch()
  const { traceId } = route.useParams()
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const project = session.project.slug
  const trace = useQuery(outlineQuery(api, session.project.id, traceId))
  const spans = trace.data
  const outline = useMemo(() => outlineOf(spans ?? []), [spans])
  const [foldedByHand, setFolded] = useState<ReadonlySet<string>>()
  const [words, setWords] = useState('')
  const [showsCritical, setShowsCritical] = useState(false)
  const found = useMemo(() => matching(outline, words), [outline, words])
  const critical = useMemo(
    () => (showsCritical ? criticalPath(outline) : undefined),
    [outline, showsCritical],
  )
  const rootId = outline.nodes[outline.roots[0] ?? -1]?.span.id ?? ''
  const selected = view.span !== undefined && outline.indexById.has(view.span) ? view.span : rootId
  const foldedAtFirst = useMemo(
    () => (outline.nodes.length > unfoldedMax ? foldedFrom(outline, 2) : new Set<string>()),
    [outline],
  )
  const folded = unfoldedTo(outline, foldedByHand ?? foldedAtFirst, selected)
  const whole = useQuery(spanQuery(api, session.project.id, traceId, selected))
  const span = whole.data?.span_id === selected ? whole.data : undefined
  // What surrounds the span, and what was said of it, is asked for when the span itself is there.
  const isThere = span !== undefined
  const neighbours = useNeighbours(view, traceId, isThere)
  const annotations = useQuery({
    ...annotationsQuery(api, session.project.id, traceId),
    enabled: isThere,
  })

  const viewChanged = (next: TraceView, replace: boolean): void =>
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId }, search: next, replace })
  const spanSelected = (span: string): void => viewChanged({ ...view, span }, true)
  const traceOpened = (id: string | undefined): void => {
    if (id === undefined) return
    const { span: _, ...rest } = view
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId: id }, search: rest })
  }
  const wordsTyped = (text: string): void => {
    setWords(text)
    const [first] = matching(outline, text)
    if (first !== undefined) spanSelected(first)
  }
  useShortcuts([
    {
      id: 'find span',
      keys: '/',
      does: 'Find a span',
      run: () => document.getElementById('span-search')?.focus(),
    },
    { id: 'next trace', keys: ']', does: 'Next trace of the list', run: () => traceOpened(neighbours.next) },
    {
      id: 'previous trace',
      keys: '[',
      does: 'Previous trace of the list',
      run: () => traceOpened(neighbours.previous),
    },
    {
      id: 'critical',
      keys: 'c',
      does: 'Mark what was waited for',
      run: () => setShowsCritical(!showsCritical),
    },
  ])

  const { filter, range, focus } = view
  const lead = (
    <Link
      to="/p/$project/traces"
      params={{ project }}
      search={{
        ...(filter === undefined ? {} : { filter }),
        ...(range === undefined ? {} : { range }),
        ...(focus === undefined ? {} : { focus }),
      }}
      aria-label="Back to the list"
      title="Back to the list"
    >
      <Icon name="left" />
    </Link>
  )
  const title = outline.nodes[outline.roots[0] ?? -1]?.span.name ?? 'Trace'
  return (
    <>
      <PageHead title={title} lead={lead}>
        <span className={styles['id']}>
          <Id id={traceId} />
        </span>
        <IconButton
          icon="up"
          label="Previous trace of the list"
          disabled={neighbours.previous === undefined}
          onClick={() => traceOpened(neighbours.previous)}
        />
        <IconButton
          icon="down"
          label="Next trace of the list"
          disabled={neighbours.next === undefined}
          onClick={() => traceOpened(neighbours.next)}
        />
        <LinkButton />
        {span !== undefined && <OpenInPlayground span={span} />}
        {selected !== '' && <TraceActions traceId={traceId} spanId={selected} />}
      </PageHead>
      {trace.isError && spans === undefined ? (
        <Failure error={trace.error} retry={() => void trace.refetch()} />
      ) : spans === undefined ? (
        <Skeleton rows={14} />
      ) : selected === '' ? (
        <Notice icon="traces" title={texts.unknownTrace}>
          <p>{texts.unknownTraceHow}</p>
          <Button icon="refresh" onClick={() => void trace.refetch()}>
            Look again
          </Button>
        </Notice>
      ) : (
        <Split
          name="trace"
          share={0.52}
          first={
            <>
              <Totals outline={outline} />
              {outline.nodes.length > minimapMin && <Minimap outline={outline} onSelected={spanSelected} />}
              <TreeTools
                outline={outline}
                words={words}
                onWords={wordsTyped}
                found={found.length}
                critical={showsCritical}
                onCritical={setShowsCritical}
                onFolded={setFolded}
              />
              <SpanTree
                outline={outline}
                folded={folded}
                onFolded={setFolded}
                selected={selected}
                onSelected={spanSelected}
                critical={critical}
                found={new Set(found)}
              />
            </>
          }
          second={
            whole.isError && span === undefined ? (
              <Failure error={whole.error} retry={() => void whole.refetch()} />
            ) : span === undefined ? (
              <Skeleton />
            ) : (
              <SpanDetail
                key={selected}
                span={span}
                project={project}
                outline={outline}
                other={{
                  traceId: view.with,
                  onTraceId: (id) => {
                    const { with: _, ...rest } = view
                    viewChanged(id === undefined ? rest : { ...rest, with: id }, true)
                  },
                  previous: neighbours.previous,
                  next: neighbours.next,
                }}
                tab={view.tab ?? 'content'}
                onTab={(tab) => {
                  const { tab: _, ...rest } = view
                  viewChanged(tab === 'content' ? rest : { ...rest, tab }, true)
                }}
                annotations={(annotations.data ?? []).filter((one) =>
                  JSON.stringify(one.links ?? '').includes(selected),
                )}
              />
            )
          }
        />
      )}
    </>
  )
}
