// What is run: the columns as tabs, the revision that each starts from, and the prompt to change.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { CommitDraft } from '../app/trials/commit-draft.tsx'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { PayloadEditor } from '../app/versions/payload-editor.tsx'
import { graphQuery } from '../app/versions/queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { letterOf, type Column } from './matrix.ts'
import { columnsMax } from './url-state.ts'
import styles from './playground.module.css'

/** Of each variant so many of the newest can be chosen. */
const versionsShown = 50

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
      aria-label={`Revision of ${letterOf(Number(column.key))}`}
      value={revision.id}
      onChange={(event) => onRevision(event.target.value)}
    >
      {variants.map((variant) => (
        <optgroup key={variant.id} label={variant.name ?? variant.slug}>
          {revisions
            .filter(({ variant_id }) => variant_id === variant.id)
            .toSorted((a, b) => Number(b.version) - Number(a.version))
            .filter(({ id }, place) => place < versionsShown || id === revision.id)
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

export function EditorPane({
  columns,
  onData,
  onPutBack,
  onRevisions,
  onCommitted,
}: {
  columns: readonly Column[]
  onData: (key: string, data: JsonObject) => void
  onPutBack: (key: string) => void
  /** The ids of the revisions that are to stand side by side. */
  onRevisions: (ids: readonly string[]) => void
  onCommitted: (key: string, revision: Revision) => void
}) {
  const mayEdit = useHasRole('editor')
  const [at, setAt] = useState('0')
  const column = columns.find(({ key }) => key === at) ?? columns[0]
  if (column === undefined) return undefined
  const ids = columns.map(({ revision }) => revision.id)
  const place = Number(column.key)
  return (
    <div className={styles['editor']}>
      <div className={styles['columns']} role="group" aria-label="Variants side by side">
        <h2 className="hidden-text">What is run</h2>
        {columns.map(({ key, name, isDraft }) => (
          <Button key={key} on={key === column.key} onClick={() => setAt(key)}>
            {name}
            {isDraft && ' · changed'}
          </Button>
        ))}
        {columns.length < columnsMax && (
          <IconButton
            icon="plus"
            label="Add another beside"
            onClick={() => {
              onRevisions([...ids, column.revision.id])
              setAt(String(columns.length))
            }}
          />
        )}
      </div>
      <div className={styles['columns']}>
        <RevisionChoice column={column} onRevision={(id) => onRevisions(ids.with(place, id))} />
        {columns.length > 1 && (
          <IconButton
            icon="cross"
            label={`Take ${letterOf(place)} away`}
            onClick={() => {
              onPutBack(column.key)
              onRevisions(ids.toSpliced(place, 1))
              setAt('0')
            }}
          />
        )}
        {mayEdit && (
          <span className={styles['drafts']}>
            <Button look="quiet" disabled={!column.isDraft} onClick={() => onPutBack(column.key)}>
              Put back
            </Button>
            <CommitDraft
              kind="application"
              base={column.revision}
              variantName={column.variant}
              data={column.data}
              disabled={!column.isDraft}
              onDiscard={() => onPutBack(column.key)}
              onCommitted={(revision) => onCommitted(column.key, revision)}
            />
          </span>
        )}
      </div>
      <div className={styles['program']}>
        <PayloadEditor
          key={`${column.key} ${column.revision.id}`}
          data={column.data}
          {...(mayEdit ? { onData: (data) => onData(column.key, data) } : {})}
        />
      </div>
    </div>
  )
}
