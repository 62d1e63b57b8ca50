// The result of an import by the receipts of the server, with links to the records.
import { Link } from '@tanstack/react-router'
import type { DeliveryResult } from '../../importers/delivery.ts'
import type { Report } from '../../importers/report.ts'
import body from '../app/body.module.css'
import { Id } from '../ui/copy.tsx'
import { count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { fixedRange } from '../ui/time/time-range.ts'
import { isNothingNew } from './job.ts'
import styles from './imports.module.css'

const listedMax = 20
/** The latest time of a range: files may contain later ones. */
const msMax = Date.UTC(9999, 0, 1)
const day = 86_400_000

const rangeOf = ([first, last]: readonly [number, number]): string =>
  fixedRange({
    oldest: Math.min(Math.max(first, 0), msMax) - day,
    newest: Math.min(Math.max(last, 0), msMax) + day,
  })

function Spans({
  report,
  receipts,
  project,
}: {
  report: Report
  receipts: DeliveryResult['receipts']
  project: string
}) {
  if (receipts.ids.length === 0) return null
  const newCount = receipts.stored - receipts.known
  return (
    <>
      <li>
        <span>
          <b>{count(receipts.stored)}</b> {receipts.stored === 1 ? 'span' : 'spans'} stored,{' '}
          {newCount === 0 ? 'none of them new' : `${count(newCount)} of them new`}
        </span>
        {report.began_ms !== null && (
          <Link
            to="/p/$project/traces"
            params={{ project }}
            search={{ range: rangeOf(report.began_ms) }}
            className={styles['way']}
          >
            Traces <Icon name="right" size={10} />
          </Link>
        )}
      </li>
      {receipts.rejected > 0 && (
        <li className={body['bad']}>
          <span>
            <b>{count(receipts.rejected)}</b> rejected: {receipts.reasons.join('; ')}
          </span>
        </li>
      )}
    </>
  )
}

const statusNames = { made: 'created', changed: 'new version', unchanged: 'unchanged' } as const

function Receipts({ ids, project }: { ids: readonly string[]; project: string }) {
  if (ids.length === 0) return null
  return (
    <section className={body['card']} aria-label="Receipts">
      <h2>
        {count(ids.length)} {ids.length === 1 ? 'receipt' : 'receipts'}
      </h2>
      <p className={styles['ids']}>
        {ids.slice(0, listedMax).map((id) => (
          <Id key={id} id={id} />
        ))}
        {ids.length > listedMax && <span>and {count(ids.length - listedMax)} more</span>}
      </p>
      <Link to="/p/$project/settings/$part" params={{ project, part: 'ingest' }} className={styles['way']}>
        Status of receipts <Icon name="right" size={10} />
      </Link>
    </section>
  )
}

function ImportedTestsets({ testsets, project }: { testsets: DeliveryResult['testsets']; project: string }) {
  return (
    <>
      {testsets.map(({ slug, rows, status }) => (
        <li key={slug}>
          <span>
            Testset <b>{slug}</b>: {count(rows)} {rows === 1 ? 'row' : 'rows'}, {statusNames[status]}
          </span>
          <Link
            to="/p/$project/testsets/$testset"
            params={{ project, testset: slug }}
            className={styles['way']}
          >
            Open <Icon name="right" size={10} />
          </Link>
        </li>
      ))}
    </>
  )
}

function ImportedEvaluators({
  slugs,
  createdSlugs,
  project,
}: {
  slugs: readonly string[]
  createdSlugs: readonly string[]
  project: string
}) {
  return (
    <>
      {slugs.map((slug) => (
        <li key={slug}>
          <span>
            Evaluator <b>{slug}</b>: {createdSlugs.includes(slug) ? 'created' : 'unchanged'}
          </span>
          <Link
            to="/p/$project/evaluators/$artifact"
            params={{ project, artifact: slug }}
            className={styles['way']}
          >
            Open <Icon name="right" size={10} />
          </Link>
        </li>
      ))}
    </>
  )
}

interface ImportedProps {
  report: Report
  delivered: DeliveryResult
  project: string
}

function ImportedRecords({ report, delivered, project }: ImportedProps) {
  const { receipts, testsets, revisions, deployments, evaluators, runs } = delivered
  return (
    <ul className={`${body['list']} ${styles['long']}`}>
      <Spans report={report} receipts={receipts} project={project} />
      <ImportedTestsets testsets={testsets} project={project} />
      {report.applications.map((slug) => (
        <li key={slug}>
          <span>
            Application <b>{slug}</b>
          </span>
          <Link
            to="/p/$project/apps/$artifact"
            params={{ project, artifact: slug }}
            className={styles['way']}
          >
            Open <Icon name="right" size={10} />
          </Link>
        </li>
      ))}
      {report.prompts > 0 && (
        <li>
          <span>
            <b>{count(revisions)}</b> new {revisions === 1 ? 'version' : 'versions'},{' '}
            <b>{count(deployments)}</b> {deployments === 1 ? 'deployment' : 'deployments'}
          </span>
          <Link to="/p/$project/environments" params={{ project }} className={styles['way']}>
            Environments <Icon name="right" size={10} />
          </Link>
        </li>
      )}
      <ImportedEvaluators slugs={report.evaluators} createdSlugs={evaluators} project={project} />
      {runs.map(({ id, name, status }) => (
        <li key={id}>
          <span>
            Run <b>{name}</b>: {status === 'made' ? 'created' : 'unchanged'}
          </span>
          <Link to="/p/$project/runs/$run" params={{ project, run: id }} className={styles['way']}>
            Open <Icon name="right" size={10} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function ReceiptsView({ report, delivered, project }: ImportedProps) {
  const { receipts } = delivered
  return (
    <>
      <output className={styles['outcome']}>
        <Icon name="check" size={16} />
        {isNothingNew(delivered) ? 'Nothing new: all records were imported before.' : 'Imported.'}
      </output>
      <div className={body['cards']}>
        <section className={body['card']} aria-label="Imported">
          <h2>Imported</h2>
          <ImportedRecords report={report} delivered={delivered} project={project} />
        </section>
        <Receipts ids={receipts.ids} project={project} />
      </div>
    </>
  )
}
