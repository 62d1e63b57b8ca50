// Inputs and outputs of a span, and its exception if it failed.
import type { ReactNode } from 'react'
import { agOf, hasFailed, type Span } from './span.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isLarge } from '../../ui/json/large/marker.ts'
import { PlainText } from '../../ui/content/plain-text.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import { PanelModeSwitch } from '../../ui/content/mode.tsx'
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

function Exception({ span }: { span: Span }) {
  const exception = agOf(span).exception
  if (!hasFailed(span) && exception === undefined) return undefined
  return (
    <div className={styles['exception']}>
      <p>
        <Icon name="alert" size={14} />
        <b>{exception?.type ?? 'Failed'}</b>
      </p>
      <PlainText text={exception?.message ?? span.status_message ?? ''} />
      {exception?.stacktrace !== undefined && (
        <details>
          <summary>Stack trace</summary>
          <PlainText text={exception.stacktrace} />
        </details>
      )}
    </div>
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Spans whose outputs are data, not words of a model. */
const dataTypes: ReadonlySet<string> = new Set(['tool', 'query', 'embedding', 'rerank'])

export function SpanContent({ span }: { span: Span }) {
  const { data = {}, unsupported } = agOf(span)
  const parts = [
    ['Inputs', data.inputs, 'user'],
    ['Outputs', data.outputs, dataTypes.has(span.span_type) ? 'tool' : 'assistant'],
    ['Parameters', data.parameters, 'other'],
    ['Internals', data.internals, 'other'],
    ['Unsupported', unsupported, 'other'],
  ] as const
  const visibleParts = parts.filter(([, value]) => !isEmpty(value))
  return (
    <>
      <Exception span={span} />
      {visibleParts.length > 0 && (
        <div className={styles['mode']}>
          <PanelModeSwitch />
        </div>
      )}
      {visibleParts.map(([title, value, role]) => (
        <Section key={title} title={title} value={value}>
          <ContentView value={value} name={title} role={role} />
        </Section>
      ))}
      {visibleParts.length === 0 && (
        <p className={styles['nothing']}>
          This span has no inputs or outputs. The Attributes tab lists all its attributes.
        </p>
      )}
    </>
  )
}
