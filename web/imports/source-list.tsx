// Selects the source of an import.
import { allSources } from '../../importers/texts.ts'
import styles from './imports.module.css'

export function SourceList({
  selectedSource,
  disabled,
  onSource,
}: {
  selectedSource: string | undefined
  disabled: boolean
  onSource: (source: string) => void
}) {
  return (
    <fieldset className={styles['sources']} disabled={disabled} data-chosen={selectedSource !== undefined}>
      <legend>Source</legend>
      <div>
        {allSources.map(({ source, name, content }) => (
          <label key={source}>
            <input
              type="radio"
              name="source"
              value={source}
              checked={source === selectedSource}
              onChange={() => onSource(source)}
            />
            <span>
              <b>{name}</b>
              <small>{content}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
