// A score over time: every listed run as a point with its interval, and deployments of the application as marks.
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi, useSession } from '../../app/session.tsx'
import { useVersionNaming } from '../../app/versions/naming/use-version-naming.ts'
import { useEnvironments } from '../../app/versions/queries.ts'
import { exactTime } from '../../ui/format.ts'
import { formatValue } from '../numbers.tsx'
import { deploymentMarks, type Mark, type TrendPoint } from './run-list.ts'
import styles from './list.module.css'

const width = 1000
const height = 160
const padPx = 10

/** Commits per environment that are searched for deployments. */
const depth = 50

/** The deployments of the application: one request per environment; none without an application. */
function useMarks(app: string | undefined): readonly Mark[] {
  const api = useApi()
  const environments = useEnvironments().data ?? []
  const logs = useQueries({
    queries: environments.map(({ variantId, name }) => ({
      queryKey: [api.projectId, 'versions', 'environment', 'marks', variantId],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({
        name,
        log: await api
          .versions('environment')
          .log({ variantId: variantId ?? '', depth, includeData: true }, { signal }),
      }),
      enabled: app !== undefined && variantId !== undefined,
    })),
  })
  if (app === undefined) return []
  return logs.flatMap(({ data }) =>
    data === undefined ? [] : deploymentMarks(data.log, { app, environment: data.name }),
  )
}

interface Scale {
  readonly low: number
  readonly high: number
  readonly x: (atMs: number) => number
  readonly y: (value: number) => number
}

/** Shares use the full range from 0 to 1. */
function scaleOf(points: readonly TrendPoint[]): Scale {
  const times = points.map(({ atMs }) => atMs)
  const values = points.flatMap(({ value, ci95 }) => [value, ...(ci95 ?? [])])
  const isShare = points[0]?.unit === 'share'
  const [low, high] = isShare ? [0, 1] : [Math.min(...values), Math.max(...values)]
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return {
    low,
    high,
    x: (atMs) => padPx + ((atMs - from) / (to - from || 1)) * (width - 2 * padPx),
    y: (value) => height - padPx - ((value - low) / (high - low || 1)) * (height - 2 * padPx),
  }
}

function Point({ point, scale: { x, y } }: { point: TrendPoint; scale: Scale }) {
  const { session } = useSession()
  const navigate = useNavigate()
  const { run, atMs, value, unit, ci95 } = point
  const params = { project: session.project.slug, run: run.id }
  const pointX = x(atMs)
  return (
    <g onPointerDown={() => void navigate({ to: '/p/$project/runs/$run', params })}>
      <title>{`${run.name ?? 'Unnamed run'}: ${formatValue(value, unit)}`}</title>
      {ci95 !== undefined && (
        <line className={styles['interval']} x1={pointX} x2={pointX} y1={y(ci95[0])} y2={y(ci95[1])} />
      )}
      <line className={styles['point']} x1={pointX} x2={pointX} y1={y(value)} y2={y(value)} />
    </g>
  )
}

function Marks({ marks }: { marks: readonly Mark[] }) {
  const naming = useVersionNaming()
  if (marks.length === 0) return null
  return (
    <p className={styles['marks']}>
      {marks.map(({ environment, version, variant, atMs }) => (
        <span key={`${environment} ${atMs}`}>
          {naming({ version, variant })} deployed to {environment}, {exactTime(atMs)}
        </span>
      ))}
    </p>
  )
}

export function Trend({
  name,
  points,
  app,
}: {
  name: string
  points: readonly TrendPoint[]
  app: string | undefined
}) {
  const allMarks = useMarks(app)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const scale = scaleOf(points)
  const { x, y, low, high } = scale
  const marks = allMarks.filter(({ atMs }) => atMs >= first.atMs && atMs <= last.atMs)
  const line = points.map(({ atMs, value }) => `${x(atMs)},${y(value)}`).join(' L')
  return (
    <section className={styles['trend']} aria-label={`${name} over time`}>
      <h2>
        {name}: {points.length} {points.length === 1 ? 'run' : 'runs'}, {formatValue(low, first.unit)} to{' '}
        {formatValue(high, first.unit)}
      </h2>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name} from ${formatValue(first.value, first.unit)} to ${formatValue(last.value, last.unit)}`}
      >
        {marks.map(({ environment, atMs }) => (
          <path
            key={`${environment} ${atMs}`}
            className={styles['deployment']}
            d={`M${x(atMs)},0 V${height}`}
          />
        ))}
        <path className={styles['path']} d={`M${line}`} />
        {points.map((point) => (
          <Point key={point.run.id} point={point} scale={scale} />
        ))}
      </svg>
      <p className={styles['axis']}>
        <span>{exactTime(first.run.created_at)}</span>
        <span>{exactTime(last.run.created_at)}</span>
      </p>
      <Marks marks={marks} />
    </section>
  )
}
