// Keys of the search field: typing selects the first match as soon as it is known, Enter selects the next one.
import { useEffect, useRef, type RefObject } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import type { Outline } from './outline.ts'
import { useFind, type Find } from './use-find.ts'
import type { Selection } from './use-selection.ts'
import { stepThrough } from './walk.ts'

export interface FindSteps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly find: Find
  readonly setText: (text: string) => void
  readonly step: (direction: 1 | -1) => void
  readonly clear: () => void
}

export function useFindSteps(
  {
    traceId,
    outline,
    treeId,
  }: { readonly traceId: string; readonly outline: Outline; readonly treeId: string },
  { selectedId, select }: Selection,
): FindSteps {
  const find = useFind(outline, traceId)
  const field = useRef<HTMLInputElement>(null)
  const { matches, setText } = find
  /** Typing waits for its first match; steps and clicks do not. */
  const isAwaitingMatch = useRef(false)
  const [firstMatch] = matches
  useEffect(() => {
    if (!isAwaitingMatch.current || firstMatch === undefined) return
    isAwaitingMatch.current = false
    if (!matches.includes(selectedId)) select(firstMatch)
  }, [firstMatch, matches, selectedId, select])
  useShortcuts([
    { id: 'find span', keys: '/', label: 'Find in this trace', run: () => field.current?.focus() },
    { id: 'find span again', keys: 'mod+f', label: 'Find in this trace', run: () => field.current?.select() },
  ])
  return {
    field,
    find,
    setText: (text) => {
      isAwaitingMatch.current = text.trim() !== ''
      setText(text)
    },
    step: (direction) => {
      const next = stepThrough(outline, matches, { selectedId, step: direction })
      if (next !== undefined) select(next)
    },
    clear: () => {
      isAwaitingMatch.current = false
      setText('')
      document.getElementById(treeId)?.focus()
    },
  }
}
