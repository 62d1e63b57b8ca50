// A value that is edited as JSON. What is typed becomes the value as soon as it is one, and satisfies what is asked of it.
import { useEffect, useId, useState } from 'react'
import { GrowingText } from '../forms/growing-text.tsx'
import { schemaErrors, type CheckedSchema } from './json-check.ts'
import styles from './json-field.module.css'

const written = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? ''

interface Read {
  readonly value?: unknown
  readonly faults: readonly string[]
}

function read(text: string, schema: CheckedSchema | undefined): Read {
  try {
    const value = JSON.parse(text) as unknown
    return { value, faults: schema === undefined ? [] : schemaErrors(value, schema) }
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : 'This is not JSON.'] }
  }
}

export function JsonField({
  label,
  value,
  schema,
  readOnly = false,
  titled = true,
  onValue,
  onFaults,
}: {
  label: string
  value: unknown
  schema?: CheckedSchema | undefined
  readOnly?: boolean
  /** The label stands above it. */
  titled?: boolean
  onValue: (value: unknown) => void
  /** How many things are wrong with what is typed. */
  onFaults?: (count: number) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? written(value)
  const { faults } = read(text, schema)
  useEffect(() => {
    onFaults?.(faults.length)
  })
  const changed = (next: string): void => {
    setTyped(next)
    const now = read(next, schema)
    if (now.faults.length === 0) onValue(now.value)
  }
  return (
    <div className={styles['field']}>
      {titled && <span className={styles['label']}>{label}</span>}
      {/* Whoever leaves the field sees what it is worth. */}
      <div onBlur={() => faults.length === 0 && setTyped(undefined)}>
        <GrowingText
          label={label}
          value={text}
          readOnly={readOnly}
          mono
          invalid={faults.length > 0}
          onValue={changed}
        />
      </div>
      {faults.length > 0 && (
        <ul id={id} className={styles['faults']} role="status">
          {faults.slice(0, 5).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faults.length > 5 && <li>and {faults.length - 5} more</li>}
        </ul>
      )}
    </div>
  )
}
