import { useEffect, useState } from 'react'

/** The last value that has not changed for a while. */
export function useDebounced<T extends string | undefined>(value: T, ms = 150): T {
  const [debouncedValue, setDebouncedValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debouncedValue
}
