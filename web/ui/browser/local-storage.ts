// web/ui/browser: access to the browser: local storage, downloads, workers, element sizes, the base path of the server.
//
// Preferences of a person, such as pane sizes, the theme and columns, in the local storage of this browser.
import { useState, useSyncExternalStore } from 'react'

const prefix = 'assay.'

export function readLocal<T>(name: string, absent: T): T {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? absent : (JSON.parse(text) as T)
  } catch {
    // Storage that is closed or was tampered with: as if nothing was kept.
    return absent
  }
}

export function writeLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A full or closed storage costs the memory of a choice, never the choice itself.
  }
}

export function useLocalStorage<T>(name: string, absent: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => readLocal(name, absent))
  return [
    value,
    (next) => {
      writeLocal(name, next)
      setValue(next)
    },
  ]
}

export interface StoredChoice<V> {
  readonly use: () => V
  readonly set: (value: V) => void
}

/** A remembered choice that several parts of the page show at once. The first of its values is the default. */
export function storedChoice<V extends string>(name: string, values: readonly [V, ...V[]]): StoredChoice<V> {
  const listeners = new Set<() => void>()
  const stored = readLocal<unknown>(name, values[0])
  let value = values.find((one) => one === stored) ?? values[0]
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => value,
      ),
    set: (next) => {
      value = next
      writeLocal(name, next)
      for (const listener of listeners) listener()
    },
  }
}
