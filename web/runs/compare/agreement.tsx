// Agreement between the evaluators of a run, and changes of their verdicts from the baseline.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { count, percent } from '../../ui/format.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { isShare, shortPath, type ComparedMetric } from './model.ts'
import type { ComparisonInput, Differences } from './differences.ts'
import { agreementQuery } from './queries.ts'
import styles from './compare.module.css'

interface Pair {
  readonly run_id: string
  readonly a: { readonly evaluator: string; readonly path: string }
  readonly b: { readonly evaluator: string; readonly path: string }
  readonly n: number
  readonly both: number
  readonly only_a: number
  readonly only_b: number
  readonly neither: number
  readonly kappa?: number
}

const keyOf = ({ evaluator, path }: Pair['a']): string => `${evaluator} · ${shortPath(path)}`

/** The agreement of two evaluators; green for agreement, red for disagreement. */
function PairCell({ pair }: { pair: Pair | undefined }) {
  if (pair === undefined) return <td />
  const { n, both, neither, only_a, only_b, kappa } = pair
  const share = n === 0 ? undefined : (both + neither) / n
  const colour = (share ?? 1) < 0.5 ? 'bad' : 'good'
  const transparency = Math.round(100 - Math.abs((share ?? 0.5) - 0.5) * 200)
  const differentCount = count(only_a + only_b)
  return (
    <td
      style={{ background: `color-mix(in oklch, var(--${colour}-ground), transparent ${transparency}%)` }}
      title={`Both yes ${count(both)}, both no ${count(neither)}, different ${differentCount}`}
    >
      <b>{percent(share)}</b>
      <small>{kappa === undefined ? 'κ –' : `κ ${kappa.toFixed(2)}`}</small>
      <small>{differentCount} different</small>
    </td>
  )
}

function Matrix({ pairs, name }: { pairs: readonly Pair[]; name: string }) {
  const names = [...new Set(pairs.flatMap(({ a, b }) => [keyOf(a), keyOf(b)]))]
  const byNames = new Map(
    pairs.flatMap((pair) => [
      [`${keyOf(pair.a)}\n${keyOf(pair.b)}`, pair],
      [`${keyOf(pair.b)}\n${keyOf(pair.a)}`, pair],
    ]),
  )
  return (
    <section className={styles['matrix']} aria-label={`Agreement in ${name}`} tabIndex={0}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((first) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {names.map((second) => (
                <PairCell key={second} pair={byNames.get(`${first}\n${second}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The changes of each boolean verdict from the baseline. */
function Changes({
  metrics,
  ids,
  names,
}: {
  metrics: readonly ComparedMetric[]
  ids: readonly string[]
  names: readonly string[]
}) {
  const binary = metrics.filter(isShare)
  if (binary.length === 0) return undefined
  return (
    <section className={styles['matrix']} aria-label="Changed verdicts" tabIndex={0}>
      <table>
        <caption>Changed verdicts</caption>
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col">Run</th>
            <th scope="col">Now yes</th>
            <th scope="col">Now no</th>
            <th scope="col">Unchanged</th>
          </tr>
        </thead>
        <tbody>
          {binary.flatMap((metric) =>
            metric.differences.map((difference) => (
              <tr key={`${keyOf(metric)} ${difference.run_id}`}>
                <th scope="row">{keyOf(metric)}</th>
                <td>{names[ids.indexOf(difference.run_id)]}</td>
                <td>{count(difference.wins)}</td>
                <td>{count(difference.losses)}</td>
                <td>{count(difference.ties)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  )
}

export function Agreement({
  comparison,
  names,
  differences: { metrics, snapshot },
}: {
  comparison: ComparisonInput
  names: readonly string[]
  differences: Differences
}) {
  const api = useApi()
  const { data, error, isError, refetch } = useQuery({
    ...agreementQuery(api, { ...comparison, snapshot }),
    placeholderData: keepPreviousData,
  })
  if (isError) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={6} />
  return (
    <section className={styles['agreement']} aria-label="Agreement" tabIndex={0}>
      <Changes metrics={metrics} ids={comparison.ids} names={names} />
      {data.length === 0 ? (
        <Notice icon="scale" title="No verdicts to compare">
          <p>Agreement needs a run with at least two evaluators that answer yes or no.</p>
        </Notice>
      ) : (
        comparison.ids.map((id, index) => {
          const pairs = data.filter(({ run_id }) => run_id === id)
          return pairs.length === 0 ? undefined : <Matrix key={id} pairs={pairs} name={names[index] ?? ''} />
        })
      )}
    </section>
  )
}
