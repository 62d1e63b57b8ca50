// Keyboard shortcuts: single keys, or `g` followed by a letter. They are off while a person types or a dialog is open. `?` lists
// the active ones, and a person can change their keys.
import { useEffect, useMemo, useRef } from 'react'
import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { hasOpenDialog } from '../ui/dialog.tsx'
import { createStore } from '../ui/store.ts'
import { reactionMs } from '../ui/time/clock.ts'

export interface Shortcut {
  /** The name under which a changed key is stored. */
  readonly id: string
  /** The keys: `j`, `g t` or `mod+k`; mod is Ctrl, or Cmd on a Mac. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

/** The active shortcuts in the order of registration. The most recent one has priority. */
const activeShortcuts = createStore<readonly Shortcut[]>([])

/** The active shortcuts, each id once. */
export function useShortcutList(): readonly Shortcut[] {
  const list = activeShortcuts.use()
  return useMemo(() => [...new Map(list.map((shortcut) => [shortcut.id, shortcut])).values()], [list])
}

export const keysOf = ({ id, keys }: Pick<Shortcut, 'id' | 'keys'>): string =>
  readLocal<Readonly<Record<string, string>>>('keys', {})[id] ?? keys

export function remap(id: string, keys: string): void {
  writeLocal('keys', { ...readLocal<Readonly<Record<string, string>>>('keys', {}), [id]: keys })
  // A new list makes components render the changed keys.
  activeShortcuts.set([...activeShortcuts.get()])
}

/** The key of an event as shortcuts name it. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key : key.toLowerCase()
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${ctrlKey || metaKey ? name.toLowerCase() : name}`
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Whether the key is Enter on an element that Enter activates. */
const activatesTarget = (key: string, target: EventTarget | null): boolean =>
  key === 'enter' &&
  target instanceof Element &&
  target.closest('a, button, summary, [role="menuitem"], [role="option"]') !== null

/** The second key of a pair must follow within this time. */
const pairMs = 1200

/** Returns the function that finds the shortcut of a key. It remembers the first key of a pair. */
function createMatcher(list: () => readonly Shortcut[]): (key: string, now: number) => Shortcut | undefined {
  let pendingKey: { readonly key: string; readonly at: number } | undefined
  return (key, now) => {
    const firstKey =
      pendingKey !== undefined && now - pendingKey.at < reactionMs(pairMs) ? pendingKey.key : undefined
    pendingKey = undefined
    const newest = list().toReversed()
    const pair =
      firstKey === undefined ? undefined : newest.find((one) => keysOf(one) === `${firstKey} ${key}`)
    if (pair !== undefined) return pair
    if (newest.some((one) => keysOf(one).startsWith(`${key} `))) {
      pendingKey = { key, at: now }
      return undefined
    }
    return newest.find((one) => keysOf(one) === key)
  }
}

const shortcutFor = createMatcher(activeShortcuts.get)

/** Whether a dialog is open or the target is in one. Popovers have the role of a dialog, too. */
const isInDialog = (target: EventTarget | null): boolean =>
  hasOpenDialog() || (target instanceof Element && target.closest('[role="dialog"]') !== null)

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = keyOf(event)
    if (!key.startsWith('mod+') && (isTyping(event.target) || isInDialog(event.target))) return
    if (activatesTarget(key, event.target)) return
    const shortcut = shortcutFor(key, event.timeStamp)
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run()
  })
}

/** Activates shortcuts while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latestShortcuts = useRef(shortcuts)
  useEffect(() => {
    latestShortcuts.current = shortcuts
  })
  const names = shortcuts.map(({ id, keys }) => `${id}=${keys}`).join()
  useEffect(() => {
    const ownShortcuts = latestShortcuts.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => latestShortcuts.current[index]?.run(),
    }))
    activeShortcuts.set([...activeShortcuts.get(), ...ownShortcuts])
    return () => activeShortcuts.set(activeShortcuts.get().filter((one) => !ownShortcuts.includes(one)))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other names are other shortcuts
  }, [names])
}
