// The toolbar above the tree: find, critical path, fold and unfold.
import type { KeyboardEvent, RefObject } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { positionText } from './walk.ts'
import type { Find } from './use-find.ts'
import styles from './trace-page.module.css'

function FindStatus({ find, selectedId }: { find: Find; selectedId: string }) {
  const { matches, isLoading, error } = find
  if (error !== null) return <span role="alert">Only names were searched: {error.message}</span>
  if (matches.length > 0) {
    return (
      <span role="status">
        {positionText(matches, selectedId)}
        {isLoading && '…'}
      </span>
    )
  }
  return <span role="status">{isLoading ? 'Searching…' : 'No matches'}</span>
}

function FindButtons({ isDisabled, onStep }: { isDisabled: boolean; onStep: (step: 1 | -1) => void }) {
  return (
    <>
      <IconButton icon="up" label="Previous match" disabled={isDisabled} onClick={() => onStep(-1)} />
      <IconButton icon="down" label="Next match" disabled={isDisabled} onClick={() => onStep(1)} />
    </>
  )
}

export function FindField({
  field,
  find,
  selectedId,
  onText,
  onStep,
  onEscape,
}: {
  field: RefObject<HTMLInputElement | null>
  find: Find
  selectedId: string
  onText: (text: string) => void
  onStep: (step: 1 | -1) => void
  onEscape: () => void
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onEscape()
    else return
    event.preventDefault()
  }
  const hasText = find.text.trim() !== ''
  return (
    <div className={styles['search']}>
      <Icon name="search" size={13} />
      <input
        ref={field}
        type="search"
        placeholder="Find in this trace"
        aria-label="Find in this trace"
        title="Names, types, attributes and messages. Enter: next, Shift+Enter: previous, Escape: clear"
        value={find.text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {hasText && <FindStatus find={find} selectedId={selectedId} />}
      {hasText && <FindButtons isDisabled={find.matches.length === 0} onStep={onStep} />}
    </div>
  )
}

export function TreeTools({
  isCriticalVisible,
  onCriticalVisible,
  onFold,
  onUnfold,
  children,
}: {
  isCriticalVisible: boolean
  onCriticalVisible: (isVisible: boolean) => void
  onFold: () => void
  onUnfold: () => void
  /** The field of the search. */
  children: React.ReactNode
}) {
  return (
    <div className={styles['tools']}>
      {children}
      <Button
        look="quiet"
        isPressed={isCriticalVisible}
        title="Spans that the trace waited for: a faster one makes the trace faster"
        onClick={() => onCriticalVisible(!isCriticalVisible)}
      >
        Critical path
      </Button>
      <Button look="quiet" onClick={onFold}>
        Collapse all
      </Button>
      <Button look="quiet" onClick={onUnfold}>
        Expand all
      </Button>
    </div>
  )
}
