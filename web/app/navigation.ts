// The pages of a project, in the order of the side bar; `g` and the letter goes there.
import type { IconName } from '../ui/icon.tsx'

export interface Place {
  readonly to: `/p/$project${string}`
  readonly name: string
  readonly icon: IconName
  readonly letter: string
}

export const places = [
  { to: '/p/$project', name: 'Home', icon: 'home', letter: 'h' },
  { to: '/p/$project/traces', name: 'Traces', icon: 'traces', letter: 't' },
  { to: '/p/$project/sessions', name: 'Sessions', icon: 'sessions', letter: 's' },
  { to: '/p/$project/users', name: 'Users', icon: 'users', letter: 'u' },
  { to: '/p/$project/analytics', name: 'Analytics', icon: 'analytics', letter: 'a' },
  { to: '/p/$project/apps', name: 'Applications', icon: 'app', letter: 'p' },
  { to: '/p/$project/evaluators', name: 'Evaluators', icon: 'scale', letter: 'e' },
  { to: '/p/$project/workflows', name: 'Workflows', icon: 'workflow', letter: 'w' },
  { to: '/p/$project/queries', name: 'Queries', icon: 'filter', letter: 'q' },
  { to: '/p/$project/environments', name: 'Environments', icon: 'environments', letter: 'n' },
  { to: '/p/$project/testsets', name: 'Testsets', icon: 'testsets', letter: 'd' },
  { to: '/p/$project/settings', name: 'Settings', icon: 'settings', letter: ',' },
] as const satisfies readonly Place[]
