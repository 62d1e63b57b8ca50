// web/testsets/grid/row-pane: the pane beside the grid with all values of one row.
// Imports the grid, web/testsets, web/app and web/ui.
// Start here: each value as text or JSON, the span that the row was taken from, and its tags.
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../../app/session.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton, Id } from '../../../ui/copy.tsx'
import { count } from '../../../ui/format.ts'
import { LongText, longTextChars } from '../../../ui/content/long-text.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import type { Testcase } from '../../queries.ts'
import { dedupKey, isObject, memberOf, readableText, textOf, typeOf, type Json } from '../../values.ts'
import { ValueEditor } from '../../value-editor.tsx'
import type { GridRow } from '../grid-row.tsx'
import type { GridColumn } from '../layout.ts'
import styles from './row-detail.module.css'

const plain = (chunk: string) => chunk

function Value({ value, name }: { value: Json | undefined; name: string }) {
  if (value === undefined) return <p className={styles['absent']}>no value</p>
  if (typeof value === 'object' && value !== null) return <JsonView value={value} name={name} />
  if (value === '') return <p className={styles['absent']}>empty</p>
  const text = textOf(value)
  return (
    <p className={styles['text']}>
      {text.length > longTextChars ? <LongText text={text} render={plain} /> : text}
    </p>
  )
}

function Field({
  column,
  row,
  isOpen,
  onEdit,
}: {
  column: GridColumn
  row: GridRow
  isOpen: boolean
  onEdit: ((column: GridColumn, value: Json | undefined) => void) | undefined
}) {
  const [isEditing, setIsEditing] = useState(false)
  const value = row.valueOf(column.id)
  return (
    <div className={styles['field']} data-opened={isOpen}>
      <div className={styles['name']}>
        <h3>{column.name}</h3>
        <small>{value === undefined ? '' : typeOf(value)}</small>
        {row.isChanged(column.id) && <small className={styles['changed']}>changed</small>}
        <span className={styles['tools']}>
          <CopyButton label={`Copy ${column.name}`} text={() => readableText(value)} />
          {onEdit !== undefined && !isEditing && (
            <IconButton icon="edit" label={`Edit ${column.name}`} onClick={() => setIsEditing(true)} />
          )}
        </span>
      </div>
      {isEditing && onEdit !== undefined ? (
        <ValueEditor
          name={column.name}
          value={value}
          onSave={(next) => {
            setIsEditing(false)
            onEdit(column, next)
          }}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <Value value={value} name={column.name} />
      )}
    </div>
  )
}

/** The span that a row was taken from. */
export function spanOf(
  meta: Testcase['meta'],
): { readonly traceId: string; readonly spanId: string } | undefined {
  const span = meta === undefined ? undefined : memberOf(meta, 'span')
  if (!isObject(span)) return undefined
  const traceId = memberOf(span, 'trace_id')
  const spanId = memberOf(span, 'span_id')
  return typeof traceId === 'string' && typeof spanId === 'string' ? { traceId, spanId } : undefined
}

function Origin({ testcase }: { testcase: Testcase }) {
  const { session } = useSession()
  const span = spanOf(testcase.meta)
  if (span === undefined) return null
  return (
    <>
      <dt>Source</dt>
      <dd>
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project: session.project.slug, traceId: span.traceId }}
          search={{ span: span.spanId }}
          className={styles['link']}
        >
          span {span.spanId}
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
            <Id id={dedupId} isFull />
          </dd>
        </>
      )}
      {(['flags', 'tags', 'meta'] as const).map((name) => {
        const record = testcase[name]
        return record === undefined || Object.keys(record).length === 0 ? null : (
          <div key={name} className={styles['meta']}>
            <dt>{name}</dt>
            <dd>
              <code>{JSON.stringify(record)}</code>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

export function RowDetail({
  row,
  testcase,
  columns,
  openColumnId,
  onEdit,
  onRemove,
  onClose,
  children,
}: {
  row: GridRow
  testcase: Testcase | undefined
  columns: readonly GridColumn[]
  /** Id of the column. */
  openColumnId: string | undefined
  onEdit: ((column: GridColumn, value: Json | undefined) => void) | undefined
  onRemove: (() => void) | undefined
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <section className={styles['detail']} aria-label="Row details" tabIndex={0}>
      <div className={styles['head']}>
        <h2>{row.number === undefined ? 'New row' : `Row ${count(row.number)}`}</h2>
        {row.state !== undefined && <small data-state={row.state}>{row.state}</small>}
        <span className={styles['tools']}>
          {onRemove !== undefined && (
            <Button look="quiet" icon={row.state === 'removed' ? 'undo' : 'trash'} onClick={onRemove}>
              {row.state === 'removed' ? 'Restore row' : 'Remove row'}
            </Button>
          )}
          <IconButton icon="cross" label="Close row details" onClick={onClose} />
        </span>
      </div>
      {columns.map((column) => (
        <Field
          key={`${row.key} ${column.id}`}
          column={column}
          row={row}
          isOpen={column.id === openColumnId}
          onEdit={row.state === 'removed' ? undefined : onEdit}
        />
      ))}
      {testcase !== undefined && <Facts testcase={testcase} />}
      {children}
    </section>
  )
}
