// web/app/shell: the frame around every page of a project: navigation, project menu, palette, help for shortcuts, sign-in.
// navigation.ts lists the pages of the side bar.
// Imports web/app and web/ui. Start here.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onConnection, useConnection } from '../connection.ts'
import { navigationEntries } from './navigation.ts'
import { usePagePrefetch } from './prefetch-pages.ts'
import { Palette } from './palette.tsx'
import { refetchSessions, useSessions, useSession } from '../session.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { setTheme, useTheme, type Theme } from './theme.ts'
import { showFailure } from '../toasts.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import menu from '../../ui/menu.module.css'
import styles from './shell.module.css'
import { basePath } from '../../ui/browser/base-path.ts'

const themes: readonly { readonly theme: Theme; readonly name: string; readonly icon: IconName }[] = [
  { theme: 'system', name: 'System', icon: 'system' },
  { theme: 'light', name: 'Light', icon: 'sun' },
  { theme: 'dark', name: 'Dark', icon: 'moon' },
]

function ProjectMenu() {
  const { session, api } = useSession()
  const sessions = useSessions()
  const navigate = useNavigate()
  const client = useQueryClient()
  const theme = useTheme()
  const signOut = async (): Promise<void> => {
    const projectQueries = { queryKey: [session.project.id] }
    try {
      // Cancel pending requests first: the server would reject them. Remove cached data last: a visible page would refetch it.
      await client.cancelQueries(projectQueries)
      await api.session.end()
      await refetchSessions(client)
      await navigate({ to: '/sign-in' })
      client.removeQueries(projectQueries)
    } catch (error) {
      showFailure(error)
      await client.invalidateQueries(projectQueries)
    }
  }
  return (
    <Menu.Root>
      <Menu.Trigger className={styles['project']}>
        <img src={`${basePath}/assets/mark.svg`} width="20" height="20" alt="" />
        <span>{session.project.name}</span>
        <Icon name="down" size={12} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="start" sideOffset={4}>
          <Menu.Label className={menu['label']}>Projects</Menu.Label>
          {sessions.map(({ id, project, key }) => (
            <Menu.Item
              key={id}
              className={menu['item']}
              onSelect={() => void navigate({ to: '/p/$project', params: { project: project.slug } })}
            >
              <Icon name={project.id === session.project.id ? 'check' : 'right'} size={14} />
              {project.name}
              <small>{key.role}</small>
            </Menu.Item>
          ))}
          <Menu.Item className={menu['item']} onSelect={() => void navigate({ to: '/sign-in', search: {} })}>
            <Icon name="plus" size={14} />
            Sign in to another project…
          </Menu.Item>
          <Menu.Separator className={menu['separator']} />
          <Menu.Label className={menu['label']}>Theme</Menu.Label>
          {themes.map(({ theme: option, name, icon }) => (
            <Menu.CheckboxItem
              key={option}
              className={menu['item']}
              checked={theme === option}
              onSelect={(event) => {
                event.preventDefault()
                setTheme(option)
              }}
            >
              <Icon name={theme === option ? 'check' : icon} size={14} />
              {name}
            </Menu.CheckboxItem>
          ))}
          <Menu.Separator className={menu['separator']} />
          <Menu.Item className={menu['item']} onSelect={() => void signOut()}>
            <Icon name="out" size={14} />
            Sign out
            <small>{session.key.name ?? session.key.prefix}</small>
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Shows an outage, and refetches all queries when the server is back. */
function ConnectionBar() {
  const connection = useConnection()
  const client = useQueryClient()
  useEffect(
    () =>
      onConnection((state) => {
        if (state === 'online') void client.invalidateQueries()
      }),
    [client],
  )
  if (connection === 'online') return undefined
  return (
    <output className={styles['connection']}>
      <Icon name="alert" size={14} />
      {connection === 'offline'
        ? 'You are offline. This page shows the last data that it received.'
        : 'The server is not responding; it may be restarting. This page reconnects automatically.'}
    </output>
  )
}

function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { session } = useSession()
  return (
    <nav aria-label="Pages">
      <ul>
        {navigationEntries.map(({ to, name, icon, startsGroup }) => (
          <li key={to} data-begins={startsGroup}>
            <Link
              to={to}
              params={{ project: session.project.slug }}
              className={styles['place']}
              activeOptions={{ exact: to === '/p/$project', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              onClick={onNavigate}
            >
              <Icon name={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Shell() {
  usePagePrefetch()
  const { session } = useSession()
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<'palette' | 'help'>()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useShortcuts([
    {
      id: 'palette',
      keys: 'mod+k',
      label: 'Open the command palette',
      run: () => setOpenDialog('palette'),
    },
    { id: 'help', keys: '?', label: 'Show shortcuts', run: () => setOpenDialog('help') },
    ...navigationEntries.map(({ to, name, letter }) => ({
      id: `go ${name}`,
      keys: `g ${letter}`,
      label: `Go to ${name}`,
      run: () => void navigate({ to, params: { project: session.project.slug } }),
    })),
  ])
  return (
    <div className={styles['shell']} data-menu={isMenuOpen}>
      <a className={styles['skip']} href="#page">
        Skip to content
      </a>
      <header className={styles['side']}>
        <div className={styles['top']}>
          <ProjectMenu />
          <span className={styles['opener']}>
            <IconButton
              icon={isMenuOpen ? 'cross' : 'menu'}
              label={isMenuOpen ? 'Close navigation' : 'Open navigation'}
              aria-expanded={isMenuOpen}
              onClick={() => setIsMenuOpen(!isMenuOpen)}
            />
          </span>
        </div>
        <div className={styles['rest']}>
          <button type="button" className={styles['palette']} onClick={() => setOpenDialog('palette')}>
            <Icon name="search" size={14} />
            Search or go to
            <kbd>Ctrl K</kbd>
          </button>
          <Navigation onNavigate={() => setIsMenuOpen(false)} />
          <div className={styles['foot']}>
            <button type="button" className={styles['place']} onClick={() => setOpenDialog('help')}>
              <Icon name="help" />
              Shortcuts
              <kbd>?</kbd>
            </button>
            <a className={styles['place']} href={`${basePath}/docs`} target="_blank" rel="noreferrer">
              <Icon name="external" />
              API
            </a>
          </div>
        </div>
      </header>
      <main id="page" className={styles['page']} tabIndex={-1}>
        <ConnectionBar />
        <Outlet />
      </main>
      <Palette open={openDialog === 'palette'} onClose={() => setOpenDialog(undefined)} />
      <ShortcutHelp open={openDialog === 'help'} onClose={() => setOpenDialog(undefined)} />
    </div>
  )
}
