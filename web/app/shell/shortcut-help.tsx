// The keys in force on this page. Each may be given another one: press it while its button waits.
import { useState, type KeyboardEvent } from 'react'
import { keysOf, keyOf, remap, useShortcutList, type Shortcut } from '../shortcuts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcut-help.module.css'

const shown = (keys: string): readonly string[] =>
  keys.split(' ').map((key) => key.replace('mod+', 'Ctrl ').replace('arrow', ''))

function KeyOf({ shortcut }: { shortcut: Shortcut }) {
  const [waits, setWaits] = useState(false)
  const keyPressed = (event: KeyboardEvent): void => {
    if (!waits || /^(Shift|Control|Alt|Meta|Tab|Escape|Enter)$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    remap(shortcut.id, keyOf(event.nativeEvent))
    setWaits(false)
  }
  return (
    <button
      type="button"
      className={styles['keys']}
      title="Give it another key"
      onClick={() => setWaits(!waits)}
      onBlur={() => setWaits(false)}
      onKeyDown={keyPressed}
    >
      <span className="hidden-text">{shortcut.does}: </span>
      {waits ? 'press a key' : shown(keysOf(shortcut)).map((key) => <kbd key={key}>{key}</kbd>)}
    </button>
  )
}

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcutList()
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts" description="Click a key to give it another one.">
      <dl className={styles['list']}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.id}>
            <dt>{shortcut.does}</dt>
            <dd>
              <KeyOf shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
