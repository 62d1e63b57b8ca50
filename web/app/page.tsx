// The header of a page: title and actions.
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import styles from './page.module.css'

export function PageHead({
  title,
  lead,
  children,
}: {
  title: string
  /** A back link with an icon, before the title. */
  lead?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Assay`
  }, [title])
  return (
    <div className={styles['head']}>
      {lead !== undefined && <span className={styles['lead']}>{lead}</span>}
      <h1>{title}</h1>
      <div className={styles['tools']}>{children}</div>
    </div>
  )
}
