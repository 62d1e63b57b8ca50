// Whether the page is as narrow as a phone.
import { useSyncExternalStore } from 'react'

const narrowScreen = typeof window === 'undefined' ? undefined : window.matchMedia('(max-width: 700px)')

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      narrowScreen?.addEventListener('change', onChange)
      return () => narrowScreen?.removeEventListener('change', onChange)
    },
    () => narrowScreen?.matches ?? false,
  )
