// The dialog that promotes entries of one environment to another, with the diff and the scores of each.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { scoresQuery } from '../app/versions/scores/queries.ts'
import type { RevisionScores } from '../app/versions/scores/scores.ts'
import { useSession } from '../app/session.tsx'
import { showFailure, showToast } from '../app/toasts.tsx'
import type { Entry, Environment } from '../app/versions/entries.ts'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { percent } from '../ui/format.ts'
import { formText } from '../ui/forms/form-text.ts'
import { useCanChange } from './commit-change.tsx'
import { ChangeView } from './compare-view.tsx'
import { promotableChanges, promotionDelta, type EntryChange } from './entries.ts'
import form from '../ui/form.module.css'
import styles from './page.module.css'

const numberFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

function Scores({ name, scores }: { name: string; scores: RevisionScores | null | undefined }) {
  const { session } = useSession()
  return (
    <span className={styles['scores']}>
      <small>{name}</small>
      {scores === undefined || scores === null ? (
        <span className={styles['faint']}>{scores === null ? 'no runs' : '…'}</span>
      ) : (
        <Link
          to="/p/$project/runs/$run"
          params={{ project: session.project.slug, run: scores.runId }}
          search={{}}
          title={scores.runName}
        >
          {scores.scores.map(({ evaluator, value, isShare }) => (
            <span key={evaluator}>
              {evaluator} <b>{isShare ? percent(value) : numberFormat.format(value)}</b>
            </span>
          ))}
        </Link>
      )}
    </span>
  )
}

function Checklist({
  changes,
  skippedKeys,
  onSkippedKeys,
}: {
  changes: readonly EntryChange[]
  /** Keys of entries that stay as they are. */
  skippedKeys: ReadonlySet<string>
  onSkippedKeys: (keys: ReadonlySet<string>) => void
}) {
  const { api } = useSession()
  const ids = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((entry) => entry?.revision.id ?? []),
  )
  const scores = useQuery(scoresQuery(api, ids)).data
  /** The scores of an entry; null: it has none; undefined: they are loading. */
  const scoresOf = (entry: Entry | undefined) => scores && (scores.get(entry?.revision.id ?? '') ?? null)
  const onToggle = (key: string): void => {
    const next = new Set(skippedKeys)
    if (!next.delete(key)) next.add(key)
    onSkippedKeys(next)
  }
  return (
    <ul className={styles['commits']} aria-label="Entries to promote">
      {changes.map((change) => (
        <ChangeView
          key={change.key}
          change={change}
          lead={
            <input
              type="checkbox"
              aria-label={`Promote ${change.key}`}
              checked={!skippedKeys.has(change.key)}
              onChange={() => onToggle(change.key)}
            />
          }
        >
          {change.after?.kind === 'application' && (
            <div className={styles['line']}>
              {change.before !== undefined && <Scores name="now" scores={scoresOf(change.before)} />}
              <Scores name="then" scores={scoresOf(change.after)} />
            </div>
          )}
        </ChangeView>
      ))}
    </ul>
  )
}

interface Promotion {
  readonly to: Environment
  readonly changes: readonly EntryChange[]
  readonly message: string
}

function usePromotion(onClose: () => void) {
  const { api } = useSession()
  const refetch = useVersionsRefetch()
  return useMutation({
    mutationFn: async ({ to, changes, message }: Promotion) => {
      if (to.variantId !== undefined) {
        await api.versions('environment').commit({
          variantId: to.variantId,
          // The server rejects the promotion if another deployment came first.
          baseRevisionId: to.revisionId,
          message,
          delta: promotionDelta(changes),
        })
        return
      }
      // An environment without deployments has no variant to commit to.
      for (const { key, after } of changes) {
        if (after === undefined) continue
        const { kind, revision } = after
        await api.versions(kind).deploy({ revisionId: revision.id, environment: to.slug, key, message })
      }
    },
    onSuccess: (_, { to, changes }) => {
      showToast(`Promoted ${changes.length === 1 ? 'one entry' : `${changes.length} entries`} to ${to.name}.`)
      onClose()
    },
    onError: showFailure,
    onSettled: refetch,
  })
}

function EnvironmentSelect({
  label,
  value,
  environments,
  onValue,
}: {
  label: string
  value: Environment
  environments: readonly Environment[]
  onValue: (slug: string) => void
}) {
  return (
    <select
      className={styles['select']}
      aria-label={label}
      value={value.slug}
      onChange={({ target }) => onValue(target.value)}
    >
      {environments.map(({ id, slug, name }) => (
        <option key={id} value={slug}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Direction({
  from,
  to,
  environments,
  onSlugs,
}: {
  from: Environment
  to: Environment
  environments: readonly Environment[]
  onSlugs: (slugs: { readonly from?: string; readonly to?: string }) => void
}) {
  const common = { environments }
  return (
    <div className={styles['line']}>
      <EnvironmentSelect
        label="Promote from"
        value={from}
        {...common}
        onValue={(slug) => onSlugs({ from: slug })}
      />
      →
      <EnvironmentSelect
        label="Promote to"
        value={to}
        {...common}
        onValue={(slug) => onSlugs({ to: slug })}
      />
    </div>
  )
}

const GuardedNotice = ({ name }: { name: string }) => (
  <p className={styles['guarded']}>
    {name} is guarded: only a key with the role admin can change its deployments.
  </p>
)

interface PromoteProps {
  readonly environments: readonly Environment[]
  readonly onClose: () => void
}

function PromoteForm({ environments, onClose }: PromoteProps) {
  const id = useId()
  const canChange = useCanChange()
  const [slugs, setSlugs] = useState({ from: environments.at(-2)?.slug, to: environments.at(-1)?.slug })
  const [skippedKeys, setSkippedKeys] = useState<ReadonlySet<string>>(new Set())
  const promoteMutation = usePromotion(onClose)
  const [from, to] = [slugs.from, slugs.to].map((slug) => environments.find((one) => one.slug === slug))
  if (from === undefined || to === undefined) return <p>A promotion needs two environments.</p>
  const changes = promotableChanges(from, to)
  const selectedChanges = changes.filter(({ key }) => !skippedKeys.has(key))
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const message = formText(event.currentTarget, 'message') || `promote ${from.name}`
    promoteMutation.mutate({ to, changes: selectedChanges, message })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <Direction
        from={from}
        to={to}
        environments={environments}
        onSlugs={(next) => setSlugs({ ...slugs, ...next })}
      />
      {changes.length === 0 && (
        <p className={styles['sum']}>
          {to.name} has all versions of {from.name}.
        </p>
      )}
      <Checklist changes={changes} skippedKeys={skippedKeys} onSkippedKeys={setSkippedKeys} />
      {!canChange(to) && <GuardedNotice name={to.name} />}
      <div className={form['field']}>
        <label htmlFor={id}>Message</label>
        <input id={id} name="message" placeholder={`promote ${from.name}`} />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={selectedChanges.length === 0 || !canChange(to) || promoteMutation.isPending}
        >
          Promote {selectedChanges.length} to {to.name}
        </Button>
      </div>
    </form>
  )
}

export function PromoteDialog({ open, ...props }: PromoteProps & { readonly open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Promote" isWide>
      <PromoteForm {...props} />
    </Dialog>
  )
}
