// The left side of the page: totals, overview, tools and the tree.
import { useId, useMemo, useState } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Minimap } from './minimap.tsx'
import { criticalPath, failingSpans, foldedIdsFrom, type Outline } from './outline.ts'
import { SpanTree } from './span-tree.tsx'
import { Totals } from './trace-totals.tsx'
import { FindField, TreeTools } from './tree-tools.tsx'
import { useFindSteps } from './use-find-steps.ts'
import type { Selection } from './use-selection.ts'
import type { FollowedTrace } from './use-trace.ts'
import { stepThrough } from './walk.ts'

/** The tree shows this many rows at once, so smaller traces need no overview. */
const minimapMin = 24

/** The failing spans, and a step to the next one. */
function useErrorSteps(outline: Outline, { selectedId, select }: Selection) {
  const failingIds = useMemo(() => failingSpans(outline), [outline])
  const step = (direction: 1 | -1): void => {
    const next = stepThrough(outline, failingIds, { selectedId, step: direction })
    if (next !== undefined) select(next)
  }
  useShortcuts([
    { id: 'next error', keys: 'e', label: 'Next error', run: () => step(1) },
    { id: 'previous error', keys: 'E', label: 'Previous error', run: () => step(-1) },
  ])
  return { failingIds, step }
}

/** The critical path, computed only while it is shown. */
function useCriticalPath(outline: Outline) {
  const [isVisible, setIsVisible] = useState(false)
  const criticalIds = useMemo(() => (isVisible ? criticalPath(outline) : undefined), [outline, isVisible])
  useShortcuts([{ id: 'critical', keys: 'c', label: 'Critical path', run: () => setIsVisible(!isVisible) }])
  return { criticalIds, setIsVisible }
}

export function TreePane({
  trace: { traceId, outline, state, receivedMs },
  selection,
  onOpen,
  isNarrow,
}: {
  trace: FollowedTrace
  selection: Selection
  onOpen: (() => void) | undefined
  isNarrow: boolean
}) {
  const { criticalIds, setIsVisible } = useCriticalPath(outline)
  const errors = useErrorSteps(outline, selection)
  const treeId = useId()
  const { field, find, setText, step, clear } = useFindSteps({ traceId, outline, treeId }, selection)
  const matches = useMemo(() => new Set(find.matches), [find.matches])
  const { selectedId, foldedIds, select, toggle, fold } = selection
  return (
    <>
      <Totals
        outline={outline}
        failingIds={errors.failingIds}
        selectedId={selectedId}
        onErrorStep={errors.step}
        state={state}
        receivedMs={receivedMs}
      />
      {!isNarrow && outline.nodes.length > minimapMin && <Minimap outline={outline} onSelect={select} />}
      <TreeTools
        isCriticalVisible={criticalIds !== undefined}
        onCriticalVisible={setIsVisible}
        onFold={() => fold(foldedIdsFrom(outline, 1))}
        onUnfold={() => fold(new Set())}
      >
        <FindField
          field={field}
          find={find}
          selectedId={selectedId}
          onText={setText}
          onStep={step}
          onEscape={clear}
        />
      </TreeTools>
      <SpanTree
        treeId={treeId}
        outline={outline}
        foldedIds={foldedIds}
        onToggle={toggle}
        selectedId={selectedId}
        onSelect={select}
        onOpen={onOpen}
        criticalIds={criticalIds}
        matches={matches}
      />
    </>
  )
}
