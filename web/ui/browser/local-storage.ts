// web/ui/browser: access to the browser: local storage, downloads, workers, element sizes, the base path of the server.
//
// Preferences of a person, such as pane sizes, the theme and columns, in the local storage of this browser.
import { useState } from 'react'
import { createStore, type Store } from '../store.ts'

const prefix = 'assay.'

export function readLocal<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    // Storage is blocked or holds invalid JSON: use the fallback.
    return fallback
  }
}

/** False if the storage is full or blocked: the value applies, but is not remembered. */
export function writeLocal(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Removes the values whose names match. */
export function removeLocal(isRemoved: (name: string) => boolean): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
    for (const name of names) if (isRemoved(name.slice(prefix.length))) localStorage.removeItem(name)
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

export function useLocalStorage<T>(name: string, fallback: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => readLocal(name, fallback))
  return [
    value,
    (next) => {
      writeLocal(name, next)
      setValue(next)
    },
  ]
}

/** A stored choice that several components share. The first value is the default. */
export function storedChoice<V extends string>(name: string, values: readonly [V, ...V[]]): Store<V> {
  const stored = readLocal<unknown>(name, values[0])
  const store = createStore<V>(values.find((one) => one === stored) ?? values[0])
  store.subscribe(() => writeLocal(name, store.get()))
  return store
}
