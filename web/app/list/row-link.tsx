// A link in a row of a long list. It goes where a link of the router goes; but it follows nothing, where one of the router looks
// whether its place is the current one and watches whether it is on the screen: a third of what a row costs while scrolling.
import { useRouter, type ToOptions } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface Target {
  readonly to: string
  readonly params: Readonly<Record<string, string>>
  /** The same object for all rows that have the same: it is written once. */
  readonly search: object
}

const written = new WeakMap<object, string>()

/** The address as the router writes it. */
function hrefOf({ to, params, search }: Target, write: (search: object) => string): string {
  const query = written.get(search) ?? write(search)
  written.set(search, query)
  return to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + query
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export function RowLink({
  to,
  className,
  children,
}: {
  /** Made by `linkOptions`, which checks it. */
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
