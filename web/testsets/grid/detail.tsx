// One row, whole: each value as text or JSON, where the row came from, and what else is known of it.
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../app/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton, Id } from '../../ui/copy.tsx'
import { count } from '../../ui/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import type { Testcase } from '../queries.ts'
import { dedupKey, memberOf, readable, textOf, typeOf, type Json } from '../values.ts'
import { ValueEditor } from '../value-editor.tsx'
import type { GridRow } from './grid-row.tsx'
import type { GridColumn } from './layout.ts'
import styles from './detail.module.css'

function Value({ value, name }: { value: Json | undefined; name: string }) {
  if (value === undefined) return <p className={styles['absent']}>not there</p>
  if (typeof value === 'object' && value !== null) return <JsonView value={value} name={name} />
  if (value === '') return <p className={styles['absent']}>empty</p>
  return <p className={styles['text']}>{textOf(value)}</p>
}

function Field({
  column,
  row,
  isMeant,
  onEdit,
}: {
  column: GridColumn
  row: GridRow
  isMeant: boolean
  onEdit: ((column: GridColumn, value: Json | undefined) => void) | undefined
}) {
  const [edits, setEdits] = useState(false)
  const value = row.valueOf(column.id)
  return (
    <div className={styles['field']} data-meant={isMeant} role="group" aria-label={column.name}>
      <div className={styles['name']}>
        <h3>{column.name}</h3>
        <small>{value === undefined ? '' : typeOf(value)}</small>
        {row.isChanged(column.id) && <small className={styles['changed']}>changed</small>}
        <span className={styles['tools']}>
          <CopyButton label={`Copy ${column.name}`} text={() => readable(value)} />
          {onEdit !== undefined && !edits && (
            <IconButton icon="edit" label={`Edit ${column.name}`} onClick={() => setEdits(true)} />
          )}
        </span>
      </div>
      {edits && onEdit !== undefined ? (
        <ValueEditor
          name={column.name}
          value={value}
          onKeep={(next) => {
            setEdits(false)
            onEdit(column, next)
          }}
          onCancel={() => setEdits(false)}
        />
      ) : (
        <Value value={value} name={column.name} />
      )}
    </div>
  )
}

/** The span a row was taken from, if it was. */
export function spanOf(
  meta: Testcase['meta'],
): { readonly traceId: string; readonly spanId: string } | undefined {
  const span = meta === undefined ? undefined : memberOf(meta, 'span')
  if (typeof span !== 'object' || span === null || Array.isArray(span)) return undefined
  const { trace_id: traceId, span_id: spanId } = span as { readonly [key: string]: Json }
  return typeof traceId === 'string' && typeof spanId === 'string' ? { traceId, spanId } : undefined
}

function Origin({ testcase }: { testcase: Testcase }) {
  const { session } = useSession()
  const span = spanOf(testcase.meta)
  if (span === undefined) return null
  return (
    <>
      <dt>Came from</dt>
      <dd>
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project: session.project.slug, traceId: span.traceId }}
          search={{ span: span.spanId }}
          className={styles['link']}
        >
          the span {span.spanId}
        </Link>
      </dd>
    </>
  )
}

function Facts({ testcase }: { testcase: Testcase }) {
  const dedupId = memberOf(testcase.data, dedupKey)
  return (
    <dl className={styles['facts']}>
      <Origin testcase={testcase} />
      <dt>Testcase</dt>
      <dd>
        <Id id={testcase.id} />
      </dd>
      {typeof dedupId === 'string' && (
        <>
          <dt>Dedup id</dt>
          <dd>
            <Id id={dedupId} whole />
          </dd>
        </>
      )}
      {(['flags', 'tags', 'meta'] as const).map((name) => {
        const held = testcase[name]
        return held === undefined || Object.keys(held).length === 0 ? null : (
          <div key={name} className={styles['meta']}>
            <dt>{name}</dt>
            <dd>
              <code>{JSON.stringify(held)}</code>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

export function Detail({
  row,
  testcase,
  columns,
  meant,
  onEdit,
  onRemove,
  onClose,
  children,
}: {
  row: GridRow | undefined
  testcase: Testcase | undefined
  columns: readonly GridColumn[]
  /** The column that was opened. */
  meant: string | undefined
  onEdit: ((column: GridColumn, value: Json | undefined) => void) | undefined
  onRemove: (() => void) | undefined
  onClose: () => void
  children?: ReactNode
}) {
  if (row === undefined) return null
  return (
    <section className={styles['detail']} aria-label="Row in detail" tabIndex={0}>
      <div className={styles['head']}>
        <h2>{row.number === undefined ? 'A new row' : `Row ${count(row.number)}`}</h2>
        {row.state !== undefined && <small data-state={row.state}>{row.state}</small>}
        <span className={styles['tools']}>
          {onRemove !== undefined && (
            <Button look="quiet" icon={row.state === 'removed' ? 'undo' : 'trash'} onClick={onRemove}>
              {row.state === 'removed' ? 'Restore row' : 'Remove row'}
            </Button>
          )}
          <IconButton icon="cross" label="Close the detail" onClick={onClose} />
        </span>
      </div>
      {columns.map((column) => (
        <Field
          key={`${row.key} ${column.id}`}
          column={column}
          row={row}
          isMeant={column.id === meant}
          onEdit={row.state === 'removed' ? undefined : onEdit}
        />
      ))}
      {testcase !== undefined && <Facts testcase={testcase} />}
      {children}
    </section>
  )
}
