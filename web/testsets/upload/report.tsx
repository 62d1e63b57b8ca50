// The result of the check: the columns of the file and its errors, before anything is stored.
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { mappingError, mappingOf, type MappedColumn } from './mapping.ts'
import { canStore, type Report } from './upload-state.ts'
import form from '../../ui/form.module.css'
import body from '../../app/body.module.css'
import styles from './upload.module.css'

function Errors({
  report,
  skipsErrors,
  onSkipsErrors,
}: {
  report: Report
  skipsErrors: boolean
  onSkipsErrors: (skips: boolean) => void
}) {
  if (report.errors_total === 0) return null
  const { bad_rows: badRows = 0, can_skip: canSkip = false } = report.preview ?? {}
  return (
    <>
      <section aria-label="Errors in the file" className={styles['errors']} role="alert">
        <b>
          {count(report.errors_total)} {report.errors_total === 1 ? 'error' : 'errors'} in the file.{' '}
          {canSkip
            ? 'Correct the file and upload it again, or skip these lines.'
            : 'Correct the file and upload it again.'}
        </b>
        <ul>
          {report.errors.slice(0, 20).map(({ line, column, message }) => (
            <li key={`${line} ${column ?? ''} ${message}`}>
              <code>line {count(line)}</code> {column !== undefined && <b>{column}</b>} {message}
            </li>
          ))}
          {report.errors_total > 20 && <li>and {count(report.errors_total - 20)} more</li>}
        </ul>
      </section>
      {canSkip && (
        <label className={styles['checkbox']}>
          <input
            type="checkbox"
            checked={skipsErrors}
            onChange={(event) => onSkipsErrors(event.target.checked)}
          />
          Skip {badRows === 1 ? 'the line with errors' : `the ${count(badRows)} lines with errors`}
        </label>
      )}
    </>
  )
}

function FirstRows({ report: { preview } }: { report: Report }) {
  if (preview === undefined || preview.rows.length === 0) return null
  const names = [...new Set(preview.rows.flatMap(({ data }) => Object.keys(data)))]
  return (
    <section aria-label="First rows">
      <h3 className={styles['title']}>First rows</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
      <div className={styles['preview']} tabIndex={0}>
        <table className={body['table']}>
          <thead>
            <tr>
              <th>Line</th>
              {names.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(({ line, data }) => (
              <tr key={line}>
                <td>{count(line)}</td>
                {names.map((name) => (
                  <td key={name} title={cellText(data, name)}>
                    {cellText(data, name)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function cellText(data: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(data, name) ? data[name] : ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function ColumnTable({
  report,
  columns,
  onColumns,
}: {
  report: Report
  columns: readonly MappedColumn[]
  onColumns: (columns: readonly MappedColumn[]) => void
}) {
  const onChange = (source: string, next: Partial<MappedColumn>): void =>
    onColumns(columns.map((column) => (column.source === source ? { ...column, ...next } : column)))
  const byName = new Map(report.columns.map((column) => [column.name, column]))
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
          {columns.map(({ source, name, isIncluded }) => {
            const column = byName.get(source) ?? byName.get(name)
            return (
              <tr key={source}>
                <td>
                  <label className={styles['checkbox']}>
                    <input
                      type="checkbox"
                      checked={isIncluded}
                      aria-label={`Import ${source}`}
                      onChange={(event) => onChange(source, { isIncluded: event.target.checked })}
                    />
                    {source}
                  </label>
                </td>
                <td>
                  <input
                    aria-label={`Name of ${source}`}
                    value={name}
                    disabled={!isIncluded}
                    onChange={(event) => onChange(source, { name: event.target.value })}
                  />
                </td>
                <td>{column?.types.join(', ') ?? ''}</td>
                <td data-align="right">{column === undefined ? '' : count(column.missing)}</td>
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
  replacedVersion,
  skipsErrors,
  onSkipsErrors,
  text,
  onText,
  onCheck,
  onStore,
  onOtherFile,
}: {
  report: Report
  columns: readonly MappedColumn[]
  onColumns: (columns: readonly MappedColumn[]) => void
  isNew: boolean
  replacedVersion: string | undefined
  skipsErrors: boolean
  onSkipsErrors: (skips: boolean) => void
  text: string
  onText: (text: string) => void
  onCheck: () => void
  onStore: () => void
  onOtherFile: () => void
}) {
  const error = mappingError(columns)
  return (
    <>
      <p>
        {report.file_type.toUpperCase()} with <b>{count(report.rows)}</b> {report.rows === 1 ? 'row' : 'rows'}
        {!isNew && (
          <>
            : {count(report.testcases.new)} new, {count(report.testcases.existing)} existing. They replace the
            rows of version {replacedVersion}.
          </>
        )}
      </p>
      <Errors report={report} skipsErrors={skipsErrors} onSkipsErrors={onSkipsErrors} />
      <ColumnTable report={report} columns={columns} onColumns={onColumns} />
      <FirstRows report={report} />
      {error !== undefined && (
        <p className={form['fault']} role="alert">
          {error}
        </p>
      )}
      <div className={form['field']}>
        <label htmlFor="upload-text">{isNew ? 'Testset name' : 'Commit message'}</label>
        <input id="upload-text" value={text} onChange={(event) => onText(event.target.value)} />
      </div>
      <div className={form['actions']}>
        <Button onClick={onOtherFile}>Choose another file</Button>
        {mappingOf(columns) !== undefined && (
          <Button disabled={error !== undefined} onClick={onCheck}>
            Check again
          </Button>
        )}
        <Button
          look="main"
          icon="upload"
          disabled={error !== undefined || !canStore(report, skipsErrors)}
          onClick={onStore}
        >
          {isNew ? 'Create testset' : 'Commit'}
        </Button>
      </div>
    </>
  )
}
