// Attributes of a span: searched, grouped by prefix; each value can be copied, filtered by, and shown as a column of the list.
import { Link } from '@tanstack/react-router'
import { Fragment, useMemo, useState } from 'react'
import type { Span } from '../../app/spans/span.ts'
import { MarkedText, useTruncatedText } from '../../ui/content/plain-text.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { isLarge } from '../../ui/json/large/marker.ts'
import type { TracesView } from '../../app/trace-list/url-state.ts'
import { flatAttributes, groupedAttributes, keyPieces, type Attribute } from './attributes.ts'
import { conditionFor, fieldOfAttribute, listWith, listWithColumn } from './list-links.ts'
import styles from './span-attributes.module.css'

const visibleCharsMax = 2000

function Key({ name }: { name: string }) {
  return keyPieces(name).map((piece, index) => (
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ))
}

function Value({ attribute: { key, value, text } }: { attribute: Attribute }) {
  const { visibleText, moreButton } = useTruncatedText(text, visibleCharsMax)
  if (isLarge(value)) return <JsonView value={value} name={key} />
  return (
    <>
      <span className={styles['value']}>
        <MarkedText text={visibleText} />
      </span>
      {moreButton}
    </>
  )
}

function Actions({ attribute, project, view }: { attribute: Attribute; project: string; view: TracesView }) {
  const { key, value, text } = attribute
  const condition = conditionFor(fieldOfAttribute(key), value)
  return (
    <span className={styles['actions']}>
      {condition !== undefined && (
        <Link
          to="/p/$project/traces"
          params={{ project }}
          search={listWith(view, condition)}
          aria-label={`Filter by ${key}`}
          title={`Filter by ${condition}`}
        >
          <Icon name="filter" size={13} />
        </Link>
      )}
      <Link
        to="/p/$project/traces"
        params={{ project }}
        search={listWithColumn(view, key)}
        aria-label={`Show ${key} as a column`}
        title="Show as a column of the list"
      >
        <Icon name="columns" size={13} />
      </Link>
      {!isLarge(value) && <CopyButton label={`Copy ${key}`} text={text} />}
    </span>
  )
}

export function SpanAttributes({ span, project, view }: { span: Span; project: string; view: TracesView }) {
  const [search, setSearch] = useState('')
  const allAttributes = useMemo(() => flatAttributes(span.attributes ?? {}), [span])
  const groups = useMemo(() => groupedAttributes(allAttributes, search), [allAttributes, search])
  if (allAttributes.length === 0) return <p className={styles['none']}>This span has no attributes.</p>
  return (
    <>
      <div className={styles['search']}>
        <Icon name="search" size={13} />
        <input
          type="search"
          placeholder={`Search ${allAttributes.length} attributes`}
          aria-label="Search attributes"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {groups.length === 0 && (
        <p className={styles['none']} role="status">
          No attribute contains this text.
        </p>
      )}
      {groups.map(({ prefix, attributes }) => (
        <section key={prefix} aria-label={prefix === '' ? 'Without a prefix' : prefix}>
          {prefix !== '' && <h2 className={styles['prefix']}>{prefix}</h2>}
          <table className={styles['attributes']}>
            <tbody>
              {attributes.map((attribute) => (
                <tr key={attribute.key}>
                  <th scope="row">
                    <Key name={attribute.key} />
                  </th>
                  <td>
                    <Actions attribute={attribute} project={project} view={view} />
                    <Value attribute={attribute} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  )
}
