// A link that opens the dialog of a new run with values filled in.
import { Link, type LinkProps } from '@tanstack/react-router'
import { useHasRole, useSession } from './session.tsx'
import { Icon } from '../ui/icon.tsx'
import button from '../ui/button.module.css'

export function NewRunLink({
  plan,
  children = 'New run',
}: {
  /** The values that are filled in. */
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
