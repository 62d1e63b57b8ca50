// The dialog of active shortcuts. A click on a key changes it to the next key pressed.
import { useState, type KeyboardEvent } from 'react'
import { keysOf, keyOf, remap, useShortcutList, type Shortcut } from '../shortcuts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcut-help.module.css'

const labelsOf = (keys: string): readonly string[] =>
  keys.split(' ').map((key) => key.replace('mod+', 'Ctrl ').replace('arrow', ''))

function KeyButton({ shortcut }: { shortcut: Shortcut }) {
  const [isRecording, setIsRecording] = useState(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRecording || /^(Shift|Control|Alt|Meta|Tab|Escape|Enter)$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    remap(shortcut.id, keyOf(event.nativeEvent))
    setIsRecording(false)
  }
  return (
    <button
      type="button"
      className={styles['keys']}
      title="Change key"
      onClick={() => setIsRecording(!isRecording)}
      onBlur={() => setIsRecording(false)}
      onKeyDown={onKeyDown}
    >
      <span className="hidden-text">{shortcut.label}: </span>
      {isRecording ? 'Press a key' : labelsOf(keysOf(shortcut)).map((key) => <kbd key={key}>{key}</kbd>)}
    </button>
  )
}

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcutList()
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts" description="Click a key to change it.">
      <dl className={styles['list']}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.id}>
            <dt>{shortcut.label}</dt>
            <dd>
              <KeyButton shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
