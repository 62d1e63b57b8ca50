// Above the tree of a trace: words to look for, what was waited for, and how much of it is folded.
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { foldedFrom, type Outline } from './outline.ts'
import styles from './trace-page.module.css'

export function TreeTools({
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
