// Selects a revision: an artifact, then a version, the newest of a variant, or the one deployed in an environment.
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useApi, useSession } from '../../app/session.tsx'
import { namingOf, type VersionNaming } from '../../app/versions/naming/version-name.ts'
import { graphQuery, useEnvironments } from '../../app/versions/queries.ts'
import { selectedRevisionQuery, choicesQuery, type ArtifactKind } from './queries.ts'
import styles from './new-run.module.css'

/** The number of versions per variant in the list. */
const versionsMax = 200

interface Version {
  readonly id: string
  readonly version: string
  readonly message?: string
}

interface Versions {
  readonly deployments: readonly {
    readonly environment: string
    readonly id: string
    /** Includes the variant if there are several. */
    readonly versionName: string
  }[]
  readonly naming: VersionNaming
  readonly variants: readonly {
    readonly slug: string
    readonly name: string
    readonly versions: readonly Version[]
  }[]
}

function useVersions(kind: ArtifactKind, slug: string | undefined): Versions {
  const { api } = useSession()
  const graph = useQuery({
    ...graphQuery(api, kind, slug ?? '', versionsMax),
    enabled: slug !== undefined,
  })
  const environments = useEnvironments()
  return useMemo(() => {
    const variants = (graph.data?.variants ?? []).filter(({ deleted_at }) => deleted_at === undefined)
    const byVariant = Map.groupBy(graph.data?.revisions ?? [], ({ variant_id }) => variant_id)
    const naming = namingOf(
      variants.map(({ id, slug: variantSlug, name }) => ({ id, slug: variantSlug, name, artifactId: '' })),
    )
    return {
      naming,
      variants: variants.map(({ id, slug: variantSlug, name }) => ({
        slug: variantSlug,
        name: name ?? variantSlug,
        // Version 0 of a variant is empty.
        versions: (byVariant.get(id) ?? []).filter(({ version }) => version !== '0'),
      })),
      deployments: (environments.data ?? []).flatMap(({ name, entries }) =>
        entries
          .filter((entry) => entry.kind === kind && entry.artifact.slug === slug)
          .map(({ variant, revision }) => ({
            environment: name,
            id: revision.id,
            versionName: naming({ version: revision.version, variant: variant.id }),
          })),
      ),
    }
  }, [graph.data, environments.data, kind, slug])
}

/** Selects a version of an artifact. Deployed versions are also listed by environment. */
export function VersionSelect({
  kind,
  slug,
  value,
  label,
  onValue,
}: {
  kind: ArtifactKind
  slug: string | undefined
  value: string
  label: string
  onValue: (revisionId: string) => void
}) {
  const { deployments, naming, variants } = useVersions(kind, slug)
  const environmentsText = (id: string): string => {
    const names = deployments.filter((one) => one.id === id).map(({ environment }) => environment)
    return names.length === 0 ? '' : ` · in ${names.join(', ')}`
  }
  const isListed = variants.some(({ versions }) => versions.some(({ id }) => id === value))
  return (
    <select
      className={styles['version']}
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value.replace(/^in /, ''))}
    >
      {!isListed && <option value={value}>…</option>}
      {deployments.length > 0 && (
        <optgroup label="Deployed">
          {deployments.map(({ environment, id, versionName }) => (
            <option key={environment} value={`in ${id}`}>
              {environment}: {versionName}
            </option>
          ))}
        </optgroup>
      )}
      {variants.map((variant) => (
        <optgroup key={variant.slug} label={`Variant ${variant.name}`}>
          {variant.versions.map(({ id, version, message }, index) => (
            <option key={id} value={id}>
              {naming({ version, variant: variant.slug })}
              {index === 0 && ', newest'}
              {environmentsText(id)}
              {message !== undefined && message !== '' && ` · ${message.slice(0, 60)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** Selects an artifact of the project and its version. */
export function RevisionChoice({
  kind,
  label,
  value,
  onValue,
}: {
  kind: ArtifactKind
  label: string
  value: string | undefined
  onValue: (revisionId: string | undefined) => void
}) {
  const api = useApi()
  const id = useId()
  const choices = useQuery(choicesQuery(api, kind))
  const { data: revision } = useQuery(selectedRevisionQuery(api, { kind, id: value }))
  const artifactId = revision?.artifact_id ?? ''
  const isListed = choices.data?.some((choice) => choice.id === artifactId) === true
  return (
    <div className={styles['choice']}>
      <label className="hidden-text" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={artifactId}
        onChange={(event) =>
          onValue(choices.data?.find((choice) => choice.id === event.target.value)?.revisionId)
        }
      >
        <option value="">{choices.isPending ? 'Loading…' : `Choose a ${kind}…`}</option>
        {!isListed && revision && <option value={artifactId}>{revision.artifact_slug}</option>}
        {choices.data?.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      {value !== undefined && (
        <VersionSelect
          kind={kind}
          slug={revision?.artifact_slug}
          value={value}
          label={`Version of the ${kind}`}
          onValue={onValue}
        />
      )}
      {revision === null && <p className={styles['fault']}>This {kind} was deleted.</p>}
    </div>
  )
}
