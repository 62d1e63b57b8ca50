// Settings by a JSON Schema, each of which counts at once: for parts of a larger value, where a form with a button would be in the way.
import { useId, useState } from 'react'
import { fieldsOf, readForm, type FormField, type FormSchema } from './schema-fields.ts'
import styles from './setting-fields.module.css'

const written = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function Setting({
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
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const changed = (text: string): void => {
    setTyped(text)
    const only = { properties: { [field.name]: schema } }
    const read = readForm(only, { [field.name]: text })
    setFault('faults' in read ? read.faults[field.name] : undefined)
    if ('values' in read) onValue(read.values[field.name])
  }
  const common = {
    id,
    value: typed ?? written(value),
    disabled: readOnly,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    onBlur: () => fault === undefined && setTyped(undefined),
  }
  return (
    <div className={styles['setting']}>
      <label htmlFor={id} title={field.help}>
        {field.label}
      </label>
      {field.kind === 'choice' || field.kind === 'flag' ? (
        <select {...common} onChange={(event) => changed(event.target.value)}>
          <option value="">–</option>
          {(field.kind === 'flag' ? ['true', 'false'] : field.choices).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={field.kind === 'number' || field.kind === 'integer' ? 'number' : 'text'}
          step={field.kind === 'integer' ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          spellCheck={false}
          onChange={(event) => changed(event.target.value)}
        />
      )}
      {fault !== undefined && (
        <small id={`${id}-fault`} className={styles['fault']}>
          {fault}
        </small>
      )}
    </div>
  )
}

export function SettingFields({
  schema,
  without,
  values,
  readOnly = false,
  onValue,
}: {
  schema: FormSchema
  /** Members that are edited elsewhere. */
  without?: ReadonlySet<string>
  values: Readonly<Record<string, unknown>>
  readOnly?: boolean
  /** Undefined: the setting is taken away. */
  onValue: (name: string, value: unknown) => void
}) {
  const fields = fieldsOf(schema).filter(
    ({ name }) => without?.has(name) !== true && (!readOnly || Object.hasOwn(values, name)),
  )
  return (
    <div className={styles['settings']}>
      {fields.map((field) => (
        <Setting
          key={field.name}
          field={field}
          schema={schema.properties?.[field.name] ?? {}}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          readOnly={readOnly}
          onValue={(value) => onValue(field.name, value)}
        />
      ))}
    </div>
  )
}
