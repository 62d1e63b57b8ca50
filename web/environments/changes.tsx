// The changed entries of an environment: previous and new version.
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import type { Entry } from '../app/versions/entries.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { Icon } from '../ui/icon.tsx'
import type { EntryChange } from './entries.ts'
import styles from './page.module.css'

export function Version({ entry }: { entry: Entry }) {
  const naming = useVersionNaming()
  return (
    <ArtifactLink
      kind={entry.kind}
      slug={entry.artifact.slug}
      variant={entry.variant.slug}
      version={entry.revision.version}
      className={styles['version']}
    >
      {naming({ version: entry.revision.version, variant: entry.variant.slug })}
    </ArtifactLink>
  )
}

export function Changes({ changes }: { changes: readonly EntryChange[] }) {
  if (changes.length === 0) return <span className={styles['faint']}>no entries changed</span>
  return (
    <ul className={styles['changes']}>
      {changes.map(({ key, before, after }) => (
        <li key={key}>
          <code>{key}</code>
          {before === undefined ? <span className={styles['faint']}>new</span> : <Version entry={before} />}
          <Icon name="right" size={10} label="changed to" />
          {after === undefined ? <span className={styles['out']}>removed</span> : <Version entry={after} />}
        </li>
      ))}
    </ul>
  )
}
