// A link in a row of a long list. It goes where a link of the router goes; but it follows nothing, where one of the router looks
// whether its place is the current one and watches whether it is on the screen: a third of what a row costs while scrolling.
import { useRouter, type ToOptions } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export function RowLink({
  to,
  className,
  children,
}: {
  /** Made by `linkOptions`, which checks it. */
  to: object
  className: string | undefined
  children: ReactNode
}) {
  const router = useRouter()
  const target = to as ToOptions
  return (
    <a
      href={router.buildLocation(target).href}
      className={className}
      tabIndex={-1}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate(target)
      }}
    >
      {children}
    </a>
  )
}
