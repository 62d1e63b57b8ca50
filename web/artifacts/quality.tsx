// How far an evaluator agrees with people on what both have judged, and where it does not.
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

const shown = (value: string | number | boolean): string =>
  value === true
    ? 'yes'
    : value === false
      ? 'no'
      : typeof value === 'number'
        ? String(Number(value.toPrecision(4)))
        : value

const strength = (value: number | undefined): { readonly word: string; readonly tone?: string } =>
  value === undefined ? { word: 'all judgements are the same: nothing can be said' } : strengthOf(value)

const signed = (value: number): string => `${value > 0 ? '+' : ''}${shown(value)}`

function Sentence({ metric }: { metric: Metric }) {
  const { kind, n, equal, interval, kappa, alpha, correlation, mean_difference: difference } = metric
  const rows = `${count(n)} ${n === 1 ? 'row' : 'rows'}`
  const said = strength(kind === 'number' ? (difference === undefined ? correlation : alpha) : kappa)
  const [low, high] = interval ?? []
  return (
    <div className={styles['sentence']}>
      <p>
        {kind === 'number' ? (
          <>
            <strong data-tone={said.tone}>{correlation === undefined ? '–' : correlation.toFixed(2)}</strong>{' '}
            correlation over {rows}
            {alpha !== undefined && <>, alpha {alpha.toFixed(2)}</>}
          </>
        ) : (
          <>
            agrees in <strong data-tone={said.tone}>{percent(equal)}</strong> of {rows}
            {kappa !== undefined && <>, kappa {kappa.toFixed(2)}</>}
          </>
        )}
        <span data-tone={said.tone}>· {said.word}</span>
      </p>
      <small title="1: always the same; 0: as often as chance would have it">
        {kind !== 'number'
          ? 'kappa takes away what chance would give'
          : difference === undefined
            ? 'Their scales may differ: what counts is whether both rise together'
            : difference === 0
              ? 'On average as high as people'
              : `On average ${shown(Math.abs(difference))} ${difference > 0 ? 'higher' : 'lower'} than people`}
        {low !== undefined && high !== undefined && (
          <>
            {' '}
            · 95% interval{' '}
            {kind === 'number' ? `${signed(low)} to ${signed(high)}` : `${percent(low)} to ${percent(high)}`}
          </>
        )}
      </small>
    </div>
  )
}

function Matrix({ metric: { values, matrix, path } }: { metric: Metric }) {
  if (values === undefined || matrix === undefined) return undefined
  return (
    <section className={styles['matrix']} aria-label={`What met what: ${path}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {values.map((value) => (
              <th key={String(value)} scope="col">
                People: {shown(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value, i) => (
            <tr key={String(value)}>
              <th scope="row">Evaluator: {shown(value)}</th>
              {values.map((other, j) => {
                const met = matrix[i]?.[j] ?? 0
                return (
                  <td key={String(other)} data-same={i === j} data-none={met === 0}>
                    {count(met)}
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
  if (total === 0) return <p className={body['faint']}>They differ on none of these rows.</p>
  return (
    <div className={body['wide']}>
      <table className={body['table']} aria-label={`Rows on which they differ: ${metric.path}`}>
        <thead>
          <tr>
            <th>Evaluator</th>
            <th>People</th>
            <th>Where they differ</th>
          </tr>
        </thead>
        <tbody>
          {disagreements.map((one) => (
            <tr key={`${one.scenario_id} ${one.trace_id ?? ''}`}>
              <td>{shown(one.evaluator)}</td>
              <td>{shown(one.people)}</td>
              <td className={styles['links']}>
                <Link
                  to="/p/$project/runs/$run"
                  params={{ project, run: one.run_id }}
                  search={{ row: one.scenario_id }}
                >
                  Row of the run
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
          {metric.kind === 'number' ? 'Those farthest apart' : 'The newest'}: {count(disagreements.length)} of{' '}
          {count(total)}.
        </p>
      )}
    </div>
  )
}

function Nothing({ runs, alone }: { runs: number; alone: boolean }) {
  const { session } = useSession()
  const mayMake = useHasRole('editor')
  return (
    <Notice icon="scale" title="Nothing to compare with people yet">
      <p>
        {runs === 0
          ? `${alone ? 'This version' : 'The evaluator itself'} has judged in no run.`
          : 'No row that the evaluator judged has a judgement of a person with a value of the same kind.'}{' '}
        Create a queue of traces it has judged, or of the failures of a run: what people say there is compared
        here.
      </p>
      {mayMake && (
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

/** Of all versions, or of the shown one alone. */
function useQuality({ artifact, revision, view }: PanelProps) {
  const { api, session } = useSession()
  const asked =
    view.alone === true
      ? { evaluator_revision_ref: { id: revision.id } }
      : { evaluator_ref: { id: artifact.id } }
  return useQuery({
    queryKey: [session.project.id, 'versions', 'evaluator', 'quality', asked],
    queryFn: ({ signal }) => api.evaluators.quality(asked, { signal }),
  })
}

export function QualityTab(props: PanelProps) {
  const { revision, view, onView } = props
  const quality = useQuality(props)
  const alone = view.alone === true
  return (
    <div className={styles['quality']}>
      <Segments
        label="Whose judgements"
        options={[
          { value: 'all', name: 'All versions' },
          { value: 'alone', name: `Version ${revision.version}` },
        ]}
        value={alone ? 'alone' : 'all'}
        onValue={(whose) => {
          const { alone: _alone, ...rest } = view
          onView(whose === 'alone' ? { ...rest, alone: true } : rest)
        }}
      />
      <Told quality={quality} alone={alone} />
    </div>
  )
}

function Told({ quality, alone }: { quality: ReturnType<typeof useQuality>; alone: boolean }) {
  const { data } = quality
  if (quality.isError && data === undefined) {
    return <Failure error={quality.error} retry={() => void quality.refetch()} />
  }
  if (data === undefined) return <Skeleton rows={4} />
  if (data.metrics.length === 0) return <Nothing runs={data.runs} alone={alone} />
  return (
    <>
      <p className={styles['about']}>
        What it said in {data.more ? 'the newest ' : ''}
        {count(data.runs)} {data.runs === 1 ? 'run' : 'runs'}, beside what people said of the same rows.
      </p>
      {data.metrics.map((metric) => (
        <section key={metric.path} className={body['card']}>
          <h2>
            {metric.path}
            {metric.people_path !== metric.path && (
              <span className={body['faint']}> beside what people said of {metric.people_path}</span>
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
