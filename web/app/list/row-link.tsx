// A link in a row of a long list. Unlike a router link it tracks neither the current location nor its own visibility: that
// tracking was a third of the cost of a row while scrolling.
import { useRouter, type ToOptions } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface Target {
  readonly to: string
  readonly params: Readonly<Record<string, string>>
  /** Rows with the same search share one object, so that it is serialized once. */
  readonly search: object
}

const queryStrings = new WeakMap<object, string>()

/** The URL in the form that the router writes. */
function hrefOf({ to, params, search }: Target, stringify: (search: object) => string): string {
  const query = queryStrings.get(search) ?? stringify(search)
  queryStrings.set(search, query)
  return to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + query
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export function RowLink({
  to,
  className,
  children,
}: {
  /** The result of `linkOptions`, which checks its types. */
  to: Target
  className: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  return (
    <a
      href={hrefOf(to, router.options.stringifySearch)}
      className={className}
      tabIndex={-1}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate(to as ToOptions)
      }}
    >
      {children}
    </a>
  )
}
