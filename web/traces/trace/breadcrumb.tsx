// The spans above the selected one, each a way up. A long way shows its ends until somebody asks for all of it.
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { OutlineSpan } from './outline.ts'
import styles from './span-detail.module.css'

const firstShown = 1
const lastShown = 3

/** The ends of a long list, and how many are left out between them. */
export function shortenedPath<T>(
  path: readonly T[],
  isWhole: boolean,
): { readonly first: readonly T[]; readonly hidden: number; readonly last: readonly T[] } {
  const hidden = path.length - firstShown - lastShown
  if (isWhole || hidden < 2) return { first: [], hidden: 0, last: path }
  return { first: path.slice(0, firstShown), hidden, last: path.slice(-lastShown) }
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
  const { first, hidden, last } = shortenedPath(ancestors, isWhole)
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
        {hidden > 0 && (
          <li>
            <button type="button" onClick={() => setWhole(true)}>
              … {hidden} more
            </button>
            <Icon name="right" size={10} />
          </li>
        )}
        {last.map(crumb)}
      </ol>
    </nav>
  )
}
