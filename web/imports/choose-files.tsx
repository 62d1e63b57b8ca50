// Files or a folder, chosen or dropped; and those that were.
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/forms/drop-zone.tsx'
import { bytes, count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { chosenFiles } from './select-files.ts'
import type { GivenFile } from './messages.ts'
import styles from './imports.module.css'

const shownMax = 8

/** Folders are chosen by an attribute that the types of React do not know. */
const folderInput = (input: HTMLInputElement | null): void => {
  if (input !== null) input.webkitdirectory = true
}

export function ChooseFiles({
  how,
  onGiven,
}: {
  how: string
  onGiven: (files: Promise<readonly GivenFile[]>) => void
}) {
  const chosen = async (list: FileList | null): Promise<readonly GivenFile[]> =>
    list === null ? [] : chosenFiles(list)
  return (
    <section className={styles['choose']} aria-label="Files">
      <p>{how}</p>
      <DropZone
        title="Choose files, or drop files or a folder here"
        note="They are read in this browser first; nothing is sent before you say so."
      >
        <input
          type="file"
          multiple
          className="hidden-text"
          onChange={({ target }) => onGiven(chosen(target.files))}
        />
      </DropZone>
      <label className={styles['folder']}>
        <Icon name="plus" size={14} />
        Choose a folder
        <input
          ref={folderInput}
          type="file"
          className="hidden-text"
          onChange={({ target }) => onGiven(chosen(target.files))}
        />
      </label>
    </section>
  )
}

export function GivenFiles({
  files,
  onOther,
}: {
  files: readonly GivenFile[]
  /** Absent: they are being read. */
  onOther: (() => void) | undefined
}) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  const left = files.length - shownMax
  return (
    <section className={styles['given']} aria-label="Files">
      <ul>
        {files.slice(0, shownMax).map(({ path, file }) => (
          <li key={path}>
            <span>{path}</span>
            <small>{bytes(file.size)}</small>
          </li>
        ))}
        {left > 0 && (
          <li>
            <small>
              and {count(left)} more, {bytes(size)} in all
            </small>
          </li>
        )}
      </ul>
      {onOther !== undefined && <Button onClick={onOther}>Other files</Button>}
    </section>
  )
}
