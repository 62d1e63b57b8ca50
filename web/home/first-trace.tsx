// The notice that the first trace of a project has arrived.
import { Link } from '@tanstack/react-router'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './first-span.module.css'

export function FirstTrace({
  trace,
  project,
  onClose,
}: {
  trace: { readonly traceId: string; readonly name: string }
  project: string
  onClose: () => void
}) {
  return (
    <output className={styles['arrived']}>
      <Icon name="check" size={16} />
      <span>
        Your first trace arrived:{' '}
        <Link to="/p/$project/traces/$traceId" params={{ project, traceId: trace.traceId }}>
          {trace.name}
        </Link>
      </span>
      <IconButton icon="cross" label="Close" onClick={onClose} />
    </output>
  )
}
