// The ancestors of the selected span as links. The middle of a long path is hidden until it is expanded.
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { OutlineSpan } from './outline.ts'
import styles from './span-detail.module.css'

const firstCount = 1
const lastCount = 3

/** The ends of a long list, and the number of hidden items between them. */
export function shortenedPath<T>(
  path: readonly T[],
  isExpanded: boolean,
): { readonly first: readonly T[]; readonly hiddenCount: number; readonly last: readonly T[] } {
  const hiddenCount = path.length - firstCount - lastCount
  if (isExpanded || hiddenCount < 2) return { first: [], hiddenCount: 0, last: path }
  return { first: path.slice(0, firstCount), hiddenCount, last: path.slice(-lastCount) }
}

export function Breadcrumb({
  ancestors,
  onSelect,
}: {
  ancestors: readonly OutlineSpan[]
  onSelect: (spanId: string) => void
}) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (ancestors.length === 0) return undefined
  const { first, hiddenCount, last } = shortenedPath(ancestors, isExpanded)
  const crumb = ({ id, name }: OutlineSpan) => (
    <li key={id}>
      <button type="button" title={name} onClick={() => onSelect(id)}>
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
            <button type="button" onClick={() => setIsExpanded(true)}>
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
