// web/ui/forms: forms and inputs. schema-fields.ts reads fields from a JSON Schema and values from form input.
// questions/ is a form that people answer, form-builder/ edits its questions. Start here.
//
// Fields from a JSON Schema that apply each change at once, for parts of a larger value.
import { useId, useState } from 'react'
import { fieldsOf, readForm, type FormField, type FormSchema } from './schema-fields.ts'
import styles from './setting-fields.module.css'

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A setting without a value shows the default that applies. */
function SettingInput({
  field,
  attributes,
  onText,
}: {
  field: FormField
  attributes: { readonly id: string; readonly value: string }
  onText: (text: string) => void
}) {
  if (field.kind === 'choice' || field.kind === 'flag') {
    const standard = field.choices.find(({ value }) => value === field.initial)
    return (
      <select {...attributes} onChange={(event) => onText(event.target.value)}>
        <option value="">{standard === undefined ? '–' : `Default: ${standard.name}`}</option>
        {field.choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  const isNumber = field.kind === 'number' || field.kind === 'integer'
  return (
    <input
      {...attributes}
      type={isNumber ? 'number' : 'text'}
      step={field.kind === 'integer' ? 1 : 'any'}
      min={field.minimum}
      max={field.maximum}
      placeholder={field.initial === '' ? undefined : `Default: ${field.initial}`}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
    />
  )
}

function Setting({
  field,
  schema,
  value,
  readOnly,
  refusal,
  onValue,
}: {
  field: FormField
  schema: FormSchema
  value: unknown
  readOnly: boolean
  /** An error that was found outside of the field. */
  refusal: string | undefined
  onValue: (value: unknown) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [typedError, setError] = useState<string>()
  const error = typedError ?? refusal
  const onChange = (text: string): void => {
    setTyped(text)
    const only = { properties: { [field.name]: schema } }
    const result = readForm(only, { [field.name]: text })
    setError('errors' in result ? result.errors[field.name] : undefined)
    if ('values' in result) onValue(result.values[field.name])
  }
  const attributes = {
    id,
    value: typed ?? textOf(value),
    disabled: readOnly,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-fault`,
    onBlur: () => typedError === undefined && setTyped(undefined),
  }
  return (
    <div className={styles['setting']}>
      <label htmlFor={id} title={field.help}>
        {field.label}
        {field.required && ' *'}
      </label>
      <SettingInput field={field} attributes={attributes} onText={onChange} />
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
  errors = {},
  onValue,
}: {
  schema: FormSchema
  /** Members that other fields edit. */
  without?: ReadonlySet<string>
  values: Readonly<Record<string, unknown>>
  readOnly?: boolean
  /** Errors that were found outside of the fields, by name. */
  errors?: Readonly<Record<string, string>>
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
          refusal={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
          onValue={(value) => onValue(field.name, value)}
        />
      ))}
    </div>
  )
}
