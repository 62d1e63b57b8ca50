// Which verdicts agree: of every two evaluators of a run, and of each evaluator between the base and a run.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { count, percent } from '../../ui/format.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { isShare, shortPath, type ComparedMetric } from './model.ts'
import type { Compared, Differences } from './differences.ts'
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

function Matrix({ pairs, name }: { pairs: readonly Pair[]; name: string }) {
  const names = [...new Set(pairs.flatMap(({ a, b }) => [keyOf(a), keyOf(b)]))]
  const found = new Map(
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
            {names.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((first) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {names.map((second) => {
                const pair = found.get(`${first}\n${second}`)
                if (pair === undefined) return <td key={second} />
                const share = pair.n === 0 ? undefined : (pair.both + pair.neither) / pair.n
                return (
                  <td
                    key={second}
                    style={{
                      background: `color-mix(in oklch, var(--${(share ?? 1) < 0.5 ? 'bad' : 'good'}-ground), transparent ${Math.round(100 - Math.abs((share ?? 0.5) - 0.5) * 200)}%)`,
                    }}
                    title={`Both yes ${count(pair.both)}, both no ${count(pair.neither)}, they differ ${count(pair.only_a + pair.only_b)}`}
                  >
                    <b>{percent(share)}</b>
                    <small>{pair.kappa === undefined ? 'κ –' : `κ ${pair.kappa.toFixed(2)}`}</small>
                    <small>{count(pair.only_a + pair.only_b)} differ</small>
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

/** Yes and no of each evaluator, before and after. */
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
    <section className={styles['matrix']} aria-label="Verdicts that changed" tabIndex={0}>
      <table>
        <caption>Verdicts that changed from the base</caption>
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col">Run</th>
            <th scope="col">Became yes</th>
            <th scope="col">Became no</th>
            <th scope="col">Stayed</th>
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
  compared,
  names,
  differences: { metrics, reading },
}: {
  compared: Compared
  names: readonly string[]
  differences: Differences
}) {
  const api = useApi()
  const { data, error, isError, refetch } = useQuery({
    ...agreementQuery(api, { ...compared, reading }),
    placeholderData: keepPreviousData,
  })
  if (isError) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={6} />
  return (
    <section className={styles['agreement']} aria-label="Agreement" tabIndex={0}>
      <Changes metrics={metrics} ids={compared.ids} names={names} />
      {data.length === 0 ? (
        <Notice icon="scale" title="No two verdicts to hold against each other">
          <p>Evaluators that answer yes or no are compared where a run has two of them.</p>
        </Notice>
      ) : (
        compared.ids.map((id, at) => {
          const pairs = data.filter(({ run_id }) => run_id === id)
          return pairs.length === 0 ? undefined : <Matrix key={id} pairs={pairs} name={names[at] ?? ''} />
        })
      )}
    </section>
  )
}
