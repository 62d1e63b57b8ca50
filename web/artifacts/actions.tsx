// The actions of an artifact and its selected revision: deploy, fork, rename, archive.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { DeployDialog } from '../app/deploy/deploy-dialog.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { Artifact, Revision, Variant } from '../app/versions/client.ts'
import type { GraphRevision, GraphVariant } from '../app/versions/history/graph-layout.ts'
import { deploymentsByArtifact, type Deployment } from '../app/versions/entries.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { useEnvironments, useVersionsRefetch } from '../app/versions/queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NameFields } from '../ui/forms/name-fields.tsx'
import { formText } from '../ui/forms/form-text.ts'
import { mergeSources, MergeVariant } from './merge-variant.tsx'
import type { PageKindWords } from './use-kind.ts'
import form from '../ui/form.module.css'
import menu from '../ui/menu.module.css'

interface Selection {
  readonly words: PageKindWords
  readonly artifact: Artifact
  readonly revision: Revision
  readonly variant: GraphVariant
  readonly graph: { readonly variants: readonly GraphVariant[]; readonly revisions: readonly GraphRevision[] }
}

/** A mutation of the artifact that refetches its data. */
function useChange<V, T>(change: (value: V) => Promise<T>, onDone: (result: T, value: V) => void) {
  const refetch = useVersionsRefetch()
  return useMutation({
    mutationFn: change,
    onSuccess: async (result, value) => {
      await refetch()
      onDone(result, value)
    },
    onError: showFailure,
  })
}

function ForkForm({
  selection,
  onClose,
  onForked,
}: {
  selection: Selection
  onClose: () => void
  onForked: (variant: Variant) => void
}) {
  const { api } = useSession()
  const { words, revision, artifact, variant } = selection
  const forkMutation = useChange(
    ({ name, slug }: Readonly<Record<'name' | 'slug', string>>) =>
      api.versions(words.kind).fork(revision.id, { name, ...(slug === '' ? {} : { slug }) }),
    (fork) => {
      showToast(`Forked ${fork.name ?? fork.slug} from version ${revision.version}.`)
      onClose()
      onForked(fork)
    },
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    forkMutation.mutate({ name: formText(formElement, 'name'), slug: formText(formElement, 'slug') })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <p>
        A new variant of {artifact.name ?? artifact.slug} with the history of {variant.name ?? variant.slug}{' '}
        up to version {revision.version}.
      </p>
      <NameFields example="Shorter answers" />
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={forkMutation.isPending}>
          Fork
        </Button>
      </div>
    </form>
  )
}

type Level = 'artifact' | 'variant'

function RenameForm({
  selection,
  level,
  onClose,
}: {
  selection: Selection
  level: Level
  onClose: () => void
}) {
  const { api } = useSession()
  const id = useId()
  const { words, artifact, variant } = selection
  const versions = api.versions(words.kind)
  const renameMutation = useChange(
    ({ name, description }: Readonly<Record<'name' | 'description', string>>) =>
      level === 'variant'
        ? versions.editVariant(variant.id, { name })
        : versions.edit(artifact.id, { name, description: description === '' ? null : description }),
    () => {
      showToast('Renamed.')
      onClose()
    },
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    renameMutation.mutate({
      name: formText(formElement, 'name'),
      description: formText(formElement, 'description'),
    })
  }
  const record = level === 'variant' ? variant : artifact
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name *</label>
        <input id={`${id}-name`} name="name" required defaultValue={record.name ?? record.slug} />
        <small>
          The slug stays <code>{record.slug}</code>.
        </small>
      </div>
      {level === 'artifact' && (
        <div className={form['field']}>
          <label htmlFor={`${id}-description`}>Description</label>
          <textarea
            id={`${id}-description`}
            name="description"
            rows={2}
            defaultValue={artifact.description ?? ''}
          />
        </div>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={renameMutation.isPending}>
          Rename
        </Button>
      </div>
    </form>
  )
}

/** Asks for confirmation before a deployed record is archived. */
function ArchiveDialog({
  level,
  name,
  deployments,
  onArchive,
  onClose,
}: {
  level: Level | undefined
  name: string
  deployments: readonly Deployment[]
  onArchive: (level: Level) => void
  onClose: () => void
}) {
  const naming = useVersionNaming()
  return (
    <Dialog open={level !== undefined} onClose={onClose} title={`Archive ${name}?`}>
      <div className={form['form']}>
        <p>
          {name} is deployed to{' '}
          {deployments
            .map(
              ({ environment, entry: { revision, variant } }) =>
                `${environment} (${naming({ version: revision.version, variant: variant.slug })})`,
            )
            .join(', ')}
          . Programs that retrieve it there still receive the deployed version.
        </p>
        <div className={form['actions']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" onClick={() => level !== undefined && onArchive(level)}>
            Archive
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type OpenDialog = 'deploy' | 'fork' | 'merge' | 'rename artifact' | 'rename variant'

const Item = ({
  icon,
  onSelect,
  children,
}: {
  icon: IconName
  onSelect: () => void
  children: ReactNode
}) => (
  <Menu.Item className={menu['item']} onSelect={onSelect}>
    <Icon name={icon} size={14} />
    {children}
  </Menu.Item>
)

const isDeleted = (record: { readonly deleted_at?: string }): boolean => record.deleted_at !== undefined

function MoreMenu({
  selection,
  onDialog,
  onArchive,
}: {
  selection: Selection
  onDialog: (dialog: OpenDialog) => void
  onArchive: (level: 'artifact' | 'variant', isArchived: boolean) => void
}) {
  const { words, artifact, variant, graph } = selection
  const [isArchived, isVariantArchived] = [isDeleted(artifact), isDeleted(variant)]
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="more" label="More" look="plain" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          {!isArchived && (
            <>
              <Item icon="edit" onSelect={() => onDialog('rename artifact')}>
                Rename {words.singular}…
              </Item>
              {!isVariantArchived && (
                <Item icon="branch" onSelect={() => onDialog('rename variant')}>
                  Rename variant…
                </Item>
              )}
              {!isVariantArchived && mergeSources(graph, variant).length > 0 && (
                <Item icon="branch" onSelect={() => onDialog('merge')}>
                  Merge another variant…
                </Item>
              )}
              <Menu.Separator className={menu['separator']} />
              <Item
                icon={isVariantArchived ? 'undo' : 'trash'}
                onSelect={() => onArchive('variant', !isVariantArchived)}
              >
                {isVariantArchived ? 'Restore' : 'Archive'} variant
              </Item>
            </>
          )}
          <Item icon={isArchived ? 'undo' : 'trash'} onSelect={() => onArchive('artifact', !isArchived)}>
            {isArchived ? 'Restore' : 'Archive'} {words.singular}
          </Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

function ActionDialogs({
  selection,
  openDialog,
  onVariant,
  onClose,
}: {
  selection: Selection
  openDialog: OpenDialog | undefined
  onVariant: (slug: string) => void
  onClose: () => void
}) {
  const { words, artifact, revision, variant, graph } = selection
  return (
    <>
      <DeployDialog
        open={openDialog === 'deploy'}
        kind={words.kind}
        artifact={artifact}
        revision={revision}
        onClose={onClose}
      />
      <MergeVariant
        key={variant.id}
        open={openDialog === 'merge'}
        kind={words.kind}
        graph={graph}
        variant={variant}
        onCommitted={() => onVariant(variant.slug)}
        onClose={onClose}
      />
      <Dialog open={openDialog === 'fork'} onClose={onClose} title={`Fork from version ${revision.version}`}>
        <ForkForm selection={selection} onClose={onClose} onForked={({ slug }) => onVariant(slug)} />
      </Dialog>
      <Dialog
        open={openDialog === 'rename artifact' || openDialog === 'rename variant'}
        onClose={onClose}
        title={openDialog === 'rename variant' ? 'Rename variant' : `Rename ${words.singular}`}
      >
        <RenameForm
          selection={selection}
          level={openDialog === 'rename variant' ? 'variant' : 'artifact'}
          onClose={onClose}
        />
      </Dialog>
    </>
  )
}

export function Actions({
  selection,
  onVariant,
}: {
  selection: Selection
  onVariant: (slug: string) => void
}) {
  const { api } = useSession()
  const canEdit = useHasRole('editor')
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const { words, artifact, variant } = selection
  const close = (): void => setOpenDialog(undefined)
  const [archiveLevel, setArchiveLevel] = useState<Level>()
  const environments = useEnvironments().data
  const deploymentsOf = (level: Level): readonly Deployment[] =>
    (deploymentsByArtifact(environments ?? []).get(artifact.id) ?? []).filter(
      ({ entry }) => level === 'artifact' || entry.variant.id === variant.id,
    )
  const archiveMutation = useChange(
    ({ level, isArchived }: { readonly level: 'artifact' | 'variant'; readonly isArchived: boolean }) =>
      api
        .versions(words.kind)
        .setArchived(level, level === 'artifact' ? artifact.id : variant.id, isArchived),
    (_, { level, isArchived }) => {
      const record = level === 'artifact' ? artifact : variant
      // oxlint-disable-next-line react/immutability -- it runs after the mutation has been created
      const undo = { label: 'Undo', run: () => archiveMutation.mutate({ level, isArchived: false }) }
      if (isArchived) showToast(`Archived ${record.name ?? record.slug}.`, undo)
      else showToast(`Restored ${record.name ?? record.slug}.`)
    },
  )
  const isUsable = artifact.deleted_at === undefined
  const canDeploy = canEdit && isUsable
  useShortcuts(
    canDeploy
      ? [
          { id: 'deploy', keys: 'D', label: 'Deploy this version', run: () => setOpenDialog('deploy') },
          { id: 'fork', keys: 'F', label: 'Fork from this version', run: () => setOpenDialog('fork') },
        ]
      : [],
  )
  if (!canEdit) return undefined
  return (
    <>
      {isUsable && (
        <>
          <Button icon="rocket" onClick={() => setOpenDialog('deploy')}>
            Deploy…
          </Button>
          <Button icon="branch" onClick={() => setOpenDialog('fork')}>
            Fork…
          </Button>
        </>
      )}
      <MoreMenu
        selection={selection}
        onDialog={setOpenDialog}
        onArchive={(level, isArchived) => {
          if (isArchived && deploymentsOf(level).length > 0) setArchiveLevel(level)
          else archiveMutation.mutate({ level, isArchived })
        }}
      />
      <ArchiveDialog
        level={archiveLevel}
        name={archiveLevel === 'variant' ? (variant.name ?? variant.slug) : (artifact.name ?? artifact.slug)}
        deployments={archiveLevel === undefined ? [] : deploymentsOf(archiveLevel)}
        onClose={() => setArchiveLevel(undefined)}
        onArchive={(level) => {
          setArchiveLevel(undefined)
          archiveMutation.mutate({ level, isArchived: true })
        }}
      />
      <ActionDialogs selection={selection} openDialog={openDialog} onVariant={onVariant} onClose={close} />
    </>
  )
}
