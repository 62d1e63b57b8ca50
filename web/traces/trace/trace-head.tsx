// The header of a trace page: links back to the list and to its next and previous trace, and actions.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../../app/page.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Id, LinkButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { tracesSearch, type TraceView } from '../../app/trace-list/url-state.ts'
import type { Neighbour, Neighbours } from './neighbours.ts'
import styles from './trace-page.module.css'

export function TraceHead({
  title,
  traceId,
  project,
  view,
  neighbours,
  onNeighbour,
  children,
}: {
  title: string
  traceId: string
  project: string
  view: TraceView
  neighbours: Neighbours
  onNeighbour: (neighbour: Neighbour | undefined) => void
  children?: ReactNode
}) {
  const lead = (
    <Link
      to="/p/$project/traces"
      params={{ project }}
      search={tracesSearch(view)}
      aria-label="Back to the list"
      title="Back to the list"
    >
      <Icon name="left" />
    </Link>
  )
  return (
    <PageHead title={title} lead={lead}>
      <span className={styles['id']}>
        <Id id={traceId} />
      </span>
      <IconButton
        icon="up"
        label="Previous trace of the list"
        disabled={neighbours.previous === undefined}
        onClick={() => onNeighbour(neighbours.previous)}
      />
      <IconButton
        icon="down"
        label="Next trace of the list"
        disabled={neighbours.next === undefined}
        onClick={() => onNeighbour(neighbours.next)}
      />
      <LinkButton />
      {children}
    </PageHead>
  )
}
