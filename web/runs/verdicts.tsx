// How a run was judged, in one line: each evaluator with the number it stands for, of several subjects one for each.
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import { shownValue } from './numbers.tsx'
import { verdictsOf, type Metrics, type Run } from './run-model.ts'
import styles from './runs.module.css'

export function Verdicts({ run, metrics }: { run: Run; metrics: Metrics | undefined }) {
  const verdicts = verdictsOf(run, metrics ?? {})
  if (verdicts.length === 0) return <>–</>
  return (
    <span className={styles['verdicts']}>
      {verdicts.map(({ part, numbers }) => {
        const { key, kind, slug, version, name, isHuman } = part
        const shown = (
          <>
            {name}
            {isHuman && <i> people</i>}
          </>
        )
        return (
          <span key={key}>
            {kind === undefined || slug === undefined ? (
              <span>{shown}</span>
            ) : (
              <ArtifactLink kind={kind} slug={slug} version={version}>
                {shown}
              </ArtifactLink>
            )}
            {numbers.map(({ part: { key: step }, path, name: measure, unit, statistics, value }) => (
              <b key={step} title={`${measure}, ${statistics.count} values (${path})`}>
                {shownValue(value, unit)}
              </b>
            ))}
          </span>
        )
      })}
    </span>
  )
}
