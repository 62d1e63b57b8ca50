// Drop zones for files.
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './drop-zone.module.css'

/** A label around a file input. */
export function DropZone({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <label className={styles['zone']}>
      <Icon name="upload" size={20} />
      <b>{title}</b>
      <span>{note}</span>
      {children}
    </label>
  )
}

/** Visible while a file is dragged over the page. */
export function DropHint({ isOver, text }: { isOver: boolean; text: string }) {
  if (!isOver) return null
  return (
    <div className={styles['hint']} aria-hidden="true">
      <Icon name="upload" size={20} />
      {text}
    </div>
  )
}
