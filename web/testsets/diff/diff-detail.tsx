// The details of one changed row: a diff of each changed cell, or all cells of an added or removed row.
import { Link } from '@tanstack/react-router'
import { Id } from '../../ui/copy.tsx'
import { DiffView } from '../../ui/diff/diff-view.tsx'
import { count } from '../../ui/format.ts'
import { addressText, type Side } from '../url-state.ts'
import { dedupKey, readableText } from '../values.ts'
import type { Change, DiffRow } from './diff-columns.tsx'
import styles from './diff-row.module.css'

/** Display names of row metadata. */
const metadataNames: ReadonlyMap<string, string> = new Map([
  ['__flags__', 'row flags'],
  ['__tags__', 'row tags'],
  ['__meta__', 'row meta'],
])

const pathName = (path: readonly string[]): string =>
  path.map((part) => metadataNames.get(part) ?? part).join(' › ')

function ChangeView({ change }: { change: Change }) {
  const name = pathName(change.path)
  return (
    <section className={styles['change']}>
      <h3>
        {name}
        {change.kind !== 'changed' && <small>{change.kind}</small>}
      </h3>
      <DiffView
        name={`Change of ${name}`}
        before={readableText(change.base)}
        after={readableText(change.target)}
      />
    </section>
  )
}

export function DiffDetail({
  row,
  slug,
  base,
  target,
  project,
}: {
  row: DiffRow
  slug: string
  base: Side
  target: Side
  project: string
}) {
  const [side, address] = row.target === undefined ? [row.base, base] : [row.target, target]
  const data = side?.data ?? {}
  return (
    <section className={styles['detail']} aria-label="Change details" tabIndex={0}>
      <div className={styles['head']}>
        <h2>Row {count((side?.index ?? 0) + 1)}</h2>
        <Id id={row.testcase_dedup_id} isFull />
        <Link
          to="/p/$project/testsets/$testset"
          params={{
            project,
            testset: addressText({
              slug,
              ...(address.version === undefined ? {} : { version: address.version }),
            }),
          }}
          search={{
            row: (side?.index ?? 0) + 1,
            open: true,
            ...(address.variant === undefined ? {} : { variant: address.variant }),
          }}
        >
          Open row
        </Link>
      </div>
      {row.moved === true && (
        <p>
          It also moved from row {count((row.base?.index ?? 0) + 1)} to {count((row.target?.index ?? 0) + 1)}.
        </p>
      )}
      {row.kind === 'moved' && (
        <p>
          It moved from row {count((row.base?.index ?? 0) + 1)} to {count((row.target?.index ?? 0) + 1)}.
        </p>
      )}
      {(row.changes ?? []).map((change) => (
        <ChangeView key={change.path.join('.')} change={change} />
      ))}
      {row.kind !== 'edited' &&
        Object.entries(data)
          .filter(([key]) => key !== dedupKey)
          .map(([key, value]) => (
            <section key={key} className={styles['change']}>
              <h3>{key}</h3>
              <p className={styles['plain']} data-kind={row.kind}>
                {readableText(value)}
              </p>
            </section>
          ))}
    </section>
  )
}
