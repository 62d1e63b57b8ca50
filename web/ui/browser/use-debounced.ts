import { useEffect, useState } from 'react'

/** The last value that has not changed for a while. */
export function useDebounced<T extends string | undefined>(value: T, ms = 150): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
