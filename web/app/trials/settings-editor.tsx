// Edits the settings of a program by its schema: short values as fields, long texts as textareas, the rest as JSON.
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { GrowingText } from '../../ui/forms/growing-text.tsx'
import { JsonField } from '../../ui/json/json-field.tsx'
import { fieldsOf, type FormField, type FormSchema } from '../../ui/forms/schema-fields.ts'
import { SettingFields } from '../../ui/forms/setting-fields.tsx'
import type { Values } from './program.ts'
import styles from './settings-editor.module.css'

/** Names of multi-line texts. */
const longNames: ReadonlySet<string> = new Set(['rubric', 'code', 'script', 'prompt', 'instructions'])

const isLong = ({ kind, name }: FormField, value: unknown): boolean =>
  kind === 'json' ||
  (kind === 'text' &&
    (longNames.has(name) || (typeof value === 'string' && (value.includes('\n') || value.length > 80))))

const ownValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

function LongSetting({
  field,
  schema,
  value,
  readOnly,
  onValue,
}: {
  field: FormField
  schema: FormSchema
  value: unknown
  readOnly: boolean
  onValue: (value: unknown) => void
}) {
  const id = useId()
  if (field.kind !== 'json') {
    return (
      <div className={styles['long']}>
        <span id={id}>{field.label}</span>
        <GrowingText
          label={field.label}
          value={typeof value === 'string' ? value : ''}
          readOnly={readOnly}
          mono={field.name === 'code' || field.name === 'script'}
          onValue={(text) => onValue(text === '' ? undefined : text)}
        />
      </div>
    )
  }
  if (value === undefined) {
    return readOnly ? undefined : (
      <Button icon="plus" onClick={() => onValue(schema.type === 'array' ? [] : {})}>
        {field.label}
      </Button>
    )
  }
  return (
    <div className={styles['long']}>
      <JsonField label={field.label} value={value} readOnly={readOnly} onValue={onValue} />
      {!readOnly && !field.required && (
        <Button look="quiet" onClick={() => onValue(undefined)}>
          Remove {field.label}
        </Button>
      )}
    </div>
  )
}

export function SettingsEditor({
  schema,
  values,
  readOnly = false,
  onValues,
}: {
  schema: FormSchema
  values: Values
  readOnly?: boolean
  onValues: (values: Values) => void
}) {
  const fields = fieldsOf(schema)
  const long = fields.filter((field) => isLong(field, ownValue(values, field.name)))
  const onSetting = (name: string, value: unknown): void => {
    const others = Object.entries(values).filter(([own]) => own !== name)
    onValues(Object.fromEntries(value === undefined ? others : [...others, [name, value]]))
  }
  if (fields.length === 0) return <p className={styles['none']}>No settings.</p>
  return (
    <div className={styles['settings']}>
      <SettingFields
        schema={schema}
        without={new Set(long.map(({ name }) => name))}
        values={values}
        readOnly={readOnly}
        onValue={onSetting}
      />
      {long.map((field) => (
        <LongSetting
          key={field.name}
          field={field}
          schema={schema.properties?.[field.name] ?? {}}
          value={ownValue(values, field.name)}
          readOnly={readOnly}
          onValue={(value) => onSetting(field.name, value)}
        />
      ))}
    </div>
  )
}
