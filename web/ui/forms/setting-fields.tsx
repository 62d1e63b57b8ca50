// web/ui/forms: forms and inputs. schema-fields.ts reads fields from a JSON Schema and values from form input.
// questions/ is a form that people answer, form-builder/ edits its questions. Start here.
//
// Fields from a JSON Schema that apply each change at once, for parts of a larger value.
import { useId, useState } from 'react'
import { fieldsOf, readForm, type FormField, type FormSchema } from './schema-fields.ts'
import styles from './setting-fields.module.css'

const textOf = (value: unknown): string =>
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
  const [error, setError] = useState<string>()
  const onChange = (text: string): void => {
    setTyped(text)
    const only = { properties: { [field.name]: schema } }
    const result = readForm(only, { [field.name]: text })
    setError('errors' in result ? result.errors[field.name] : undefined)
    if ('values' in result) onValue(result.values[field.name])
  }
  const common = {
    id,
    value: typed ?? textOf(value),
    disabled: readOnly,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-fault`,
    onBlur: () => error === undefined && setTyped(undefined),
  }
  return (
    <div className={styles['setting']}>
      <label htmlFor={id} title={field.help}>
        {field.label}
      </label>
      {field.kind === 'choice' || field.kind === 'flag' ? (
        <select {...common} onChange={(event) => onChange(event.target.value)}>
          <option value="">–</option>
          {field.choices.map(({ value: text, name }) => (
            <option key={text} value={text}>
              {name}
            </option>
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
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {error !== undefined && (
        <small id={`${id}-fault`} className={styles['fault']}>
          {error}
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
  /** Members that other fields edit. */
  without?: ReadonlySet<string>
  values: Readonly<Record<string, unknown>>
  readOnly?: boolean
  /** Undefined removes the setting. */
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
