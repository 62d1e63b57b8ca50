// Selects the source of an import.
import { allSources } from '../../importers/texts.ts'
import styles from './imports.module.css'

export function SourceList({
  chosen,
  disabled,
  onChosen,
}: {
  chosen: string | undefined
  disabled: boolean
  onChosen: (source: string) => void
}) {
  return (
    <fieldset className={styles['sources']} disabled={disabled} data-chosen={chosen !== undefined}>
      <legend>Source</legend>
      <div>
        {allSources.map(({ source, name, content }) => (
          <label key={source}>
            <input
              type="radio"
              name="source"
              value={source}
              checked={source === chosen}
              onChange={() => onChosen(source)}
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
