// Edits a value as JSON. Typed text becomes the value as soon as it is valid.
import { useEffect, useId, useState } from 'react'
import { GrowingText } from '../forms/growing-text.tsx'
import { schemaErrors, type CheckedSchema } from './json-check.ts'
import styles from './json-field.module.css'

const formatJson = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? ''

interface ParsedText {
  readonly value?: unknown
  readonly errors: readonly string[]
}

function parseText(text: string, schema: CheckedSchema | undefined): ParsedText {
  try {
    const value: unknown = JSON.parse(text)
    return { value, errors: schema === undefined ? [] : schemaErrors(value, schema) }
  } catch (error) {
    return { errors: [error instanceof Error ? error.message : 'Invalid JSON.'] }
  }
}

export function JsonField({
  label,
  value,
  schema,
  readOnly = false,
  hasTitle = true,
  onValue,
  onErrors,
}: {
  label: string
  value: unknown
  schema?: CheckedSchema | undefined
  readOnly?: boolean
  /** Whether the label is visible above the field. */
  hasTitle?: boolean
  onValue: (value: unknown) => void
  /** Receives the number of errors. */
  onErrors?: (count: number) => void
}) {
  const id = useId()
  const [typedText, setTypedText] = useState<string>()
  const text = typedText ?? formatJson(value)
  const { errors } = parseText(text, schema)
  useEffect(() => {
    onErrors?.(errors.length)
  })
  const onText = (next: string): void => {
    setTypedText(next)
    const result = parseText(next, schema)
    if (result.errors.length === 0) onValue(result.value)
  }
  return (
    <div className={styles['field']}>
      {hasTitle && <span className={styles['label']}>{label}</span>}
      {/* On blur the text is formatted from the value. */}
      <div onBlur={() => errors.length === 0 && setTypedText(undefined)}>
        <GrowingText
          label={label}
          value={text}
          readOnly={readOnly}
          isMono
          isInvalid={errors.length > 0}
          onValue={onText}
        />
      </div>
      {errors.length > 0 && (
        <ul id={id} className={styles['faults']} aria-live="polite">
          {errors.slice(0, 5).map((error) => (
            <li key={error}>{error}</li>
          ))}
          {errors.length > 5 && <li>and {errors.length - 5} more</li>}
        </ul>
      )}
    </div>
  )
}
