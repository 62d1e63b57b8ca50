// The audit log: every write that was attempted with a valid key.
import { firstPage } from '../ui/records.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import body from '../app/body.module.css'
import type { Api } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { useKeyNames, useSession } from '../app/session.tsx'
import { Id } from '../ui/copy.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Skeleton } from '../ui/notice.tsx'
import { Button } from '../ui/button.tsx'
import form from '../ui/form.module.css'

const columns = ['When', 'Key', 'Operation', 'Resource', 'Status', 'Request'] as const
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

function useAuditLog({ method, actor }: { readonly method: string; readonly actor: string }) {
  const { api, session } = useSession()
  return useInfiniteQuery({
    queryKey: [session.project.id, 'settings', 'audit', method, actor],
    queryFn: ({ signal, pageParam }) =>
      api.audit.query(
        {
          entry: { ...(method === '' ? {} : { method }), ...(actor === '' ? {} : { actor_id: actor }) },
          windowing: pageParam ?? { limit: 100 },
        },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
  })
}

type AuditEntry = Awaited<ReturnType<Api['audit']['query']>>['entries'][number]

function EntryRow({ entry, actor }: { entry: AuditEntry; actor: string }) {
  return (
    <tr>
      <td>
        <time title={exactTime(entry.timestamp)}>{ago(entry.timestamp)}</time>
      </td>
      <td>{actor}</td>
      <td>
        <span title={`${entry.method} ${entry.path}`}>{entry.operation}</span>
      </td>
      <td>
        {entry.resource_kind ?? ''} {entry.resource_id !== undefined && <Id id={entry.resource_id} />}
      </td>
      <td className={entry.status_code >= 400 ? body['bad'] : undefined}>{entry.status_code}</td>
      <td>
        <Id id={entry.request_id} />
      </td>
    </tr>
  )
}

function EntriesTable({
  entries,
  names,
}: {
  entries: readonly AuditEntry[]
  names: ReadonlyMap<string, string>
}) {
  return (
    <table className={body['table']}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            actor={names.get(entry.actor_id) ?? `${entry.actor_prefix}…`}
          />
        ))}
      </tbody>
    </table>
  )
}

export function AuditPart() {
  const names = useKeyNames()
  const [method, setMethod] = useState('')
  const [actor, setActor] = useState('')
  const log = useAuditLog({ method, actor })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section className={body['card']}>
      <h2>Audit log</h2>
      <div className={form['inline']}>
        <select aria-label="Method" value={method} onChange={(event) => setMethod(event.target.value)}>
          <option value="">All methods</option>
          {methods.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <select aria-label="Key" value={actor} onChange={(event) => setActor(event.target.value)}>
          <option value="">All keys</option>
          {[...names].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {log.isError && log.data === undefined ? (
        <Failure error={log.error} retry={() => void log.refetch()} />
      ) : log.data === undefined ? (
        <Skeleton />
      ) : (
        <div className={body['wide']}>
          <EntriesTable entries={entries} names={names} />
          {log.hasNextPage && (
            <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Load more
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
