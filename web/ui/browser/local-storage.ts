// web/ui/browser: access to the browser: local storage, downloads, workers, element sizes, the base path of the server.
//
// Preferences of a person, such as pane sizes, the theme and columns, in the local storage of this browser.
// use-local-storage.ts has the parts for React, so that pure code and its tests need none of it.

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

/** Stores a value. Returns false if the storage is full or blocked: then a reload loses the value. */
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
