// The pages of a project in the order of the side bar. `g` and the letter opens a page.
import type { IconName } from '../../ui/icon.tsx'

export interface NavigationEntry {
  readonly to: `/p/$project${string}`
  readonly name: string
  readonly icon: IconName
  readonly letter: string
  /** Starts a new group. */
  readonly begins: boolean
}

export const navigationEntries = [
  { to: '/p/$project', name: 'Home', icon: 'home', letter: 'h', begins: false },
  // Observability.
  { to: '/p/$project/traces', name: 'Traces', icon: 'traces', letter: 't', begins: true },
  { to: '/p/$project/sessions', name: 'Sessions', icon: 'sessions', letter: 's', begins: false },
  { to: '/p/$project/users', name: 'Users', icon: 'users', letter: 'u', begins: false },
  { to: '/p/$project/analytics', name: 'Analytics', icon: 'analytics', letter: 'a', begins: false },
  // Versioned records.
  { to: '/p/$project/apps', name: 'Applications', icon: 'app', letter: 'p', begins: true },
  { to: '/p/$project/workflows', name: 'Workflows', icon: 'workflow', letter: 'w', begins: false },
  { to: '/p/$project/evaluators', name: 'Evaluators', icon: 'scale', letter: 'e', begins: false },
  { to: '/p/$project/testsets', name: 'Testsets', icon: 'testsets', letter: 'd', begins: false },
  { to: '/p/$project/queries', name: 'Queries', icon: 'filter', letter: 'q', begins: false },
  { to: '/p/$project/environments', name: 'Environments', icon: 'environments', letter: 'n', begins: false },
  // Evaluation.
  { to: '/p/$project/runs', name: 'Runs', icon: 'runs', letter: 'r', begins: true },
  { to: '/p/$project/queues', name: 'Queues', icon: 'task', letter: 'j', begins: false },
  { to: '/p/$project/import', name: 'Import', icon: 'download', letter: 'i', begins: true },
  { to: '/p/$project/settings', name: 'Settings', icon: 'settings', letter: ',', begins: false },
] as const satisfies readonly NavigationEntry[]
