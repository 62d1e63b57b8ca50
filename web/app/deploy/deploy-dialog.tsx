// web/app/deploy: the dialog that deploys a revision to an environment.
// It shows the deployed revision and the new one, and takes a message.
// Artifact and environment pages use it.
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Failure } from '../failure.tsx'
import { useHasRole, useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import type { KindName } from '../versions/kind-name.ts'
import { useEnvironments, useVersionsRefetch } from '../versions/queries.ts'
import type { Entry, Environment } from '../versions/entries.ts'
import { useVersionNaming } from '../versions/naming/use-version-naming.ts'
import { versionPhrase } from '../versions/naming/version-name.ts'
import { RevisionDiff } from '../versions/diff/revision-diff.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import form from '../../ui/form.module.css'
import styles from './deploy-dialog.module.css'

export interface Deployable {
  readonly kind: KindName
  readonly artifact: { readonly id: string; readonly slug: string }
  readonly revision: { readonly id: string; readonly version: string; readonly variant_id: string }
}

interface DeployProps extends Deployable {
  /** The slug of the initially selected environment. */
  readonly environment?: string | undefined
  /** The key of the entry; absent: derived from the slug. */
  readonly entryKey?: string | undefined
  readonly onClose: () => void
}

const deployedEntry = (
  { entries }: Environment,
  { artifact }: Deployable,
  key: string | undefined,
): Entry | undefined =>
  entries.find((entry) => entry.artifact.id === artifact.id && (key === undefined || entry.key === key)) ??
  entries.find((entry) => entry.key === (key ?? `${artifact.slug}.revision`))

/** Names the revision that is deployed. */
function useRevisionName({ version, variant_id: variant }: Deployable['revision']): string {
  return versionPhrase(useVersionNaming(), { version, variant })
}

function Change({ props, target }: { props: DeployProps; target: Environment }) {
  const naming = useVersionNaming()
  const name = useRevisionName(props.revision)
  const entry = deployedEntry(target, props, props.entryKey)
  const { revision, kind } = props
  if (entry === undefined) return <p>It is not deployed to {target.name} yet.</p>
  if (entry.revision.id === revision.id) return <p>This version is already deployed to {target.name}.</p>
  const isOtherArtifact = entry.artifact.id !== props.artifact.id
  return (
    <>
      <h3 className={styles['title']}>
        In {target.name}: {isOtherArtifact ? `${entry.artifact.slug} ` : ''}
        {versionPhrase(naming, {
          version: entry.revision.version,
          variant: entry.variant.id,
        })}{' '}
        becomes {name}
      </h3>
      <RevisionDiff kind={kind} base={entry.revision.id} target={revision.id} />
    </>
  )
}

function DeployForm(props: DeployProps & { environments: readonly Environment[] }) {
  const { kind, revision, environments, onClose, entryKey } = props
  const { api } = useSession()
  const isAdmin = useHasRole('admin')
  const refetch = useVersionsRefetch()
  const name = useRevisionName(revision)
  const id = useId()
  const canDeploy = ({ isGuarded }: Environment): boolean => isAdmin || !isGuarded
  const [slug, setSlug] = useState(
    props.environment ?? environments.find(canDeploy)?.slug ?? environments[0]?.slug ?? '',
  )
  const target = environments.find((one) => one.slug === slug)
  const deployMutation = useMutation({
    mutationFn: (message: string) =>
      api.versions(kind).deploy({
        revisionId: revision.id,
        environment: slug,
        key: entryKey,
        ...(message === '' ? {} : { message }),
      }),
    onSuccess: async () => {
      showToast(`Deployed ${name} to ${target?.name ?? slug}.`)
      onClose()
      await refetch()
    },
    onError: showFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    deployMutation.mutate(formText(event.currentTarget, 'message'))
  }
  if (target === undefined)
    return <p>This project has no environments. Create one on the Environments page.</p>
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={`${id}-where`}>Environment</label>
        <select id={`${id}-where`} value={slug} onChange={(event) => setSlug(event.target.value)}>
          {environments.map((one) => (
            <option key={one.id} value={one.slug}>
              {one.name}
              {one.isGuarded ? ' (guarded)' : ''}
            </option>
          ))}
        </select>
      </div>
      {target.isGuarded && (
        <p className={styles['guard']} data-refused={!canDeploy(target)}>
          <Icon name="key" size={14} />
          {canDeploy(target)
            ? `${target.name} is guarded. You can deploy because your key has the role admin.`
            : `${target.name} is guarded: only a key with the role admin can deploy. Send an admin the link to this version.`}
        </p>
      )}
      <div className={form['field']}>
        <label htmlFor={`${id}-why`}>Message</label>
        <input id={`${id}-why`} name="message" placeholder="Appears in the history of the environment" />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={deployMutation.isPending || !canDeploy(target)}>
          Deploy to {target.name}
        </Button>
      </div>
      <Change props={props} target={target} />
    </form>
  )
}

function DeployBody(props: DeployProps) {
  const environments = useEnvironments()
  if (environments.data !== undefined) return <DeployForm {...props} environments={environments.data} />
  if (environments.isError) {
    return <Failure error={environments.error} retry={() => void environments.refetch()} />
  }
  return <Skeleton rows={4} />
}

export function DeployDialog({ open, ...props }: DeployProps & { open: boolean }) {
  const name = useRevisionName(props.revision)
  return (
    <Dialog open={open} onClose={props.onClose} title={`Deploy ${props.artifact.slug}, ${name}`} isWide>
      <DeployBody {...props} />
    </Dialog>
  )
}
