// The results of a run on one line: each evaluator with its main metric, one value per subject.
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import { formatValue } from './numbers.tsx'
import { verdictsOf, type Metrics, type Run } from './run-model.ts'
import styles from './runs.module.css'

export function Verdicts({ run, metrics }: { run: Run; metrics: Metrics | undefined }) {
  const verdicts = verdictsOf(run, metrics ?? {})
  if (verdicts.length === 0) return <>–</>
  return (
    <span className={styles['verdicts']}>
      {verdicts.map(({ part, numbers }) => {
        const { key, kind, slug, version, name, isHuman } = part
        const label = (
          <>
            {name}
            {isHuman && <i> human</i>}
          </>
        )
        return (
          <span key={key}>
            {kind === undefined || slug === undefined ? (
              <span>{label}</span>
            ) : (
              <ArtifactLink kind={kind} slug={slug} version={version}>
                {label}
              </ArtifactLink>
            )}
            {numbers.map(({ part: { key: step }, path, name: measure, unit, statistics, value }) => (
              <b key={step} title={`${measure}, ${statistics.count} values (${path})`}>
                {formatValue(value, unit)}
              </b>
            ))}
          </span>
        )
      })}
    </span>
  )
}
