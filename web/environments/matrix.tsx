// The matrix of deployments: a row per entry, a column per environment. Differences are marked.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { DeployDialog, type Deployable } from '../app/deploy/deploy-dialog.tsx'
import { useApi, useHasRole, useKeyNames, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { ArtifactLink } from '../app/versions/artifact-link.tsx'
import type { Revision } from '../app/versions/client.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import type { Entry, Environment } from '../app/versions/entries.ts'
import { IconButton } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { ChangeDialog, useCanChange, type PlannedChange } from './commit-change.tsx'
import {
  versionsBehind,
  deploymentsIn,
  matrixOf,
  promotionDelta,
  type Deployment,
  type MatrixRow,
} from './entries.ts'
import { OtherVersion } from './other-version.tsx'
import { depthStep, logQuery } from './queries.ts'
import body from '../app/body.module.css'
import menu from '../ui/menu.module.css'
import styles from './page.module.css'

interface PlannedDeployment extends Deployable {
  readonly environment?: string
  readonly entryKey?: string
}

const deployable = ({ kind, artifact, variant, revision }: Entry): Deployable => ({
  kind,
  artifact,
  revision: { id: revision.id, version: revision.version, variant_id: variant.id },
})

function CellMenu({
  environment,
  entry,
  previous,
  onRollback,
  onDeploy,
  onOtherVersion,
  onRemove,
}: {
  environment: Environment
  entry: Entry
  /** The replaced entry, if the history has one. */
  previous: Entry | undefined
  onRollback: () => void
  onDeploy: () => void
  onOtherVersion: () => void
  onRemove: () => void
}) {
  const canEdit = useHasRole('editor')
  const canChange = useCanChange()
  const naming = useVersionNaming()
  const nameOf = ({ revision, variant }: Entry): string =>
    naming({ version: revision.version, variant: variant.slug })
  const { session } = useSession()
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="more" label={`${entry.key} in ${environment.name}: more`} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          {canChange(environment) && (
            <Menu.Item className={menu['item']} onSelect={onOtherVersion}>
              <Icon name="rocket" size={14} />
              Deploy another version here…
            </Menu.Item>
          )}
          {canEdit && (
            <Menu.Item className={menu['item']} onSelect={onDeploy}>
              <Icon name="right" size={14} />
              Deploy {nameOf(entry)} elsewhere…
            </Menu.Item>
          )}
          <Menu.Item className={menu['item']} asChild>
            <Link
              to="/p/$project/environments"
              params={{ project: session.project.slug }}
              search={{ view: 'history', of: environment.slug }}
            >
              <Icon name="commit" size={14} />
              History of {environment.name}
            </Link>
          </Menu.Item>
          {canChange(environment) && previous !== undefined && (
            <Menu.Item className={menu['item']} onSelect={onRollback}>
              <Icon name="undo" size={14} />
              Roll back to {nameOf(previous)}…
            </Menu.Item>
          )}
          {canChange(environment) && (
            <>
              <Menu.Separator className={menu['separator']} />
              <Menu.Item className={menu['item']} onSelect={onRemove}>
                <Icon name="trash" size={14} />
                Remove…
              </Menu.Item>
            </>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Cell({
  row,
  entry,
  deployment,
}: {
  row: MatrixRow
  entry: Entry
  deployment: Deployment | undefined
}) {
  const naming = useVersionNaming()
  const names = useKeyNames()
  const distance = versionsBehind(row, entry)
  return (
    <span className={styles['deployed']}>
      <ArtifactLink
        kind={entry.kind}
        slug={entry.artifact.slug}
        variant={entry.variant.slug}
        version={entry.revision.version}
        className={styles['cell']}
      >
        <b>{naming({ version: entry.revision.version, variant: entry.variant.slug })}</b>
        {distance > 0 && <small title="Versions behind the newest deployed one">{distance} behind</small>}
      </ArtifactLink>
      {/* Always rendered, to reserve its space: the history is loaded after the cells. */}
      <small className={styles['by']} title={deployment && exactTime(deployment.date)}>
        {deployment && `${names.get(deployment.author) ?? 'unknown'}, ${ago(deployment.date)}`}
      </small>
    </span>
  )
}

function ColumnHead({ environment }: { environment: Environment }) {
  const { api, session } = useSession()
  const isAdmin = useHasRole('admin')
  const refetch = useVersionsRefetch()
  const { id, name, isGuarded } = environment
  const guardMutation = useMutation({
    mutationFn: () => (isGuarded ? api.simpleEnvironments.unguard(id) : api.simpleEnvironments.guard(id)),
    onSuccess: async () => {
      showToast(isGuarded ? `Editors can now change ${name}.` : `Only admins can now change ${name}.`)
      await refetch()
    },
    onError: showFailure,
  })
  return (
    <div className={styles['column']}>
      <Link
        to="/p/$project/environments"
        params={{ project: session.project.slug }}
        search={{ view: 'history', of: environment.slug }}
        title={`History of ${name}`}
      >
        {name}
      </Link>
      {isAdmin ? (
        <IconButton
          icon="key"
          label={isGuarded ? `Remove guard of ${name}` : `Guard ${name}: only admins can deploy`}
          isPressed={isGuarded}
          disabled={guardMutation.isPending}
          onClick={() => guardMutation.mutate()}
        />
      ) : (
        isGuarded && <Icon name="key" size={12} label="guarded: only admins can deploy" />
      )}
    </div>
  )
}

interface CellActions {
  readonly onDeploy: (deployment: PlannedDeployment) => void
  readonly onOtherVersion: (target: { readonly entry: Entry; readonly environment: Environment }) => void
  readonly onChange: (change: PlannedChange) => void
}

const rollbackOf = (
  entry: Entry,
  { previous, environment }: { previous: Entry; environment: Environment },
) => {
  const changes = [{ key: entry.key, before: entry, after: previous }]
  return {
    title: `Roll back ${entry.key} in ${environment.name}`,
    environment,
    changes,
    commit: { delta: promotionDelta(changes) },
    message: `roll back ${entry.artifact.slug} to version ${previous.revision.version}`,
  } satisfies PlannedChange
}

const removalOf = (entry: Entry, environment: Environment): PlannedChange => ({
  title: `Remove ${entry.key} from ${environment.name}`,
  environment,
  changes: [{ key: entry.key, before: entry, after: undefined }],
  commit: { delta: { remove: [entry.key] } },
  message: '',
})

function MatrixCell({
  row,
  environment,
  entry,
  deployment,
  actions: { onDeploy, onOtherVersion, onChange },
}: {
  row: MatrixRow
  environment: Environment
  entry: Entry | undefined
  deployment: Deployment | undefined
  actions: CellActions
}) {
  const canChange = useCanChange()
  if (entry !== undefined) {
    return (
      <span className={styles['cells']}>
        <Cell row={row} entry={entry} deployment={deployment} />
        <CellMenu
          environment={environment}
          entry={entry}
          previous={deployment?.previous}
          onRollback={() => {
            const previous = deployment?.previous
            if (previous !== undefined) onChange(rollbackOf(entry, { previous, environment }))
          }}
          onDeploy={() => onDeploy({ ...deployable(entry), entryKey: entry.key })}
          onOtherVersion={() => onOtherVersion({ entry, environment })}
          onRemove={() => onChange(removalOf(entry, environment))}
        />
      </span>
    )
  }
  if (!canChange(environment)) return '–'
  return (
    <IconButton
      icon="plus"
      label={`Deploy ${row.anyEntry.artifact.slug} to ${environment.name}`}
      onClick={() => onOtherVersion({ entry: row.anyEntry, environment })}
    />
  )
}

interface MatrixProps {
  readonly environments: readonly Environment[]
  /** The deployments by key, in the order of the environments. */
  readonly deployments: readonly ReadonlyMap<string, Deployment>[]
  readonly actions: CellActions
}

function MatrixLine({ row, environments, deployments, actions }: MatrixProps & { row: MatrixRow }) {
  const { anyEntry, key, isDifferent, cells } = row
  return (
    <tr data-differs={isDifferent}>
      <th scope="row">
        {isDifferent && <Icon name="diff" size={12} label="differs" />}
        <ArtifactLink kind={anyEntry.kind} slug={anyEntry.artifact.slug}>
          {anyEntry.artifact.slug}
        </ArtifactLink>
        {key !== `${anyEntry.artifact.slug}.revision` && <code>{key}</code>}
      </th>
      {environments.map((environment, at) => (
        <td key={environment.id} data-empty={cells[at] === undefined}>
          <MatrixCell
            row={row}
            environment={environment}
            entry={cells[at]}
            deployment={deployments[at]?.get(key)}
            actions={actions}
          />
        </td>
      ))}
    </tr>
  )
}

function MatrixTable({ rows, ...matrix }: MatrixProps & { rows: readonly MatrixRow[] }) {
  const { environments } = matrix
  return (
    <div className={body['wide']}>
      <table className={styles['matrix']}>
        <thead>
          <tr>
            <th scope="col">Entry</th>
            {environments.map((environment) => (
              <th key={environment.id} scope="col">
                <ColumnHead environment={environment} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixLine key={row.key} row={row} {...matrix} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const joinDeployments = (
  logs: readonly { readonly data: readonly Revision[] | undefined }[],
): readonly ReadonlyMap<string, Deployment>[] =>
  logs.map(({ data = [] }) => deploymentsIn(data, { isComplete: data.length <= depthStep }))

/** The author and time of each deployment: one request per environment for its last commits. */
function useDeployments(environments: readonly Environment[]) {
  const api = useApi()
  return useQueries({
    queries: environments.map((environment) => logQuery(api, environment)),
    combine: joinDeployments,
  })
}

export function Matrix({ environments }: { environments: readonly Environment[] }) {
  const rows = useMemo(() => matrixOf(environments), [environments])
  const deployments = useDeployments(environments)
  const [plannedDeployment, setPlannedDeployment] = useState<PlannedDeployment>()
  const [otherVersion, setOtherVersion] = useState<{
    readonly entry: Entry
    readonly environment: Environment
  }>()
  const [plannedChange, setPlannedChange] = useState<PlannedChange>()
  const differingCount = rows.filter(({ isDifferent }) => isDifferent).length
  const onVersion = (revision: Deployable['revision']): void => {
    setOtherVersion(undefined)
    if (otherVersion === undefined) return
    const { entry, environment } = otherVersion
    setPlannedDeployment({
      ...deployable(entry),
      revision,
      environment: environment.slug,
      entryKey: entry.key,
    })
  }
  return (
    <>
      <p className={styles['sum']}>
        {rows.length === 1 ? 'One entry' : `${rows.length} entries`};{' '}
        {differingCount === 0
          ? 'all environments are equal'
          : `${differingCount} differ between environments`}
        .
      </p>
      <MatrixTable
        rows={rows}
        environments={environments}
        deployments={deployments}
        actions={{
          onDeploy: setPlannedDeployment,
          onOtherVersion: setOtherVersion,
          onChange: setPlannedChange,
        }}
      />
      {plannedDeployment !== undefined && (
        <DeployDialog open {...plannedDeployment} onClose={() => setPlannedDeployment(undefined)} />
      )}
      <OtherVersion target={otherVersion} onClose={() => setOtherVersion(undefined)} onSelect={onVersion} />
      <ChangeDialog change={plannedChange} onClose={() => setPlannedChange(undefined)} />
    </>
  )
}
