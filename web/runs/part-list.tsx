// What a run is made of, each with a link to its page.
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import { partName, type Part } from './run-model.ts'
import styles from './runs.module.css'

export function PartList({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return <>–</>
  // An evaluator has a step for each subject that it judges.
  const each = [...new Map(parts.map((part) => [`${part.kind} ${partName(part)}`, part])).values()]
  return (
    <span className={styles['parts']}>
      {each.map(({ key, name, kind, slug, version, isHuman }) => {
        const shown = (
          <>
            {name}
            {version !== undefined && <b> v{version}</b>}
            {isHuman && <i> people</i>}
          </>
        )
        return kind === undefined || slug === undefined ? (
          <span key={key}>{shown}</span>
        ) : (
          <ArtifactLink key={key} kind={kind} slug={slug} version={version}>
            {shown}
          </ArtifactLink>
        )
      })}
    </span>
  )
}
