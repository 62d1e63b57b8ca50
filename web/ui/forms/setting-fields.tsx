// web/ui/forms: forms and inputs. schema-fields.ts reads fields from a JSON Schema and values from form input.
// questions/ is a form that people answer, form-builder/ edits its questions. Start here.
//
// Fields from a JSON Schema that apply each change at once, for parts of a larger value.
import { useId, useState } from 'react'
import { fieldsOf, readForm, type FormField, type FormSchema } from './schema-fields.ts'
import styles from './setting-fields.module.css'

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** A value that a text field offers while somebody types. */
export interface SettingSuggestion {
  readonly value: string
  readonly note: string
}

interface InputProps {
  readonly field: FormField
  readonly suggestions: readonly SettingSuggestion[]
  readonly attributes: { readonly id: string; readonly value: string }
  readonly onText: (text: string) => void
}

function ChoiceInput({ field, attributes, onText }: InputProps) {
  const defaultChoice = field.choices.find(({ value }) => value === field.initial)
  return (
    <select {...attributes} onChange={(event) => onText(event.target.value)}>
      <option value="">{defaultChoice === undefined ? '–' : `Default: ${defaultChoice.name}`}</option>
      {field.choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** A setting without a value shows the default that applies, or its range. */
const placeholderOf = ({ initial, minimum, maximum }: FormField): string | undefined =>
  initial !== ''
    ? `Default: ${initial}`
    : minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : undefined

function SettingInput(props: InputProps) {
  const { field, suggestions, attributes, onText } = props
  if (field.kind === 'choice' || field.kind === 'flag') return <ChoiceInput {...props} />
  const isNumber = field.kind === 'number' || field.kind === 'integer'
  const list = suggestions.length === 0 ? undefined : `${attributes.id}-list`
  const note = suggestions.find(({ value }) => value === attributes.value)?.note
  return (
    <div className={styles['suggested']}>
      <input
        {...attributes}
        list={list}
        type={isNumber ? 'number' : 'text'}
        step={field.kind === 'integer' ? 1 : 'any'}
        min={field.minimum}
        max={field.maximum}
        placeholder={placeholderOf(field)}
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
      {list !== undefined && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion.value} value={suggestion.value} label={suggestion.note} />
          ))}
        </datalist>
      )}
      {note !== undefined && <small>{note}</small>}
    </div>
  )
}

interface SettingProps {
  readonly field: FormField
  readonly suggestions: readonly SettingSuggestion[]
  readonly schema: FormSchema
  readonly value: unknown
  readonly readOnly: boolean
  /** An error from outside of the field, such as a rejection of the server. */
  readonly serverError: string | undefined
  readonly onValue: (value: unknown) => void
}

function Setting({ field, suggestions, schema, value, readOnly, serverError, onValue }: SettingProps) {
  const id = useId()
  const [typedText, setTypedText] = useState<string>()
  const [typedError, setError] = useState<string>()
  const error = typedError ?? serverError
  const onChange = (text: string): void => {
    setTypedText(text)
    const fieldSchema = { properties: { [field.name]: schema } }
    const result = readForm(fieldSchema, { [field.name]: text })
    setError('errors' in result ? result.errors[field.name] : undefined)
    if ('values' in result) onValue(result.values[field.name])
  }
  const attributes = {
    id,
    value: typedText ?? textOf(value),
    disabled: readOnly,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-fault`,
    onBlur: () => typedError === undefined && setTypedText(undefined),
  }
  return (
    <div className={styles['setting']}>
      <label htmlFor={id} title={field.help}>
        {field.label}
        {field.isRequired && ' *'}
      </label>
      <SettingInput field={field} suggestions={suggestions} attributes={attributes} onText={onChange} />
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
  excludedNames,
  values,
  readOnly = false,
  errors = {},
  suggestions = {},
  onValue,
}: {
  schema: FormSchema
  /** Members that other fields edit. */
  excludedNames?: ReadonlySet<string>
  values: Readonly<Record<string, unknown>>
  readOnly?: boolean
  /** Errors from outside of the fields, by name. */
  errors?: Readonly<Record<string, string>>
  /** Values to offer, by name. */
  suggestions?: Readonly<Record<string, readonly SettingSuggestion[]>>
  /** Undefined removes the setting. */
  onValue: (name: string, value: unknown) => void
}) {
  const fields = fieldsOf(schema).filter(
    ({ name }) => excludedNames?.has(name) !== true && (!readOnly || Object.hasOwn(values, name)),
  )
  return (
    <div className={styles['settings']}>
      {fields.map((field) => (
        <Setting
          key={field.name}
          field={field}
          suggestions={(Object.hasOwn(suggestions, field.name) ? suggestions[field.name] : undefined) ?? []}
          schema={schema.properties?.[field.name] ?? {}}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          readOnly={readOnly}
          serverError={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
          onValue={(value) => onValue(field.name, value)}
        />
      ))}
    </div>
  )
}
