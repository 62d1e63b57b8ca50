// The agreement of an evaluator with human annotations of the same rows.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { count, percent } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { strengthOf } from '../ui/agreement-strength.ts'
import type { PanelProps } from './tabs.ts'
import body from '../app/body.module.css'
import styles from './quality.module.css'

type Quality = Awaited<ReturnType<Api['evaluators']['quality']>>
type Metric = Quality['metrics'][number]

const formatValue = (value: string | number | boolean): string =>
  value === true
    ? 'yes'
    : value === false
      ? 'no'
      : typeof value === 'number'
        ? String(Number(value.toPrecision(4)))
        : value

const strength = (value: number | undefined): { readonly word: string; readonly tone?: string } =>
  value === undefined ? { word: 'all values are equal, so agreement is undefined' } : strengthOf(value)

const signedText = (value: number): string => `${value > 0 ? '+' : ''}${formatValue(value)}`

function Sentence({ metric }: { metric: Metric }) {
  const { kind, n, equal, interval, kappa, alpha, correlation, mean_difference: difference } = metric
  const rows = `${count(n)} ${n === 1 ? 'row' : 'rows'}`
  const agreement = strength(kind === 'number' ? (difference === undefined ? correlation : alpha) : kappa)
  const [low, high] = interval ?? []
  return (
    <div className={styles['sentence']}>
      <p>
        {kind === 'number' ? (
          <>
            <strong data-tone={agreement.tone}>
              {correlation === undefined ? '–' : correlation.toFixed(2)}
            </strong>{' '}
            correlation over {rows}
            {alpha !== undefined && <>, alpha {alpha.toFixed(2)}</>}
          </>
        ) : (
          <>
            agrees in <strong data-tone={agreement.tone}>{percent(equal)}</strong> of {rows}
            {kappa !== undefined && <>, kappa {kappa.toFixed(2)}</>}
          </>
        )}
        <span data-tone={agreement.tone}>· {agreement.word}</span>
      </p>
      <small title="1: perfect agreement; 0: agreement by chance">
        {kind !== 'number'
          ? 'Kappa corrects for agreement by chance'
          : difference === undefined
            ? 'The scales may differ. Correlation measures whether both rise together'
            : difference === 0
              ? 'On average equal to people'
              : `On average ${formatValue(Math.abs(difference))} ${difference > 0 ? 'higher' : 'lower'} than people`}
        {low !== undefined && high !== undefined && (
          <>
            {' '}
            · 95% interval{' '}
            {kind === 'number'
              ? `${signedText(low)} to ${signedText(high)}`
              : `${percent(low)} to ${percent(high)}`}
          </>
        )}
      </small>
    </div>
  )
}

function Matrix({ metric: { values, matrix, path } }: { metric: Metric }) {
  if (values === undefined || matrix === undefined) return undefined
  return (
    <section className={styles['matrix']} aria-label={`Confusion matrix: ${path}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {values.map((value) => (
              <th key={String(value)} scope="col">
                People: {formatValue(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value, i) => (
            <tr key={String(value)}>
              <th scope="row">Evaluator: {formatValue(value)}</th>
              {values.map((otherValue, j) => {
                const cases = matrix[i]?.[j] ?? 0
                return (
                  <td key={String(otherValue)} data-same={i === j} data-none={cases === 0}>
                    {count(cases)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Disagreements({ metric }: { metric: Metric }) {
  const { session } = useSession()
  const project = session.project.slug
  const { disagreements, disagreement_count: total } = metric
  if (metric.kind === 'number' && metric.mean_difference === undefined) return undefined
  if (total === 0) return <p className={body['faint']}>No disagreements.</p>
  return (
    <div className={body['wide']}>
      <table className={body['table']} aria-label={`Disagreements: ${metric.path}`}>
        <thead>
          <tr>
            <th>Evaluator</th>
            <th>People</th>
            <th>Row</th>
          </tr>
        </thead>
        <tbody>
          {disagreements.map((one) => (
            <tr key={`${one.scenario_id} ${one.trace_id ?? ''}`}>
              <td>{formatValue(one.evaluator)}</td>
              <td>{formatValue(one.people)}</td>
              <td className={styles['links']}>
                <Link
                  to="/p/$project/runs/$run"
                  params={{ project, run: one.run_id }}
                  search={{ row: one.scenario_id }}
                >
                  Run row
                </Link>
                {one.trace_id !== undefined && (
                  <Link to="/p/$project/traces/$traceId" params={{ project, traceId: one.trace_id }}>
                    Trace
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > disagreements.length && (
        <p className={body['faint']}>
          {metric.kind === 'number' ? 'Largest differences' : 'The newest'}: {count(disagreements.length)} of{' '}
          {count(total)}.
        </p>
      )}
    </div>
  )
}

function NoAnnotations({ runs, isSingleVersion }: { runs: number; isSingleVersion: boolean }) {
  const { session } = useSession()
  const canCreate = useHasRole('editor')
  return (
    <Notice icon="scale" title="No human annotations to compare with yet">
      <p>
        {runs === 0
          ? `${isSingleVersion ? 'This version' : 'This evaluator'} was used in no run.`
          : 'No evaluated row has a human annotation with a value of the same kind.'}{' '}
        Create a queue of evaluated traces or of the failures of a run. This page compares the annotations.
      </p>
      {canCreate && (
        <Link
          className={styles['go']}
          to="/p/$project/queues"
          params={{ project: session.project.slug }}
          search={{ new: true }}
        >
          Create a queue
        </Link>
      )}
    </Notice>
  )
}

/** The quality of all versions, or of the selected one. */
function useQuality({ artifact, revision, view }: PanelProps) {
  const { api, session } = useSession()
  const target =
    view.alone === true
      ? { evaluator_revision_ref: { id: revision.id } }
      : { evaluator_ref: { id: artifact.id } }
  return useQuery({
    queryKey: [session.project.id, 'versions', 'evaluator', 'quality', target],
    queryFn: ({ signal }) => api.evaluators.quality(target, { signal }),
  })
}

export function QualityTab(props: PanelProps) {
  const { revision, view, onView } = props
  const quality = useQuality(props)
  const isSingleVersion = view.alone === true
  return (
    <div className={styles['quality']}>
      <Segments
        label="Versions"
        options={[
          { value: 'all', name: 'All versions' },
          { value: 'alone', name: `Version ${revision.version}` },
        ]}
        value={isSingleVersion ? 'alone' : 'all'}
        onValue={(scope) => {
          const { alone: _alone, ...rest } = view
          onView(scope === 'alone' ? { ...rest, alone: true } : rest)
        }}
      />
      <QualityReport quality={quality} isSingleVersion={isSingleVersion} />
    </div>
  )
}

function QualityReport({
  quality,
  isSingleVersion,
}: {
  quality: ReturnType<typeof useQuality>
  isSingleVersion: boolean
}) {
  const { data } = quality
  if (quality.isError && data === undefined) {
    return <Failure error={quality.error} retry={() => void quality.refetch()} />
  }
  if (data === undefined) return <Skeleton rows={4} />
  if (data.metrics.length === 0) return <NoAnnotations runs={data.runs} isSingleVersion={isSingleVersion} />
  return (
    <>
      <p className={styles['about']}>
        Outputs of the evaluator in {data.more ? 'the newest ' : ''}
        {count(data.runs)} {data.runs === 1 ? 'run' : 'runs'}, compared with human annotations of the same
        rows.
      </p>
      {data.metrics.map((metric) => (
        <section key={metric.path} className={body['card']}>
          <h2>
            {metric.path}
            {metric.people_path !== metric.path && (
              <span className={body['faint']}> compared with {metric.people_path} of annotators</span>
            )}
          </h2>
          <Sentence metric={metric} />
          <Matrix metric={metric} />
          <Disagreements metric={metric} />
        </section>
      ))}
    </>
  )
}
