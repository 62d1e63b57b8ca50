// What a file holds and what is wrong with it, before anything is stored.
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { faultOf, mappingOf, type MappedColumn } from './mapping.ts'
import form from '../../ui/form.module.css'
import body from '../../app/body.module.css'
import styles from './upload.module.css'

export interface Report {
  readonly file_type: string
  readonly delimiter?: string
  readonly rows: number
  readonly columns: readonly {
    readonly name: string
    readonly types: readonly string[]
    readonly missing: number
  }[]
  readonly metadata_columns: readonly string[]
  readonly testcases: { readonly new: number; readonly existing: number }
  readonly errors: readonly { readonly line: number; readonly column?: string; readonly message: string }[]
  readonly errors_total: number
}

function Errors({ report }: { report: Report }) {
  if (report.errors_total === 0) return null
  return (
    <section aria-label="What is wrong with the file" className={styles['errors']} role="alert">
      <b>
        {count(report.errors_total)} {report.errors_total === 1 ? 'thing is' : 'things are'} wrong; nothing
        can be stored before the file is mended.
      </b>
      <ul>
        {report.errors.slice(0, 20).map(({ line, column, message }) => (
          <li key={`${line} ${column ?? ''} ${message}`}>
            <code>line {count(line)}</code> {column !== undefined && <b>{column}</b>} {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Columns({
  report,
  columns,
  onColumns,
}: {
  report: Report
  columns: readonly MappedColumn[]
  onColumns: (columns: readonly MappedColumn[]) => void
}) {
  const changed = (source: string, next: Partial<MappedColumn>): void =>
    onColumns(columns.map((column) => (column.source === source ? { ...column, ...next } : column)))
  const known = new Map(report.columns.map((column) => [column.name, column]))
  return (
    <div className={styles['columns']}>
      <table className={body['table']}>
        <thead>
          <tr>
            <th>In the file</th>
            <th>In the testset</th>
            <th>Types</th>
            <th data-align="right">Missing</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ source, name, isTaken }) => {
            const seen = known.get(source) ?? known.get(name)
            return (
              <tr key={source}>
                <td>
                  <label className={styles['take']}>
                    <input
                      type="checkbox"
                      checked={isTaken}
                      aria-label={`Take ${source}`}
                      onChange={(event) => changed(source, { isTaken: event.target.checked })}
                    />
                    {source}
                  </label>
                </td>
                <td>
                  <input
                    aria-label={`Name of ${source}`}
                    value={name}
                    disabled={!isTaken}
                    onChange={(event) => changed(source, { name: event.target.value })}
                  />
                </td>
                <td>{seen?.types.join(', ') ?? ''}</td>
                <td data-align="right">{seen === undefined ? '' : count(seen.missing)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export function ReportView({
  report,
  columns,
  onColumns,
  isNew,
  replaced,
  text,
  onText,
  onCheck,
  onStore,
  onOther,
}: {
  report: Report
  columns: readonly MappedColumn[]
  onColumns: (columns: readonly MappedColumn[]) => void
  isNew: boolean
  /** The version whose rows are replaced. */
  replaced: string | undefined
  text: string
  onText: (text: string) => void
  onCheck: () => void
  onStore: () => void
  onOther: () => void
}) {
  const fault = faultOf(columns)
  return (
    <>
      <p>
        {report.file_type.toUpperCase()} with <b>{count(report.rows)}</b> {report.rows === 1 ? 'row' : 'rows'}
        {!isNew && (
          <>
            : {count(report.testcases.new)} new, {count(report.testcases.existing)} known. They replace the
            rows of version {replaced}.
          </>
        )}
      </p>
      <Errors report={report} />
      <Columns report={report} columns={columns} onColumns={onColumns} />
      {fault !== undefined && (
        <p className={form['fault']} role="alert">
          {fault}
        </p>
      )}
      <div className={form['field']}>
        <label htmlFor="upload-text">{isNew ? 'Name of the testset' : 'What changed, and why'}</label>
        <input id="upload-text" value={text} onChange={(event) => onText(event.target.value)} />
      </div>
      <div className={form['actions']}>
        <Button onClick={onOther}>Another file</Button>
        {mappingOf(columns) !== undefined && (
          <Button disabled={fault !== undefined} onClick={onCheck}>
            Check again
          </Button>
        )}
        <Button
          look="main"
          icon="upload"
          disabled={fault !== undefined || report.errors_total > 0}
          onClick={onStore}
        >
          {isNew ? 'Create testset' : 'Commit the rows'}
        </Button>
      </div>
    </>
  )
}
