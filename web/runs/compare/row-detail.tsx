// The details of one compared row: inputs, both outputs side by side, and the verdicts.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../app/failure.tsx'
import { useApi, useSession } from '../../app/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import { PanelModeSwitch } from '../../ui/content/mode.tsx'
import { SideBySide } from '../../ui/diff/diff-view.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { CallState } from '../status.tsx'
import type { Status } from '../run-model.ts'
import { rowValue, shortPath } from './model.ts'
import { outputsQuery } from '../rows/queries.ts'
import type { CompareRow, RowSide } from './queries.ts'
import styles from './compare.module.css'

const numberFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const formatVerdict = (value: unknown): string => {
  const meanValue = rowValue(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof meanValue === 'number' ? numberFormat.format(meanValue) : (meanValue ?? '–')
}

const outputPrefix = 'attributes.ag.data.outputs'

/** The verdicts of both sides. */
function verdictsOf(sides: readonly (RowSide | undefined)[]) {
  const names = new Map<string, readonly [string, string]>()
  for (const side of sides) {
    for (const [evaluator, paths] of Object.entries(side?.values ?? {})) {
      for (const path of Object.keys(paths)) {
        if (path.startsWith(outputPrefix)) names.set(`${evaluator} ${path}`, [evaluator, path])
      }
    }
  }
  return [...names.values()].map(([evaluator, path]) => ({
    evaluator,
    path,
    values: sides.map((side) => formatVerdict(side?.values[evaluator]?.[path])),
  }))
}

function SideHead({ side, name }: { side: RowSide | undefined; name: string }) {
  const { session } = useSession()
  return (
    <p className={styles['sideHead']}>
      <b>{name}</b>
      {side === undefined ? (
        <span className={styles['faint']}>This run does not have the row.</span>
      ) : (
        <CallState status={side.status as Status} />
      )}
      {side?.traceId !== undefined && (
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project: session.project.slug, traceId: side.traceId }}
        >
          Trace
        </Link>
      )}
    </p>
  )
}

function Verdicts({ sides }: { sides: readonly (RowSide | undefined)[] }) {
  return (
    <table className={styles['verdicts']}>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">Baseline</th>
          <th scope="col">Run</th>
        </tr>
      </thead>
      <tbody>
        {verdictsOf(sides).map(({ evaluator, path, values }) => (
          <tr key={`${evaluator} ${path}`} data-differs={values[0] !== values[1]}>
            <th scope="row">
              {shortPath(path)} <span>{evaluator}</span>
            </th>
            {values.map((value, side) => (
              // The sides have no id but their position.
              <td key={side} data-tone={value === 'yes' ? 'good' : value === 'no' ? 'bad' : undefined}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function CompareDetail({
  row,
  runIndex,
  names,
  onClose,
}: {
  row: CompareRow
  runIndex: number
  names: readonly string[]
  onClose: () => void
}) {
  const api = useApi()
  const sides = [row.sides[0], row.sides[runIndex]]
  const traceIds = sides.flatMap((side) => side?.traceId ?? [])
  const outputs = useQuery(outputsQuery(api, traceIds))
  const textOf = (side: RowSide | undefined): string => outputs.data?.get(side?.traceId ?? '') ?? ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled element must be reachable by keys
    <article className={styles['detail']} aria-label="Row" tabIndex={0}>
      <div className={styles['detailHead']}>
        <h2>Row</h2>
        <PanelModeSwitch />
        <IconButton icon="cross" label="Close row" onClick={onClose} />
      </div>
      <ContentView value={row.testcase ?? row.input} name="Testcase" role="user" />
      <h3>Outputs</h3>
      <div className={styles['heads']}>
        <SideHead side={sides[0]} name={names[0] ?? ''} />
        <SideHead side={sides[1]} name={names[runIndex] ?? ''} />
      </div>
      {outputs.isError ? (
        <Failure error={outputs.error} retry={() => void outputs.refetch()} />
      ) : outputs.data === undefined && traceIds.length > 0 ? (
        <Skeleton rows={3} />
      ) : (
        <SideBySide
          before={textOf(sides[0])}
          after={textOf(sides[1])}
          names={[`Output of ${names[0] ?? 'the baseline'}`, `Output of ${names[runIndex] ?? 'the run'}`]}
        />
      )}
      <h3>Verdicts</h3>
      <Verdicts sides={sides} />
    </article>
  )
}
