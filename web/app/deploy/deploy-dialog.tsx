// web/app/deploy: the dialog that deploys a revision to an environment.
// It shows the deployed revision and the new one, and takes a message.
// Artifact and environment pages use it.
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Failure } from '../failure.tsx'
import { useHasRole, useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import type { KindName } from '../versions/kind-name.ts'
import { useEnvironments, useVersionsChanged } from '../versions/queries.ts'
import type { Entry, Environment } from '../versions/entries.ts'
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
  readonly revision: { readonly id: string; readonly version: string }
}

interface DeployProps extends Deployable {
  /** Slug of the environment that is chosen at first. */
  readonly environment?: string | undefined
  /** Under which it stands there; absent: the one that its slug makes. */
  readonly entryKey?: string | undefined
  readonly onClose: () => void
}

const runningIn = (
  { entries }: Environment,
  { artifact }: Deployable,
  key: string | undefined,
): Entry | undefined =>
  entries.find((entry) => entry.artifact.id === artifact.id && (key === undefined || entry.key === key)) ??
  entries.find((entry) => entry.key === (key ?? `${artifact.slug}.revision`))

function Change({ props, target }: { props: DeployProps; target: Environment }) {
  const running = runningIn(target, props, props.entryKey)
  const { revision, kind } = props
  if (running === undefined) return <p>Nothing of it runs in {target.name} yet.</p>
  if (running.revision.id === revision.id) return <p>{target.name} runs this version already.</p>
  const otherArtifact = running.artifact.id !== props.artifact.id
  return (
    <>
      <h3 className={styles['title']}>
        In {target.name}: {otherArtifact ? `${running.artifact.slug} ` : ''}version {running.revision.version}{' '}
        ({running.variant.slug}) becomes version {revision.version}
      </h3>
      <RevisionDiff kind={kind} base={running.revision.id} target={revision.id} />
    </>
  )
}

function DeployForm(props: DeployProps & { environments: readonly Environment[] }) {
  const { kind, revision, environments, onClose, entryKey } = props
  const { api } = useSession()
  const isAdmin = useHasRole('admin')
  const changed = useVersionsChanged()
  const id = useId()
  const mayDeploy = ({ guarded }: Environment): boolean => isAdmin || !guarded
  const [slug, setSlug] = useState(
    props.environment ?? environments.find(mayDeploy)?.slug ?? environments[0]?.slug ?? '',
  )
  const target = environments.find((one) => one.slug === slug)
  const deploying = useMutation({
    mutationFn: (message: string) =>
      api.versions(kind).deploy({
        revisionId: revision.id,
        environment: slug,
        key: entryKey,
        ...(message === '' ? {} : { message }),
      }),
    onSuccess: async () => {
      showToast(`Version ${revision.version} runs in ${target?.name ?? slug}.`)
      onClose()
      await changed()
    },
    onError: showFailure,
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    deploying.mutate(formText(event.currentTarget, 'message'))
  }
  if (target === undefined)
    return <p>This project has no environments. Create one on the page of environments.</p>
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor={`${id}-where`}>Environment</label>
        <select id={`${id}-where`} value={slug} onChange={(event) => setSlug(event.target.value)}>
          {environments.map((one) => (
            <option key={one.id} value={one.slug}>
              {one.name}
              {one.guarded ? ' (guarded)' : ''}
            </option>
          ))}
        </select>
      </div>
      {target.guarded && (
        <p className={styles['guard']} data-refused={!mayDeploy(target)}>
          <Icon name="key" size={14} />
          {mayDeploy(target)
            ? `${target.name} is guarded: you may deploy here because your key has the role admin.`
            : `${target.name} is guarded: only a key with the role admin deploys here. Ask somebody who has one, and send them the link to this version.`}
        </p>
      )}
      <div className={form['field']}>
        <label htmlFor={`${id}-why`}>Why</label>
        <input id={`${id}-why`} name="message" placeholder="Stands in the history of the environment" />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={deploying.isPending || !mayDeploy(target)}>
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
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={`Deploy ${props.artifact.slug}, version ${props.revision.version}`}
      wide
    >
      <DeployBody {...props} />
    </Dialog>
  )
}
