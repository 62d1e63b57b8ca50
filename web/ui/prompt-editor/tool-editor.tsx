// The tools of a prompt and its response format: a form with the JSON beside it. A value that the form cannot express is only
// JSON.
import { useId, type ReactNode } from 'react'
import { Button, IconButton } from '../button.tsx'
import { JsonField } from '../json/json-field.tsx'
import { isRecord, membersOf, type UnknownRecord } from '../records.ts'
import { withMember } from '../schema-editor/schema-edit.ts'
import { SchemaFields } from '../schema-editor/schema-editor.tsx'
import { changeSetting, type Prompt } from './prompt.ts'
import styles from './tool-editor.module.css'

interface Part {
  prompt: Prompt
  readOnly: boolean
  onPrompt: (prompt: Prompt) => void
}

interface ValueProps {
  readonly label: string
  readonly value: unknown
  readonly readOnly: boolean
  readonly onValue: (value: unknown) => void
}

const newTool = {
  type: 'function',
  function: {
    name: 'look_up',
    description: 'Description of the tool.',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
}

const newFormat = (type: string): unknown =>
  type === 'json_schema'
    ? {
        type,
        json_schema: {
          name: 'answer',
          schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
        },
      }
    : { type }

/** Names that providers accept. */
const namePattern = /^[A-Za-z0-9_-]{1,64}$/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function NameField({
  label,
  value,
  readOnly,
  onValue,
}: Omit<ValueProps, 'onValue'> & { onValue: (name: string) => void }) {
  const id = useId()
  const text = textOf(value)
  const isValid = namePattern.test(text)
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={text}
        readOnly={readOnly}
        spellCheck={false}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : `${id}-error`}
        onChange={({ target }) => onValue(target.value)}
      />
      {!isValid && (
        <small id={`${id}-error`} className={styles['error']}>
          Use 1 to 64 letters, digits, _ or -.
        </small>
      )}
    </div>
  )
}

/** Strict: the provider enforces the schema. */
function StrictField({
  record,
  readOnly,
  onRecord,
}: {
  record: UnknownRecord
  readOnly: boolean
  onRecord: (record: UnknownRecord) => void
}) {
  return (
    <label className={styles['flag']} title="The provider enforces the schema, if it can">
      <input
        type="checkbox"
        checked={record['strict'] === true}
        disabled={readOnly}
        onChange={({ target }) => onRecord(withMember(record, ['strict', target.checked ? true : undefined]))}
      />
      Strict
    </label>
  )
}

/** A form, and the same value as JSON beside it, or below it where the space is narrow. */
function WithJson({ children, ...json }: ValueProps & { children?: ReactNode }) {
  return (
    <div className={styles['pair']}>
      {children !== undefined && <div className={styles['form']}>{children}</div>}
      <JsonField {...json} />
    </div>
  )
}

function ParameterFields({ label, value, readOnly, onValue }: ValueProps) {
  if (value !== undefined && !(isRecord(value) && value['type'] === 'object')) {
    return <JsonField label={label} value={value} readOnly={readOnly} onValue={onValue} />
  }
  const schema = isRecord(value) ? value : { type: 'object', properties: {} }
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      <SchemaFields path="" schema={schema} readOnly={readOnly} onSchema={onValue} />
    </fieldset>
  )
}

function ToolFields({
  value: tool,
  readOnly,
  onValue,
  definition,
}: ValueProps & { definition: UnknownRecord }) {
  const id = useId()
  const onDefinition = (next: UnknownRecord): void => onValue({ ...membersOf(tool), function: next })
  return (
    <>
      <NameField
        label="Name"
        value={definition['name']}
        readOnly={readOnly}
        onValue={(name) => onDefinition({ ...definition, name })}
      />
      <div className={styles['field']}>
        <label htmlFor={id}>Description</label>
        <textarea
          id={id}
          rows={2}
          value={textOf(definition['description'])}
          readOnly={readOnly}
          onChange={({ target }) => onDefinition({ ...definition, description: target.value })}
        />
      </div>
      <ParameterFields
        label="Parameters"
        value={definition['parameters']}
        readOnly={readOnly}
        onValue={(parameters) => onDefinition({ ...definition, parameters })}
      />
      <StrictField record={definition} readOnly={readOnly} onRecord={onDefinition} />
    </>
  )
}

function ToolCard(props: ValueProps) {
  const { value } = props
  const definition = isRecord(value) && value['type'] === 'function' ? value['function'] : undefined
  return (
    <WithJson {...props}>
      {isRecord(definition) ? <ToolFields {...props} definition={definition} /> : undefined}
    </WithJson>
  )
}

export function Tools({ prompt, readOnly, onPrompt }: Part) {
  const { tools } = prompt.llm_config ?? {}
  const list: readonly unknown[] = Array.isArray(tools) ? tools : []
  const onTools = (next: readonly unknown[]): void =>
    onPrompt(changeSetting(prompt, 'tools', next.length === 0 ? undefined : next))
  if (readOnly && list.length === 0) return undefined
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Tools</h2>
      {list.map((tool, at) => (
        // Tools have no ids.
        <section key={at} className={styles['card']} aria-label={`Tool ${at + 1}`}>
          <ToolCard
            label={`Tool ${at + 1} as JSON`}
            value={tool}
            readOnly={readOnly}
            onValue={(next) => onTools(list.with(at, next))}
          />
          {!readOnly && (
            <IconButton
              icon="trash"
              label={`Remove tool ${at + 1}`}
              onClick={() => onTools(list.toSpliced(at, 1))}
            />
          )}
        </section>
      ))}
      {!readOnly && (
        <Button icon="plus" onClick={() => onTools([...list, newTool])}>
          Add tool
        </Button>
      )}
    </section>
  )
}

function FormatSchema(props: ValueProps) {
  const { value, readOnly, onValue } = props
  const jsonSchema = membersOf(value)['json_schema']
  if (!isRecord(jsonSchema)) return <WithJson {...props} />
  const onJsonSchema = (next: UnknownRecord): void => onValue({ ...membersOf(value), json_schema: next })
  return (
    <WithJson {...props}>
      <NameField
        label="Name"
        value={jsonSchema['name']}
        readOnly={readOnly}
        onValue={(name) => onJsonSchema({ ...jsonSchema, name })}
      />
      <ParameterFields
        label="Schema"
        value={jsonSchema['schema']}
        readOnly={readOnly}
        onValue={(schema) => onJsonSchema({ ...jsonSchema, schema })}
      />
      <StrictField record={jsonSchema} readOnly={readOnly} onRecord={onJsonSchema} />
    </WithJson>
  )
}

export function ResponseFormat({ prompt, readOnly, onPrompt }: Part) {
  const id = useId()
  const format = prompt.llm_config?.['response_format']
  const { type = 'text' } = membersOf(format)
  if (readOnly && format === undefined) return undefined
  const onFormat = (next: unknown): void => onPrompt(changeSetting(prompt, 'response_format', next))
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>
        <label htmlFor={id}>Response format</label>
      </h2>
      <select
        id={id}
        className={styles['select']}
        value={String(type)}
        disabled={readOnly}
        onChange={({ target }) => onFormat(target.value === 'text' ? undefined : newFormat(target.value))}
      >
        <option value="text">Text</option>
        <option value="json_object">JSON object</option>
        <option value="json_schema">JSON schema</option>
      </select>
      {type === 'json_schema' && (
        <div className={styles['card']}>
          <FormatSchema
            label="Response format as JSON"
            value={format}
            readOnly={readOnly}
            onValue={onFormat}
          />
        </div>
      )}
    </section>
  )
}
