// What a span saw and made: conversations as conversations, documents as documents, the rest as text or JSON; and how it
// failed, if it did.
import type { ReactNode } from 'react'
import { agOf, hasFailed, type Span } from './span.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { isLarge } from '../ui/large/marker.ts'
import { DocumentList, MessageView, Value } from '../ui/message-view.tsx'
import { documentsOf, messagesOf } from '../ui/messages.ts'
import styles from './span-content.module.css'

export function Section({ title, value, children }: { title: string; value?: unknown; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <div className={styles['sectionHead']}>
        <h2>{title}</h2>
        {value !== undefined && !isLarge(value) && (
          <CopyButton
            label={`Copy ${title.toLowerCase()}`}
            text={() => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))}
          />
        )}
      </div>
      {children}
    </section>
  )
}

function DataView({ value, name }: { value: unknown; name: string }) {
  const messages = messagesOf(value)
  if (messages !== undefined) return <MessageView messages={messages} />
  const documents = documentsOf(value)
  if (documents !== undefined) return <DocumentList documents={documents} />
  return <Value value={value} name={name} />
}

function Exception({ span }: { span: Span }) {
  const exception = agOf(span).exception
  if (!hasFailed(span) && exception === undefined) return undefined
  return (
    <div className={styles['exception']}>
      <p>
        <Icon name="alert" size={14} />
        <b>{exception?.type ?? 'Failed'}</b>
      </p>
      <p>{exception?.message ?? span.status_message}</p>
      {exception?.stacktrace !== undefined && (
        <details>
          <summary>Stack trace</summary>
          <pre>{exception.stacktrace}</pre>
        </details>
      )}
    </div>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

export function SpanContent({ span }: { span: Span }) {
  const { data = {}, unsupported } = agOf(span)
  const parts = [
    ['Inputs', data.inputs],
    ['Outputs', data.outputs],
    ['Parameters', data.parameters],
    ['Internals', data.internals],
    ['Not understood', unsupported],
  ] as const
  const shown = parts.filter(([, value]) => !isEmpty(value))
  return (
    <>
      <Exception span={span} />
      {shown.map(([title, value]) => (
        <Section key={title} title={title} value={value}>
          <DataView value={value} name={title} />
        </Section>
      ))}
      {shown.length === 0 && (
        <p className={styles['nothing']}>
          This span recorded no inputs or outputs. Its attributes, as they were sent, stand under Attributes.
        </p>
      )}
    </>
  )
}
