// web/app/git: commands for the Git client. Imports web/app and web/ui. Start here.
//
// The commands that clone an artifact and a project.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { basePath } from '../../ui/browser/base-path.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import menu from '../../ui/menu.module.css'
import { useSession } from '../session.tsx'
import { showToast } from '../toasts.tsx'
import styles from './clone-menu.module.css'

type CloneableKind = 'application' | 'evaluator' | 'workflow' | 'testset' | 'query' | 'environment'

/** The folder of a kind in URLs. */
const folderOf = (kind: CloneableKind): string => (kind === 'query' ? 'queries' : `${kind}s`)

/** `git clone` with the URL of an artifact, or of the project. Git asks for the password. */
function useCloneCommand(path?: string): string {
  const { session } = useSession()
  const remote = `${window.location.origin}${basePath}/git/${session.project.slug}`
  return `git clone ${path === undefined ? remote : `${remote}/${path}`}`
}

export const cloneHint = 'Git asks for a user name (any) and a password (an API key of this project).'

export function CloneCommand({ path }: { path?: string }) {
  const command = useCloneCommand(path)
  return (
    <p className={styles['line']}>
      <code>{command}</code>
      <CopyButton text={command} label="Copy command" />
    </p>
  )
}

export function CloneMenu({ kind, slug }: { kind: CloneableKind; slug: string }) {
  const command = useCloneCommand(`${folderOf(kind)}/${slug}`)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command)
    showToast('Command copied.')
  }
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="branch" label="Clone with Git" look="plain" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={`${menu['menu']} ${styles['menu']}`} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Clone with Git</Menu.Label>
          <Menu.Item
            className={`${menu['item']} ${styles['command']}`}
            title="Copy the command"
            onSelect={() => void copy()}
          >
            <code>{command}</code>
            <Icon name="copy" size={14} />
          </Menu.Item>
          <p className={styles['hint']}>{cloneHint}</p>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
