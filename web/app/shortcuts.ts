// Keys that do something anywhere on a page: single keys, or `g` and then a letter. Off while somebody types. The list of
// those in force is what `?` shows; a person may give them other keys.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { writeLocal, readLocal } from '../ui/browser/local-storage.ts'

export interface Shortcut {
  /** Its name in the list of keys that a person changed. */
  readonly id: string
  /** `j`, `g t`, `mod+k`: mod is Ctrl, or Cmd on a Mac. */
  readonly keys: string
  readonly does: string
  readonly run: () => void
}

const inForce: Shortcut[] = []
const listeners = new Set<() => void>()
let snapshot: readonly Shortcut[] = []

function changed(): void {
  snapshot = [...new Map(inForce.map((shortcut) => [shortcut.id, shortcut])).values()]
  for (const listener of listeners) listener()
}

export const useShortcutList = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )

export const keysOf = ({ id, keys }: Pick<Shortcut, 'id' | 'keys'>): string =>
  readLocal<Readonly<Record<string, string>>>('keys', {})[id] ?? keys

export function remap(id: string, keys: string): void {
  writeLocal('keys', { ...readLocal<Readonly<Record<string, string>>>('keys', {}), [id]: keys })
  changed()
}

/** The key of an event in the words of a shortcut. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key : key.toLowerCase()
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${ctrlKey || metaKey ? name.toLowerCase() : name}`
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Enter presses what has the focus. */
const isPressed = (key: string, target: EventTarget | null): boolean =>
  key === 'enter' &&
  target instanceof Element &&
  target.closest('a, button, summary, [role="menuitem"], [role="option"]') !== null

/** The second key of a pair counts for so long. */
const pairMs = 1200
let first: { readonly key: string; readonly at: number } | undefined

function shortcutFor(key: string, now: number): Shortcut | undefined {
  const before = first !== undefined && now - first.at < pairMs ? first.key : undefined
  first = undefined
  const newest = inForce.toReversed()
  const pair = before === undefined ? undefined : newest.find((one) => keysOf(one) === `${before} ${key}`)
  if (pair !== undefined) return pair
  if (newest.some((one) => keysOf(one).startsWith(`${key} `))) {
    first = { key, at: now }
    return undefined
  }
  return newest.find((one) => keysOf(one) === key)
}

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = keyOf(event)
    if (isTyping(event.target) && !key.startsWith('mod+')) return
    if (isPressed(key, event.target)) return
    if (document.querySelector('[role="dialog"]') !== null && !key.startsWith('mod+')) return
    const found = shortcutFor(key, event.timeStamp)
    if (found === undefined) return
    event.preventDefault()
    found.run()
  })
}

/** In force as long as the component is on the screen; what is nearer to the person wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  const names = shortcuts.map(({ id, keys }) => `${id}=${keys}`).join()
  useEffect(() => {
    const own = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => latest.current[index]?.run(),
    }))
    inForce.push(...own)
    changed()
    return () => {
      for (const shortcut of own) inForce.splice(inForce.indexOf(shortcut), 1)
      changed()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other names are other shortcuts
  }, [names])
}
