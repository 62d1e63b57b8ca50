// The report of a dry run: records to create, records that are left out, and unreadable records with file and line.
import type { Report } from '../../importers/report.ts'
import body from '../app/body.module.css'
import { count } from '../ui/format.ts'
import { recordsOf } from './job.ts'
import styles from './imports.module.css'

const locationOf = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  `${file}:${line}`

function CountLine({ name, value }: { name: string; value: number }) {
  if (value === 0) return null
  return (
    <li>
      <span>{name}</span>
      {count(value)}
    </li>
  )
}

/** The names of one kind. */
function NameList({
  name,
  items,
}: {
  name: string
  items: readonly { readonly slug: string; readonly note?: string }[]
}) {
  if (items.length === 0) return null
  return (
    <>
      <li>
        <span>{name}</span>
        {count(items.length)}
      </li>
      {items.map(({ slug, note }) => (
        <li key={slug} className={styles['named']}>
          <span>{slug}</span>
          <small>{note}</small>
        </li>
      ))}
    </>
  )
}

function ToCreate({ report }: { report: Report }) {
  return (
    <section className={body['card']} aria-label="To be created">
      <h2>To be created</h2>
      {recordsOf(report) === 0 ? (
        <p className={body['faint']}>Nothing in these files can be imported.</p>
      ) : (
        <ul className={`${body['list']} ${styles['long']}`}>
          <CountLine name="Traces" value={report.traces} />
          <CountLine name="Spans" value={report.spans} />
          <CountLine name="Annotations" value={report.annotations} />
          <NameList
            name="Testsets"
            items={report.testset_rows.map(({ slug, rows }) => ({
              slug,
              note: `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`,
            }))}
          />
          <CountLine name="Prompt versions" value={report.prompts} />
          <NameList name="Applications" items={report.applications.map((slug) => ({ slug }))} />
          <NameList name="Environments" items={report.environments.map((slug) => ({ slug }))} />
          <NameList name="Evaluators" items={report.evaluators.map((slug) => ({ slug }))} />
          <NameList name="Runs" items={report.runs.map((slug) => ({ slug }))} />
        </ul>
      )}
    </section>
  )
}

function OmittedRecords({ report }: { report: Report }) {
  const { unmapped, records, complete } = report
  const reasons = new Set(unmapped.map(({ reason }) => reason))
  const omittedFields = report.fields.flatMap((one) =>
    'reason' in one && !reasons.has(one.reason) ? [one] : [],
  )
  return (
    <section className={body['card']} aria-label="Left out">
      <h2>Left out</h2>
      <p className={body['faint']}>
        {count(records.read)} {records.read === 1 ? 'record' : 'records'} read, {count(records.imported)} with
        data to import.{complete && ' Nothing is left out.'}
      </p>
      {unmapped.length + omittedFields.length > 0 && (
        <ul className={`${body['list']} ${styles['long']}`}>
          {omittedFields.map((one) => (
            <li key={`${one.field} ${one.reason}`} className={styles['reason']}>
              <div>
                Field <code>{one.field}</code>
                <small>{one.reason}</small>
              </div>
              {count(one.count)}
            </li>
          ))}
          {unmapped.map((one) => (
            <li key={one.reason} className={styles['reason']}>
              <div>
                {one.reason}
                <small>first at {locationOf(one)}</small>
              </div>
              {count(one.count)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The target of each imported field. */
function FieldMapping({ fields }: Pick<Report, 'fields'>) {
  const importedFields = fields.flatMap((one) => ('to' in one ? [one] : []))
  if (importedFields.length === 0) return null
  return (
    <details className={styles['mapping']}>
      <summary>
        {count(importedFields.length)} {importedFields.length === 1 ? 'field' : 'fields'} and their targets
      </summary>
      <table className={body['table']} aria-label="Fields">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Imported as</th>
            <th scope="col">Records</th>
          </tr>
        </thead>
        <tbody>
          {importedFields.map((one) => (
            <tr key={`${one.field} ${one.to}`}>
              <td>
                <code>{one.field}</code>
              </td>
              <td>
                <code>{one.to}</code>
              </td>
              <td>{count(one.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The records and fields that are left out, and the targets of all others; also visible after an import. */
export function Accounting({ report }: { report: Report }) {
  return (
    <>
      <OmittedRecords report={report} />
      <FieldMapping fields={report.fields} />
    </>
  )
}

/** Records that could not be read; also visible after an import. */
export function UnreadableRecords({
  faults,
  faults_total: total,
  isDone = false,
}: Pick<Report, 'faults' | 'faults_total'> & { isDone?: boolean }) {
  if (total === 0) return null
  return (
    <section className={styles['faults']} aria-label="Unreadable records" role="alert">
      <b>
        {count(total)} {total === 1 ? 'record' : 'records'} cannot be read.{' '}
        {isDone ? 'The rest was imported' : 'The rest can be imported'}. Fix the files and import again.
      </b>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
      <ul tabIndex={0} aria-label="Errors">
        {faults.map((one, i) => (
          <li key={`${i} ${locationOf(one)}`}>
            <code>{locationOf(one)}</code> {one.fault}
          </li>
        ))}
        {total > faults.length && <li>… and {count(total - faults.length)} more</li>}
      </ul>
    </section>
  )
}

export function ReportView({ report }: { report: Report }) {
  return (
    <>
      <UnreadableRecords faults={report.faults} faults_total={report.faults_total} />
      <div className={body['cards']}>
        <ToCreate report={report} />
        <OmittedRecords report={report} />
      </div>
      <FieldMapping fields={report.fields} />
    </>
  )
}
