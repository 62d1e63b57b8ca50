// Whether the page is as narrow as a telephone: then tables show what matters first.
import { useSyncExternalStore } from 'react'

const narrow = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 700px)')

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      narrow?.addEventListener('change', changed)
      return () => narrow?.removeEventListener('change', changed)
    },
    () => narrow?.matches ?? false,
  )
