// Selects files or a folder, and lists the selected files.
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/forms/drop-zone.tsx'
import { bytes, count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { selectedFiles } from './select-files.ts'
import type { SelectedFile } from './messages.ts'
import styles from './imports.module.css'

const listedMax = 8

/** Selecting a folder needs an attribute without a React type. */
const folderInput = (input: HTMLInputElement | null): void => {
  if (input !== null) input.webkitdirectory = true
}

export function ChooseFiles({
  instructions,
  onFiles,
}: {
  instructions: string
  onFiles: (files: Promise<readonly SelectedFile[]>) => void
}) {
  const filesOf = async (list: FileList | null): Promise<readonly SelectedFile[]> =>
    list === null ? [] : selectedFiles(list)
  return (
    <section className={styles['choose']} aria-label="Files">
      <p>{instructions}</p>
      <DropZone
        title="Select files, or drop files or a folder here"
        note="Files are read in this browser first. Nothing is uploaded until you confirm."
      >
        <input
          type="file"
          multiple
          className="hidden-text"
          onChange={({ target }) => onFiles(filesOf(target.files))}
        />
      </DropZone>
      <label className={styles['folder']}>
        <Icon name="plus" size={14} />
        Select a folder
        <input
          ref={folderInput}
          type="file"
          className="hidden-text"
          onChange={({ target }) => onFiles(filesOf(target.files))}
        />
      </label>
    </section>
  )
}

export function SelectedFiles({
  files,
  onOther,
}: {
  files: readonly SelectedFile[]
  /** Returns to the selection of files; undefined while the files are read. */
  onOther: (() => void) | undefined
}) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  const hiddenCount = files.length - listedMax
  return (
    <section className={styles['source']} aria-label="Files">
      <ul>
        {files.slice(0, listedMax).map(({ path, file }) => (
          <li key={path}>
            <span>{path}</span>
            <small>{bytes(file.size)}</small>
          </li>
        ))}
        {hiddenCount > 0 && (
          <li>
            <small>
              and {count(hiddenCount)} more, {bytes(size)} in all
            </small>
          </li>
        )}
      </ul>
      {onOther !== undefined && <Button onClick={onOther}>Select other files</Button>}
    </section>
  )
}
