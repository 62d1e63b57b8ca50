import { useEffect, useState } from 'react'

/** The value, as soon as it has been the same for `ms`; until then the previous one. */
export function useDebounced<T extends string | undefined>(value: T, ms = 150): T {
  const [debouncedValue, setDebouncedValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debouncedValue
}
