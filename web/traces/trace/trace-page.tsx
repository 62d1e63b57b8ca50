// web/traces/trace: the page of one trace: the tree of its spans, the overview above it, and the selected span beside it.
// Pure logic (outline.ts, walk.ts, align.ts, anchor.ts) is in files without React.
// Imports web/app, web/ui and web/traces. Start here.
//
// One trace: its tree with the waterfall on the left, the selected span on the right. On a phone one of the two at a time.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useSession } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Split } from '../../ui/split.tsx'
import { useNarrow } from '../../ui/browser/use-narrow.ts'
import { tracesSearch, type TraceTab, type TraceView } from '../../app/trace-list/url-state.ts'
import { texts } from '../texts.ts'
import type { Neighbour } from './neighbours.ts'
import { OpenInPlayground } from './open-in-playground.tsx'
import type { Outline } from './outline.ts'
import { SpanPane, useSpan } from './span-pane.tsx'
import { TraceActions } from './trace-actions.tsx'
import { TraceHead } from './trace-head.tsx'
import { TreePane } from './tree-pane.tsx'
import { useNeighbours, type NeighboursRequest } from './use-neighbours.ts'
import { useSelection } from './use-selection.ts'
import { useFollowedTrace, useTrace, type FollowedTrace } from './use-trace.ts'

const route = getRouteApi('/p/$project/traces/$traceId')

/** The URL state, and a function that replaces it without a new entry in the browser's history. */
function useView(traceId: string): readonly [TraceView, (view: TraceView) => void] {
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const params = { project: session.project.slug, traceId }
  return [
    view,
    // By default the router would restore the old scroll position of the tree, away from the selected span.
    (search) =>
      void navigate({ to: '/p/$project/traces/$traceId', params, search, replace: true, resetScroll: false }),
  ]
}

/** Buttons and keys for the next and previous trace of the list. The list is read when the page is ready. */
function useListSteps({ traceId, view, isReady }: NeighboursRequest) {
  const { session } = useSession()
  const navigate = useNavigate()
  const neighbours = useNeighbours({ traceId, view, isReady })
  const open = (neighbour: Neighbour | undefined): void => {
    if (neighbour === undefined) return
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project: session.project.slug, traceId: neighbour.traceId },
      search: {
        ...tracesSearch(view),
        ...(view.tab === undefined ? {} : { tab: view.tab }),
        ...(neighbour.spanId === undefined ? {} : { span: neighbour.spanId }),
      },
    })
  }
  const { previous, next } = neighbours
  useShortcuts([
    { id: 'next trace', keys: ']', label: 'Next trace of the list', run: () => open(next) },
    { id: 'previous trace', keys: '[', label: 'Previous trace of the list', run: () => open(previous) },
  ])
  return { neighbours, open }
}

/** The name of the root, or of the first span that arrived. */
const titleOf = ({ nodes }: Outline): string =>
  nodes.find(({ span }) => span.isPlaceholder !== true)?.span.name ?? 'Trace'

/** A trace with at least one span. */
function OpenTrace({ trace }: { trace: FollowedTrace }) {
  const { traceId, outline } = trace
  const [view, onView] = useView(traceId)
  const { session } = useSession()
  const selection = useSelection({ outline, view, onSelect: (span) => onView({ ...view, span }) })
  const { selectedId, select } = selection
  const spanResult = useSpan(trace, selectedId)
  const isNarrow = useNarrow()
  const [pane, setPane] = useState<'tree' | 'span'>('span')
  const isLoaded = spanResult.span !== undefined || spanResult.isMissing
  const [isReady, setReady] = useState(false)
  if (!isReady && (isLoaded || spanResult.query.isError)) setReady(true)
  useFollowedTrace(trace, isReady)
  const { neighbours, open } = useListSteps({ traceId, view, isReady: isLoaded })
  const onTab = (tab: TraceTab): void => {
    const { tab: _, ...rest } = view
    onView(tab === 'content' ? rest : { ...rest, tab })
  }
  const onOtherTrace = (id: string | undefined): void => {
    const { with: _, ...rest } = view
    onView(id === undefined ? rest : { ...rest, with: id })
  }
  const tree = (
    <TreePane
      trace={trace}
      selection={selection}
      onOpen={isNarrow ? () => setPane('span') : undefined}
      isNarrow={isNarrow}
    />
  )
  const span = (
    <SpanPane
      traceId={traceId}
      selectedId={selectedId}
      outline={outline}
      spanResult={spanResult}
      view={view}
      onTab={onTab}
      onSelect={select}
      other={{
        traceId: view.with,
        onTraceId: onOtherTrace,
        previous: neighbours.previous?.traceId,
        next: neighbours.next?.traceId,
      }}
    />
  )
  return (
    <>
      <TraceHead
        title={titleOf(outline)}
        traceId={traceId}
        project={session.project.slug}
        view={view}
        neighbours={neighbours}
        onNeighbour={open}
      >
        {isNarrow && (
          <Segments
            label="Part of the trace"
            value={pane}
            onValue={setPane}
            options={[
              { value: 'tree', name: `Spans ${outline.spanCount}` },
              { value: 'span', name: 'Content' },
            ]}
          />
        )}
        {spanResult.span !== undefined && <OpenInPlayground span={spanResult.span} />}
        <TraceActions traceId={traceId} spanId={selectedId} />
      </TraceHead>
      {isNarrow ? (
        <Split name="trace" first={pane === 'tree' ? tree : span} />
      ) : (
        <Split name="trace" share={0.52} first={tree} second={span} />
      )}
    </>
  )
}

/** A trace that is loading, unknown or refused. */
function NoTrace({ trace }: { trace: FollowedTrace }) {
  const { traceId, query } = trace
  useFollowedTrace(trace, true)
  const [view] = useView(traceId)
  const { session } = useSession()
  const { neighbours, open } = useListSteps({ traceId, view, isReady: query.isFetched })
  return (
    <>
      <TraceHead
        title="Trace"
        traceId={traceId}
        project={session.project.slug}
        view={view}
        neighbours={neighbours}
        onNeighbour={open}
      />
      {query.isError ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton rows={14} />
      ) : (
        <Notice icon="traces" title={texts.traceNotFound}>
          <p>{texts.traceNotFoundHint}</p>
          <Button icon="refresh" onClick={() => void query.refetch()}>
            Check again
          </Button>
        </Notice>
      )}
    </>
  )
}

function Trace({ traceId }: { traceId: string }) {
  const trace = useTrace(traceId)
  return trace.outline.spanCount === 0 ? <NoTrace trace={trace} /> : <OpenTrace trace={trace} />
}

export function TracePage() {
  const { traceId } = route.useParams()
  // Folded, found and selected spans belong to one trace.
  return <Trace key={traceId} traceId={traceId} />
}
