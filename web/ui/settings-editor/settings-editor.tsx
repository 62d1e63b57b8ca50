// web/ui/settings-editor: the settings of a program as a form. Start here.
//
// Edits the settings of a program by its schema: short values as fields, long texts as textareas, lists of
// texts as rows, the rest as JSON.
import { Button } from '../button.tsx'
import { GrowingText } from '../forms/growing-text.tsx'
import { JsonField } from '../json/json-field.tsx'
import { fieldsOf, type FormField, type FormSchema } from '../forms/schema-fields.ts'
import { SettingFields, type SettingSuggestion } from '../forms/setting-fields.tsx'
import type { SettingErrors } from '../forms/setting-errors.ts'
import { TextListSetting } from './text-list-setting.tsx'
import { textsOf } from './text-list.ts'
import styles from './settings-editor.module.css'

/** Names of multi-line texts. */
const longNames: ReadonlySet<string> = new Set(['rubric', 'code', 'script', 'prompt', 'instructions'])

/** Several choices are edited as a JSON list. */
const isJson = (kind: FormField['kind']): boolean => kind === 'json' || kind === 'choices'

const isLong = ({ kind, name }: FormField, value: unknown): boolean =>
  isJson(kind) ||
  (kind === 'text' &&
    (longNames.has(name) || (typeof value === 'string' && (value.includes('\n') || value.length > 80))))

type Values = Readonly<Record<string, unknown>>

const ownValue = (values: Values, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

interface LongSettingProps {
  readonly field: FormField
  readonly schema: FormSchema
  readonly value: unknown
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onValue: (value: unknown) => void
}

function TextSetting({ field, value, readOnly, error, onValue }: LongSettingProps) {
  return (
    <>
      <span>
        {field.label}
        {field.isRequired && ' *'}
      </span>
      <GrowingText
        label={field.label}
        value={typeof value === 'string' ? value : ''}
        readOnly={readOnly}
        isMono={field.name === 'code' || field.name === 'script'}
        isInvalid={error !== undefined}
        onValue={(text) => onValue(text === '' ? undefined : text)}
      />
    </>
  )
}

function JsonSetting({ field, schema, value, readOnly, onValue }: LongSettingProps) {
  if (value === undefined) {
    return (
      <Button icon="plus" onClick={() => onValue(schema.type === 'array' ? [] : {})}>
        Add {field.label}
      </Button>
    )
  }
  return (
    <>
      <JsonField label={field.label} value={value} readOnly={readOnly} onValue={onValue} />
      {!readOnly && !field.isRequired && (
        <Button look="quiet" onClick={() => onValue(undefined)}>
          Remove {field.label}
        </Button>
      )}
    </>
  )
}

function LongSetting(props: LongSettingProps) {
  const { field, schema, value, readOnly, error, onValue } = props
  if (readOnly && value === undefined) return undefined
  const texts = textsOf(schema, value)
  return (
    <div className={styles['long']}>
      {texts !== undefined ? (
        <TextListSetting
          label={field.label}
          isRequired={field.isRequired}
          texts={texts}
          readOnly={readOnly}
          isInvalid={error !== undefined}
          onTexts={(next) => onValue(next.length === 0 ? undefined : next)}
        />
      ) : isJson(field.kind) ? (
        <JsonSetting {...props} />
      ) : (
        <TextSetting {...props} />
      )}
      {error !== undefined && <small className={styles['error']}>{error}</small>}
    </div>
  )
}

export function SettingsEditor({
  schema,
  values,
  readOnly = false,
  errors = {},
  suggestions = {},
  onValues,
}: {
  schema: FormSchema
  values: Values
  readOnly?: boolean
  /** Errors by the name of the setting. */
  errors?: SettingErrors
  /** Values to offer, by the name of the setting. */
  suggestions?: Readonly<Record<string, readonly SettingSuggestion[]>>
  onValues: (values: Values) => void
}) {
  const fields = fieldsOf(schema)
  const longFields = fields.filter((field) => isLong(field, ownValue(values, field.name)))
  const onSetting = (name: string, value: unknown): void => {
    const otherEntries = Object.entries(values).filter(([otherName]) => otherName !== name)
    onValues(Object.fromEntries(value === undefined ? otherEntries : [...otherEntries, [name, value]]))
  }
  if (fields.length === 0) return <p className={styles['none']}>No settings.</p>
  return (
    <div className={styles['settings']}>
      <SettingFields
        schema={schema}
        excludedNames={new Set(longFields.map(({ name }) => name))}
        values={values}
        readOnly={readOnly}
        errors={errors}
        suggestions={suggestions}
        onValue={onSetting}
      />
      {longFields.map((field) => (
        <LongSetting
          key={field.name}
          field={field}
          schema={schema.properties?.[field.name] ?? {}}
          value={ownValue(values, field.name)}
          readOnly={readOnly}
          error={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
          onValue={(value) => onSetting(field.name, value)}
        />
      ))}
    </div>
  )
}
