// Values of the local storage as the state of components.
import { useState } from 'react'
import { createStore, type Store } from '../store.ts'
import { readLocal, writeLocal } from './local-storage.ts'

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
  const storedValue = readLocal<unknown>(name, values[0])
  const store = createStore<V>(values.find((one) => one === storedValue) ?? values[0])
  store.subscribe(() => writeLocal(name, store.get()))
  return store
}
