// Whether the page is as narrow as a phone.
import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 700px)')

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      narrow?.addEventListener('change', onChange)
      return () => narrow?.removeEventListener('change', onChange)
    },
    () => narrow?.matches ?? false,
  )
