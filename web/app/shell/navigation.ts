// The pages of a project in the order of the side bar. `g` and the letter opens a page.
import type { IconName } from '../../ui/icon.tsx'

export interface NavigationEntry {
  readonly to: `/p/$project${string}`
  readonly name: string
  readonly icon: IconName
  readonly letter: string
  /** Whether the page starts a new group. */
  readonly startsGroup: boolean
}

export const navigationEntries = [
  { to: '/p/$project', name: 'Home', icon: 'home', letter: 'h', startsGroup: false },
  // Observability.
  { to: '/p/$project/traces', name: 'Traces', icon: 'traces', letter: 't', startsGroup: true },
  { to: '/p/$project/sessions', name: 'Sessions', icon: 'sessions', letter: 's', startsGroup: false },
  { to: '/p/$project/users', name: 'Users', icon: 'users', letter: 'u', startsGroup: false },
  { to: '/p/$project/analytics', name: 'Analytics', icon: 'analytics', letter: 'a', startsGroup: false },
  // Versioned records.
  { to: '/p/$project/apps', name: 'Applications', icon: 'app', letter: 'p', startsGroup: true },
  { to: '/p/$project/workflows', name: 'Workflows', icon: 'workflow', letter: 'w', startsGroup: false },
  { to: '/p/$project/evaluators', name: 'Evaluators', icon: 'scale', letter: 'e', startsGroup: false },
  { to: '/p/$project/testsets', name: 'Testsets', icon: 'testsets', letter: 'd', startsGroup: false },
  { to: '/p/$project/queries', name: 'Queries', icon: 'filter', letter: 'q', startsGroup: false },
  {
    to: '/p/$project/environments',
    name: 'Environments',
    icon: 'environments',
    letter: 'n',
    startsGroup: false,
  },
  // Evaluation.
  { to: '/p/$project/runs', name: 'Runs', icon: 'runs', letter: 'r', startsGroup: true },
  { to: '/p/$project/queues', name: 'Queues', icon: 'task', letter: 'j', startsGroup: false },
  { to: '/p/$project/import', name: 'Import', icon: 'download', letter: 'i', startsGroup: true },
  { to: '/p/$project/settings', name: 'Settings', icon: 'settings', letter: ',', startsGroup: false },
] as const satisfies readonly NavigationEntry[]
