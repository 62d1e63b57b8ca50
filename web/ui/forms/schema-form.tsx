// web/ui/forms: forms and inputs. schema-fields.ts reads fields from a JSON Schema and values from form input.
// schema-form.tsx is a form with a submit button; setting-fields.tsx applies each change at once.
// Start here.
//
// A form generated from a JSON Schema.
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../button.tsx'
import { fieldsOf, readForm, type FormField, type FormSchema } from './schema-fields.ts'
import { Segments } from '../segments.tsx'
import styles from '../form.module.css'

function Input({
  field,
  id,
  value,
  onValue,
  error,
}: {
  field: FormField
  id: string
  value: string
  onValue: (text: string) => void
  error: string | undefined
}) {
  const common = {
    id,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-help`,
    required: field.required,
  }
  switch (field.kind) {
    case 'flag':
      return (
        <Segments
          label={field.label}
          value={value}
          onValue={(next) => onValue(next === value ? '' : next)}
          options={[
            { value: 'true', name: 'Yes' },
            { value: 'false', name: 'No' },
          ]}
        />
      )
    case 'choice':
      return (
        <select {...common} onChange={(event) => onValue(event.target.value)}>
          <option value="">–</option>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )
    case 'number':
    case 'integer':
      return (
        <input
          {...common}
          type="number"
          step={field.kind === 'integer' ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          onChange={(event) => onValue(event.target.value)}
        />
      )
    default:
      return <textarea {...common} rows={2} onChange={(event) => onValue(event.target.value)} />
  }
}

export function SchemaForm({
  schema,
  submit,
  busy,
  onSubmit,
}: {
  schema: FormSchema
  submit: string
  busy: boolean
  onSubmit: (values: Readonly<Record<string, unknown>>) => void
}) {
  const fields = fieldsOf(schema)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const id = useId()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const result = readForm(schema, typed)
    if ('errors' in result) setErrors(result.errors)
    else {
      setErrors({})
      onSubmit(result.values)
    }
  }
  return (
    <form className={styles['form']} onSubmit={handleSubmit} noValidate>
      {fields.map((field) => (
        <div key={field.name} className={styles['field']}>
          {field.kind === 'flag' ? (
            <span className={styles['legend']}>{field.label}</span>
          ) : (
            <label htmlFor={`${id}-${field.name}`}>
              {field.label}
              {field.required && ' *'}
            </label>
          )}
          <Input
            field={field}
            id={`${id}-${field.name}`}
            value={typed[field.name] ?? ''}
            onValue={(text) => setTyped({ ...typed, [field.name]: text })}
            error={errors[field.name]}
          />
          <small id={`${id}-${field.name}-help`}>
            {errors[field.name] === undefined ? (
              field.help
            ) : (
              <span className={styles['fault']}>{errors[field.name]}</span>
            )}
          </small>
        </div>
      ))}
      <div className={styles['actions']}>
        <Button type="submit" look="main" disabled={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
