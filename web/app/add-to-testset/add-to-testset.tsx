// web/app/add-to-testset: the dialog that adds spans to a testset as rows.
// mapping.ts maps parts of a span to columns; use-adding.ts commits the rows and can undo the commit.
// The dialog previews the rows. Nothing is committed before the person confirms.
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Failure } from '../failure.tsx'
import { preview } from '../spans/preview.ts'
import { useSession } from '../session.tsx'
import type { Span } from '../spans/span.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import {
  mappingBody,
  proposedMapping,
  repeatedColumn,
  sourceFields,
  sourceValue,
  type ColumnSource,
  type SourceField,
} from './mapping.ts'
import type { SpanLinks } from './links.ts'
import { selectedSpansQuery, previewRows, testsetColumnsQuery, testsetNamesQuery } from './queries.ts'
import { useAddSpans, type Target } from './use-adding.ts'
import form from '../../ui/form.module.css'
import styles from './add-to-testset.module.css'

function MappingTable({
  mapping,
  fields,
  existingCount,
  onMapping,
}: {
  mapping: readonly ColumnSource[]
  fields: readonly SourceField[]
  /** The number of existing columns, whose names cannot change. */
  existingCount: number
  onMapping: (mapping: readonly ColumnSource[]) => void
}) {
  const changeColumn = (index: number, change: Partial<ColumnSource>): void =>
    onMapping(mapping.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <fieldset className={styles['mapping']}>
      <legend>Columns</legend>
      {mapping.map(({ column, path }, index) => (
        <div key={index}>
          {index < existingCount ? (
            <span className={styles['column']} title={column}>
              {column}
            </span>
          ) : (
            <input
              aria-label={`Name of column ${index + 1}`}
              value={column}
              onChange={(event) => changeColumn(index, { column: event.target.value })}
            />
          )}
          <select
            aria-label={`Value of ${column === '' ? `column ${index + 1}` : column}`}
            value={path}
            onChange={(event) => changeColumn(index, { path: event.target.value })}
          >
            <option value="">leave empty</option>
            {fields.map((field) => (
              <option key={field.path} value={field.path}>
                {field.name}
              </option>
            ))}
          </select>
          {index >= existingCount && (
            <IconButton
              icon="cross"
              label={`Remove ${column === '' ? `column ${index + 1}` : column}`}
              onClick={() => onMapping(mapping.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      <Button icon="plus" look="quiet" onClick={() => onMapping([...mapping, { column: '', path: '' }])}>
        Add column
      </Button>
    </fieldset>
  )
}

function Preview({
  spans,
  mapping,
  total,
}: {
  spans: readonly Span[]
  mapping: readonly ColumnSource[]
  total: number
}) {
  const completeSources = mapping.filter(({ column, path }) => column.trim() !== '' && path !== '')
  const previewSpans = spans.slice(0, previewRows)
  return (
    <div className={styles['preview']}>
      <table aria-label="Preview of the rows">
        <thead>
          <tr>
            {completeSources.map(({ column }) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {previewSpans.map((span) => (
            <tr key={`${span.trace_id}/${span.span_id}`}>
              {completeSources.map(({ column, path }) => (
                <td key={column} title={preview(sourceValue(span, path), 400)}>
                  {preview(sourceValue(span, path), 120) || <i>empty</i>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > previewSpans.length && <p>and {total - previewSpans.length} more</p>}
    </div>
  )
}

function TargetChoice({
  testsets,
  target,
  onTarget,
}: {
  testsets: readonly { readonly id: string; readonly name: string }[]
  target: Target
  onTarget: (target: Target) => void
}) {
  const id = useId()
  return (
    <div className={styles['target']}>
      <label htmlFor={id}>Testset</label>
      <select
        id={id}
        value={target.kind === 'existing' ? target.id : ''}
        onChange={(event) => {
          const testset = testsets.find((one) => one.id === event.target.value)
          onTarget(testset === undefined ? { kind: 'new', name: '' } : { kind: 'existing', ...testset })
        }}
      >
        <option value="">New testset</option>
        {testsets.map((testset) => (
          <option key={testset.id} value={testset.id}>
            {testset.name}
          </option>
        ))}
      </select>
      {target.kind === 'new' && (
        <input
          aria-label="Name of the new testset"
          placeholder="Name"
          value={target.name}
          onChange={(event) => onTarget({ kind: 'new', name: event.target.value })}
        />
      )}
    </div>
  )
}

function AddForm({ links, onClose }: { links: SpanLinks; onClose: () => void }) {
  const { api } = useSession()
  const [target, setTarget] = useState<Target>({ kind: 'new', name: '' })
  /** The mapping as edited by the person, with its testset. */
  const [editedMapping, setEditedMapping] = useState<{
    readonly testsetId: string
    readonly mapping: readonly ColumnSource[]
  }>()
  const targetId = target.kind === 'existing' ? target.id : undefined
  const testsets = useQuery(testsetNamesQuery(api))
  const columns = useQuery(testsetColumnsQuery(api, targetId))
  const spans = useQuery(selectedSpansQuery(api, links))
  const addMutation = useAddSpans(onClose)
  const failedQuery = [testsets, spans, columns].find(({ isError }) => isError)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (testsets.data === undefined || spans.data === undefined) return <Skeleton rows={5} />
  const fields = sourceFields(spans.data)
  const existingColumns = targetId === undefined ? [] : (columns.data ?? [])
  const isReady = targetId === undefined || columns.data !== undefined
  const mapping =
    editedMapping?.testsetId === (targetId ?? '')
      ? editedMapping.mapping
      : proposedMapping(existingColumns, fields)
  const body = mappingBody(mapping)
  const repeatedName = repeatedColumn(mapping)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (body !== undefined) addMutation.mutate({ target, links, mapping: body })
  }
  const rows = links.length === 1 ? '1 row' : `${links.length} rows`
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <TargetChoice
        testsets={testsets.data.map(({ id, name, slug }) => ({ id, name: name ?? slug }))}
        target={target}
        onTarget={setTarget}
      />
      {!isReady ? (
        <Skeleton rows={3} />
      ) : (
        <>
          <MappingTable
            mapping={mapping}
            fields={fields}
            existingCount={existingColumns.length}
            onMapping={(next) => setEditedMapping({ testsetId: targetId ?? '', mapping: next })}
          />
          {body === undefined ? (
            <p className={form['fault']}>
              {fields.length === 0
                ? 'These spans have neither inputs nor outputs.'
                : 'Select a value for at least one column.'}
            </p>
          ) : (
            <Preview spans={spans.data} mapping={mapping} total={links.length} />
          )}
          {repeatedName !== undefined && (
            <p className={form['fault']}>Two columns have the name {repeatedName}.</p>
          )}
        </>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={
            !isReady ||
            body === undefined ||
            repeatedName !== undefined ||
            target.name.trim() === '' ||
            addMutation.isPending
          }
        >
          {addMutation.isPending ? 'Adding…' : `Add ${rows}`}
        </Button>
      </div>
    </form>
  )
}

export function AddToTestset({
  open,
  links,
  onClose,
}: {
  open: boolean
  links: SpanLinks
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title="Add to testset"
      description="Map parts of the spans to columns. The rows are committed as one version."
    >
      <AddForm links={links} onClose={onClose} />
    </Dialog>
  )
}
