// The editor: one tab per column, the base revision of the column, and its prompt.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { CommitDraft } from '../app/trials/commit-draft.tsx'
import { RowPicker } from '../app/trials/row-picker.tsx'
import type { Values } from '../app/trials/program.ts'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { PayloadEditor } from '../app/versions/payload-editor.tsx'
import { graphQuery } from '../app/versions/queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { letterOf, type Column } from './matrix.ts'
import { columnsMax } from './url-state.ts'
import styles from './playground.module.css'

/** The number of versions per variant in the list. */
const versionsMax = 50

function RevisionChoice({ column, onRevision }: { column: Column; onRevision: (id: string) => void }) {
  const { api } = useSession()
  const { revision } = column
  const graph = useQuery(graphQuery(api, 'application', revision.artifact_slug))
  const variants = graph.data?.variants ?? [
    { id: revision.variant_id, slug: revision.variant_slug, name: undefined },
  ]
  const revisions = graph.data?.revisions ?? [revision]
  return (
    <select
      className={styles['select']}
      aria-label={`Version of ${letterOf(Number(column.key))}`}
      value={revision.id}
      onChange={(event) => onRevision(event.target.value)}
    >
      {variants.map((variant) => (
        <optgroup key={variant.id} label={variant.name ?? variant.slug}>
          {revisions
            .filter(({ variant_id }) => variant_id === variant.id)
            .toSorted((a, b) => Number(b.version) - Number(a.version))
            .filter(({ id }, index) => index < versionsMax || id === revision.id)
            .map(({ id, version, message }) => (
              <option key={id} value={id}>
                {variant.name ?? variant.slug}@{version}
                {message === undefined ? '' : ` · ${message.slice(0, 60)}`}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}

interface EditorPaneProps {
  readonly columns: readonly Column[]
  /** The first input row; templates are checked and previewed with it. */
  readonly row?: Values | undefined
  readonly onData: (key: string, data: JsonObject) => void
  /** Deletes the draft of a column. */
  readonly onDiscard: (key: string) => void
  /** Called with the ids of the compared revisions. */
  readonly onRevisions: (ids: readonly string[]) => void
  readonly onCommitted: (key: string, revision: Revision) => void
}

interface ColumnProps extends EditorPaneProps {
  readonly column: Column
  readonly onSelect: (key: string) => void
}

function ColumnTabs({ columns, column, onRevisions, onSelect }: ColumnProps) {
  return (
    <fieldset className={styles['columns']} aria-label="Compared variants">
      {columns.map(({ key, name, isDraft }) => (
        <Button key={key} isPressed={key === column.key} onClick={() => onSelect(key)}>
          {name}
          <span className={styles['draftMark']} data-on={isDraft}>
            draft
          </span>
        </Button>
      ))}
      {columns.length < columnsMax && (
        <IconButton
          icon="plus"
          label="Add variant to compare"
          onClick={() => {
            onRevisions([...columns.map(({ revision }) => revision.id), column.revision.id])
            onSelect(String(columns.length))
          }}
        />
      )}
    </fieldset>
  )
}

function ColumnTools({ columns, column, onRevisions, onDiscard, onCommitted, onSelect }: ColumnProps) {
  const canEdit = useHasRole('editor')
  const ids = columns.map(({ revision }) => revision.id)
  const position = Number(column.key)
  const discard = (): void => onDiscard(column.key)
  return (
    <div className={styles['columns']}>
      <RevisionChoice column={column} onRevision={(id) => onRevisions(ids.with(position, id))} />
      {columns.length > 1 && (
        <IconButton
          icon="cross"
          label={`Remove ${letterOf(position)}`}
          onClick={() => {
            if (!column.isVariantDraft) discard()
            onRevisions(ids.toSpliced(position, 1))
            onSelect('0')
          }}
        />
      )}
      {canEdit && (
        <span className={styles['drafts']}>
          <Button look="quiet" disabled={!column.isDraft} onClick={discard}>
            Discard
          </Button>
          <CommitDraft
            kind="application"
            variantId={column.revision.variant_id}
            variantName={column.variant}
            draft={column.isDraft ? column.draft : undefined}
            onDiscard={discard}
            onCommitted={(revision) => onCommitted(column.key, revision)}
          />
        </span>
      )}
    </div>
  )
}

export function EditorPane(props: EditorPaneProps) {
  const { columns, row, onData } = props
  const canEdit = useHasRole('editor')
  const [selectedTab, setSelectedTab] = useState('0')
  const column = columns.find(({ key }) => key === selectedTab) ?? columns[0]
  if (column === undefined) return undefined
  return (
    <div className={styles['editor']}>
      <h2 className="hidden-text">Variants</h2>
      <ColumnTabs {...props} column={column} onSelect={setSelectedTab} />
      <ColumnTools {...props} column={column} onSelect={setSelectedTab} />
      <div className={styles['program']}>
        <PayloadEditor
          textKey={`${column.key} ${column.revision.id}`}
          data={column.data}
          row={row}
          rowPicker={(picker) => <RowPicker isSingle {...picker} />}
          {...(canEdit ? { onData: (data) => onData(column.key, data) } : {})}
        />
      </div>
    </div>
  )
}
