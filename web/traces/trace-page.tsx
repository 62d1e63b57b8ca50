// One trace: its tree with the waterfall on the left, the selected span on the right.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useMay, useSigned } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { say, sayFailure } from '../app/toasts.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Id, LinkButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { count, duration, money, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Split } from '../ui/split.tsx'
import { AddToTestset } from '../app/add-to-testset.tsx'
import { Minimap } from './minimap.tsx'
import { OpenInPlayground } from './open-in-playground.tsx'
import { criticalPath, foldedFrom, matching, outlineOf, unfoldedTo, type Outline } from './outline.ts'
import { annotationsQuery, outlineQuery, spanQuery } from './queries.ts'
import type { TraceView } from './search.ts'
import { SpanDetail } from './span-detail.tsx'
import { SpanTree } from './span-tree.tsx'
import { texts } from './texts.ts'
import { useNeighbours } from './use-neighbours.ts'
import styles from './trace-page.module.css'

const route = getRouteApi('/p/$project/traces/$traceId')

/** Traces of more spans open with their deeper levels folded. */
const unfoldedMax = 500
/** Fewer are seen at once in the tree. */
const minimapMin = 24

function TreeTools({
  outline,
  words,
  onWords,
  found,
  critical,
  onCritical,
  onFolded,
}: {
  outline: Outline
  words: string
  onWords: (words: string) => void
  found: number
  critical: boolean
  onCritical: (on: boolean) => void
  onFolded: (folded: ReadonlySet<string>) => void
}) {
  return (
    <div className={styles['tools']}>
      <label className={styles['search']}>
        <Icon name="search" size={13} />
        <input
          id="span-search"
          type="search"
          placeholder="Find a span"
          aria-label="Find a span"
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        {words !== '' && <span role="status">{found}</span>}
      </label>
      <Button look="quiet" on={critical} title="What was waited for" onClick={() => onCritical(!critical)}>
        Critical path
      </Button>
      <Button look="quiet" onClick={() => onFolded(foldedFrom(outline, 1))}>
        Fold
      </Button>
      <Button look="quiet" onClick={() => onFolded(new Set())}>
        Unfold
      </Button>
    </div>
  )
}

function TraceActions({ traceId, spanId }: { traceId: string; spanId: string }) {
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayEdit = useMay('editor')
  const [asks, setAsks] = useState<'delete' | 'testset'>()
  const removal = useMutation({
    mutationFn: () => api.traces.delete(traceId),
    onSuccess: async () => {
      say('The trace is gone.')
      await navigate({ to: '/p/$project/traces', params: { project: session.project.slug } })
      await client.invalidateQueries({ queryKey: [session.project.id, 'traces'] })
    },
    onError: sayFailure,
  })
  if (!mayEdit) return undefined
  return (
    <>
      <Button icon="plus" onClick={() => setAsks('testset')}>
        Add to testset
      </Button>
      <IconButton icon="trash" label="Delete this trace" look="plain" onClick={() => setAsks('delete')} />
      <AddToTestset
        open={asks === 'testset'}
        links={[{ trace_id: traceId, span_id: spanId }]}
        onClose={() => setAsks(undefined)}
      />
      <Dialog
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title="Delete this trace?"
        description="All its spans are gone when this is done. There is no way back."
      >
        <div className={styles['decide']}>
          <Button onClick={() => setAsks(undefined)}>Keep</Button>
          <Button look="main" disabled={removal.isPending} onClick={() => removal.mutate()}>
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function Totals({ outline }: { outline: Outline }) {
  const roots = outline.roots.flatMap((index) => outline.nodes[index]?.span ?? [])
  const sum = (read: (span: (typeof roots)[number]) => number | undefined): number | undefined => {
    const values = roots.flatMap((span) => read(span) ?? [])
    return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
  }
  const errors = sum(({ errors: own }) => own) ?? 0
  const [tokens, cost] = [sum((span) => span.tokens), sum((span) => span.cost)]
  return (
    <p className={styles['totals']}>
      <span>{duration(outline.endMs - outline.startMs)}</span>
      <span>
        {count(outline.nodes.length)} {outline.nodes.length === 1 ? 'span' : 'spans'}
      </span>
      {tokens !== undefined && <span>{shortCount(tokens)} tokens</span>}
      {cost !== undefined && <span>{money(cost)}</span>}
      {errors > 0 && (
        <span data-tone="bad">
          <Icon name="alert" size={12} /> {errors} {errors === 1 ? 'error' : 'errors'}
        </span>
      )}
    </p>
  )
}

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
  const neighbours = useNeighbours(view, traceId)

  const rootId = outline.nodes[outline.roots[0] ?? -1]?.span.id ?? ''
  const selected = view.span !== undefined && outline.indexById.has(view.span) ? view.span : rootId
  const foldedAtFirst = useMemo(
    () => (outline.nodes.length > unfoldedMax ? foldedFrom(outline, 2) : new Set<string>()),
    [outline],
  )
  const folded = unfoldedTo(outline, foldedByHand ?? foldedAtFirst, selected)

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
      className={styles['back']}
      aria-label="Back to the list"
      title="Back to the list"
    >
      <Icon name="left" />
    </Link>
  )
  const whole = useQuery(spanQuery(api, session.project.id, traceId, selected))
  const span = whole.data?.span_id === selected ? whole.data : undefined
  const annotations = useQuery({
    ...annotationsQuery(api, session.project.id, traceId),
    // What was said of a span is asked for when the span itself is there.
    enabled: span !== undefined,
  })
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
