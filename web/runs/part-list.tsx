// Lists the parts of a run with links to their pages.
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import { partName, type Part } from './run-model.ts'
import styles from './runs.module.css'

export function PartList({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return <>–</>
  // An evaluator has one step per subject.
  const uniqueParts = [...new Map(parts.map((part) => [`${part.kind} ${partName(part)}`, part])).values()]
  return (
    <span className={styles['parts']}>
      {uniqueParts.map(({ key, name, kind, slug, variant, version, versionName, isHuman }) => {
        const label = (
          <>
            {name}
            {versionName !== undefined && <b> {versionName}</b>}
            {isHuman && <i> human</i>}
          </>
        )
        return kind === undefined || slug === undefined ? (
          <span key={key}>{label}</span>
        ) : (
          <ArtifactLink key={key} kind={kind} slug={slug} variant={variant} version={version}>
            {label}
          </ArtifactLink>
        )
      })}
    </span>
  )
}
