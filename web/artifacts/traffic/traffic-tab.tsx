// web/artifacts/traffic: traces, errors, latency, cost and scores of each version of an application.
//
// One row per version of the variant, newest first. A row requests its sums by one query over the traces of the range, so
// the number of requests is the number of rows, and each costs as much as the list of the same traces. Scores are two
// requests for all rows.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sumsQuery } from '../../app/analytics/analytics.ts'
import { useSession } from '../../app/session.tsx'
import type { GraphRevision } from '../../app/versions/history/graph-layout.ts'
import { plainNaming } from '../../app/versions/naming/version-name.ts'
import { useGraph } from '../../app/versions/queries.ts'
import { scoresQuery } from '../../app/versions/scores/queries.ts'
import type { RevisionScores } from '../../app/versions/scores/scores.ts'
import { count, decimal, duration, money, percent, shortCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import type { PanelProps } from '../tabs.ts'
import { versionFilter, visibleVersions } from './version-filter.ts'
import styles from './traffic-tab.module.css'

const range = '30d'

function Scores({ scores }: { scores: RevisionScores | undefined }) {
  const { session } = useSession()
  if (scores === undefined) return <>–</>
  return (
    <Link
      to="/p/$project/runs/$run"
      params={{ project: session.project.slug, run: scores.runId }}
      search={{}}
    >
      {scores.scores
        .map(({ evaluator, value, isShare }) => `${evaluator} ${isShare ? percent(value) : decimal(value)}`)
        .join(', ')}
    </Link>
  )
}

function VersionRow({
  revision,
  isSelected,
  scores,
}: {
  revision: GraphRevision
  isSelected: boolean
  scores: RevisionScores | undefined
}) {
  const { api, session } = useSession()
  const filter = versionFilter(revision.id)
  const sums = useQuery(sumsQuery(api, { filter, range }))
  const { data } = sums
  return (
    <tr aria-current={isSelected}>
      <th scope="row" title={revision.message}>
        {plainNaming(revision)}
      </th>
      <td>
        <Link to="/p/$project/traces" params={{ project: session.project.slug }} search={{ filter, range }}>
          {sums.isError ? 'not loaded' : count(data?.total)}
        </Link>
      </td>
      <td data-tone={(data?.errors ?? 0) > 0 ? 'bad' : undefined}>{count(data?.errors)}</td>
      <td>{duration(data?.p50)}</td>
      <td>{duration(data?.p95)}</td>
      <td>{shortCount(data?.tokens)}</td>
      <td>{data === undefined ? '–' : money(data.cost)}</td>
      <td className={styles['scores']}>
        <Scores scores={scores} />
      </td>
    </tr>
  )
}

export function TrafficTab({ kind, artifact, revision }: PanelProps) {
  const { api } = useSession()
  const graph = useGraph(kind, artifact.slug)
  const revisions = visibleVersions(graph.data?.revisions ?? [], revision)
  const scores = useQuery(
    scoresQuery(
      api,
      revisions.map(({ id }) => id),
    ),
  )
  if (graph.data === undefined) return <Skeleton rows={4} />
  return (
    <section className={styles['traffic']} aria-label="Traffic by version" tabIndex={0}>
      <p>
        Traces of the last 30 days that name the version. Runs of a draft in the playground do not count.
        Scores are those of the newest run.
      </p>
      <table>
        <thead>
          <tr>
            {['Version', 'Traces', 'Errors', 'p50', 'p95', 'Tokens', 'Cost', 'Scores'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {revisions.map((one) => (
            <VersionRow
              key={one.id}
              revision={one}
              isSelected={one.id === revision.id}
              scores={scores.data?.get(one.id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
