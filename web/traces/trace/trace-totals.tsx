// What a trace took as a whole.
import { count, duration, money, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Outline } from './outline.ts'
import styles from './trace-page.module.css'

export function Totals({ outline }: { outline: Outline }) {
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
