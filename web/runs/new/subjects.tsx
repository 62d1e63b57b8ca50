// The subjects of a plan: versions of applications. Several subjects are compared row by row.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { selectedRevisionQuery, choicesQuery } from './queries.ts'
import { VersionSelect } from './revision-choice.tsx'
import menu from '../../ui/menu.module.css'
import styles from './new-run.module.css'

export function Subjects({
  ids,
  onIds,
}: {
  ids: readonly string[]
  onIds: (ids: readonly string[]) => void
}) {
  const api = useApi()
  const choices = useQuery(choicesQuery(api, 'application'))
  const subjectQueries = useQueries({
    queries: ids.map((id) => selectedRevisionQuery(api, { kind: 'application', id })),
  })
  return (
    <div className={styles['selectedParts']}>
      {ids.map((id, index) => {
        const revision = subjectQueries[index]?.data
        const name = revision?.artifact_slug ?? '…'
        return (
          <div key={id} className={styles['selectedPart']}>
            <b>{revision === null ? 'deleted' : name}</b>
            <VersionSelect
              kind="application"
              slug={revision?.artifact_slug}
              value={id}
              label={`Version of ${name}`}
              onValue={(next) => onIds([...new Set(ids.with(index, next))])}
            />
            <IconButton
              icon="cross"
              label={`Remove ${name}`}
              onClick={() => onIds(ids.filter((one) => one !== id))}
            />
          </div>
        )
      })}
      <Menu.Root>
        <Menu.Trigger asChild>
          <Button icon="plus">{ids.length === 0 ? 'Add subject' : 'Add another subject'}</Button>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="start" sideOffset={4}>
            {choices.data?.length === 0 && (
              <Menu.Label className={menu['label']}>This project has no applications yet</Menu.Label>
            )}
            {choices.data?.map(({ id, name, slug, revisionId }) => (
              <Menu.Item
                key={id}
                className={menu['item']}
                disabled={revisionId === undefined}
                onSelect={() => onIds([...new Set([...ids, revisionId ?? ''])])}
              >
                {name}
                {name !== slug && <small>{slug}</small>}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
