// The way to a new run from the page of something that it can be made of.
import { Link, type LinkProps } from '@tanstack/react-router'
import { useHasRole, useSession } from './session.tsx'
import { Icon } from '../ui/icon.tsx'
import button from '../ui/button.module.css'

export function NewRunLink({
  plan,
  children = 'New run',
}: {
  /** What is known of it already. */
  plan: {
    readonly testset?: string
    readonly query?: string
    readonly subjects?: readonly string[]
    readonly evaluators?: readonly { readonly revision: string }[]
  }
  children?: LinkProps['children']
}) {
  const { session } = useSession()
  if (!useHasRole('editor')) return undefined
  return (
    <Link
      className={button['button']}
      to="/p/$project/runs"
      params={{ project: session.project.slug }}
      search={{ new: plan }}
    >
      <>
        <Icon name="runs" size={14} /> {children}
      </>
    </Link>
  )
}
