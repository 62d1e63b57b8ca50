// The ancestors of the selected span as links. The middle of a long path is hidden until it is expanded.
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { OutlineSpan } from './outline.ts'
import styles from './span-detail.module.css'

const firstShown = 1
const lastShown = 3

/** The ends of a long list, and the number of hidden items between them. */
export function shortenedPath<T>(
  path: readonly T[],
  isWhole: boolean,
): { readonly first: readonly T[]; readonly hiddenCount: number; readonly last: readonly T[] } {
  const hiddenCount = path.length - firstShown - lastShown
  if (isWhole || hiddenCount < 2) return { first: [], hiddenCount: 0, last: path }
  return { first: path.slice(0, firstShown), hiddenCount, last: path.slice(-lastShown) }
}

export function Breadcrumb({
  ancestors,
  onSelected,
}: {
  ancestors: readonly OutlineSpan[]
  onSelected: (spanId: string) => void
}) {
  const [isWhole, setWhole] = useState(false)
  if (ancestors.length === 0) return undefined
  const { first, hiddenCount, last } = shortenedPath(ancestors, isWhole)
  const crumb = ({ id, name }: OutlineSpan) => (
    <li key={id}>
      <button type="button" title={name} onClick={() => onSelected(id)}>
        {name}
      </button>
      <Icon name="right" size={10} />
    </li>
  )
  return (
    <nav aria-label="Ancestors" className={styles['crumbs']}>
      <ol>
        {first.map(crumb)}
        {hiddenCount > 0 && (
          <li>
            <button type="button" onClick={() => setWhole(true)}>
              … {hiddenCount} more
            </button>
            <Icon name="right" size={10} />
          </li>
        )}
        {last.map(crumb)}
      </ol>
    </nav>
  )
}
