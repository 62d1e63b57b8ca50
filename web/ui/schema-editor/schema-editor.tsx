// web/ui/schema-editor: a JSON Schema of an object as a form: names, types, descriptions, required, allowed values, nested
// objects and lists. schema-edit.ts has the edits, which lose nothing. Parts that the form cannot express are JSON fields.
// Start here.
import { useId, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { JsonField } from '../json/json-field.tsx'
import { isRecord, type UnknownRecord } from '../records.ts'
import {
  addProperty,
  allowedValues,
  changeProperty,
  changeType,
  isSchemaType,
  propertiesOf,
  removeProperty,
  renameProperty,
  schemaTypes,
  setRequired,
  typeOfSchema,
  withMember,
  type Property,
  type SchemaType,
} from './schema-edit.ts'
import styles from './schema-editor.module.css'

const typeNames: Readonly<Record<SchemaType, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Integer',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
}

interface PartProps {
  /** The path of the part, for labels: `address.city`. */
  readonly path: string
  readonly schema: UnknownRecord
  readonly readOnly: boolean
  readonly onSchema: (schema: UnknownRecord) => void
}

function TypeSelect({ path, schema, readOnly, onSchema }: PartProps) {
  return (
    <select
      aria-label={`Type of ${path}`}
      value={typeOfSchema(schema)}
      disabled={readOnly}
      onChange={({ target }) => isSchemaType(target.value) && onSchema(changeType(schema, target.value))}
    >
      {schemaTypes.map((type) => (
        <option key={type} value={type}>
          {typeNames[type]}
        </option>
      ))}
    </select>
  )
}

const linesOf = (text: string): readonly string[] => [
  ...new Set(text.split('\n').filter((line) => line !== '')),
]

/** The allowed values, one per line. */
function AllowedValues({ path, schema, readOnly, onSchema }: PartProps) {
  const values = allowedValues(schema)
  const [typedText, setTypedText] = useState<string>()
  if (values === undefined || (values.length === 0 && readOnly)) return undefined
  if (values.length === 0 && typedText === undefined) {
    return (
      <Button look="quiet" icon="plus" onClick={() => setTypedText('')}>
        Add allowed values
      </Button>
    )
  }
  return (
    <textarea
      aria-label={`Allowed values of ${path}`}
      placeholder="One allowed value per line"
      rows={3}
      readOnly={readOnly}
      value={typedText ?? values.join('\n')}
      onChange={({ target }) => {
        setTypedText(target.value)
        const next = linesOf(target.value)
        onSchema(withMember(schema, ['enum', next.length === 0 ? undefined : next]))
      }}
      onBlur={() => setTypedText(undefined)}
    />
  )
}

/** The parts below a property: allowed values, properties of an object, items of a list. */
function NestedParts(part: PartProps) {
  const { path, schema, readOnly, onSchema } = part
  switch (typeOfSchema(schema)) {
    case 'string':
      return <AllowedValues {...part} />
    case 'object':
      return <SchemaFields {...part} />
    case 'array': {
      const { items } = schema
      const itemProps = {
        ...part,
        path: `${path}[]`,
        onSchema: (next: UnknownRecord) => onSchema({ ...schema, items: next }),
      }
      if (!isRecord(items) || typeOfSchema(items) === undefined) {
        return (
          <JsonField
            label={`Items of ${path}`}
            value={items ?? {}}
            readOnly={readOnly}
            onValue={(next) => onSchema({ ...schema, items: next })}
          />
        )
      }
      return (
        <div className={styles['items']}>
          <span>
            of <TypeSelect {...itemProps} schema={items} />
          </span>
          <NestedParts {...itemProps} schema={items} />
        </div>
      )
    }
    default:
      return undefined
  }
}

function NameInput({
  name,
  names,
  path,
  readOnly,
  onName,
}: {
  name: string
  names: readonly string[]
  path: string
  readOnly: boolean
  onName: (name: string) => void
}) {
  const id = useId()
  const [typedText, setTypedText] = useState<string>()
  const text = typedText ?? name
  const isTaken = text !== name && names.includes(text)
  const error = text === '' ? 'A field needs a name.' : isTaken ? 'Another field has this name.' : undefined
  return (
    <>
      <input
        aria-label={`Name of ${path}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        value={text}
        readOnly={readOnly}
        spellCheck={false}
        onChange={({ target }) => {
          setTypedText(target.value)
          if (target.value !== '' && !names.includes(target.value)) onName(target.value)
        }}
        onBlur={() => setTypedText(undefined)}
      />
      {error !== undefined && (
        <small id={id} className={styles['error']}>
          {error}
        </small>
      )}
    </>
  )
}

function PropertyHead({ property, editorProps }: { property: Property; editorProps: PartProps }) {
  const { schema, readOnly, onSchema, path: parent } = editorProps
  const { name, isRequired } = property
  const path = parent === '' ? name : `${parent}.${name}`
  return (
    <div className={styles['head']}>
      <NameInput
        name={name}
        names={propertiesOf(schema).map((one) => one.name)}
        path={path}
        readOnly={readOnly}
        onName={(to) => onSchema(renameProperty(schema, { from: name, to }))}
      />
      {isRecord(property.schema) && typeOfSchema(property.schema) !== undefined && (
        <TypeSelect
          path={path}
          schema={property.schema}
          readOnly={readOnly}
          onSchema={(next) => onSchema(changeProperty(schema, { name, schema: next }))}
        />
      )}
      <label>
        <input
          type="checkbox"
          aria-label={`${path} is required`}
          checked={isRequired}
          disabled={readOnly}
          onChange={({ target }) => onSchema(setRequired(schema, { name, isRequired: target.checked }))}
        />
        Required
      </label>
      {!readOnly && (
        <IconButton
          icon="trash"
          label={`Remove ${path}`}
          onClick={() => onSchema(removeProperty(schema, name))}
        />
      )}
    </div>
  )
}

function PropertyRow({ property, editorProps }: { property: Property; editorProps: PartProps }) {
  const { schema: parentSchema, readOnly, onSchema: onParent, path: parent } = editorProps
  const { name, schema } = property
  const path = parent === '' ? name : `${parent}.${name}`
  const onSchema = (next: unknown): void => onParent(changeProperty(parentSchema, { name, schema: next }))
  const isForm = isRecord(schema) && typeOfSchema(schema) !== undefined
  return (
    <li className={styles['property']}>
      <PropertyHead property={property} editorProps={editorProps} />
      {isForm ? (
        <>
          <input
            aria-label={`Description of ${path}`}
            placeholder="Description for the model"
            value={typeof schema['description'] === 'string' ? schema['description'] : ''}
            readOnly={readOnly}
            onChange={({ target: { value } }) =>
              onSchema(withMember(schema, ['description', value === '' ? undefined : value]))
            }
          />
          <NestedParts path={path} schema={schema} readOnly={readOnly} onSchema={onSchema} />
        </>
      ) : (
        <JsonField label={`Schema of ${path}`} value={schema} readOnly={readOnly} onValue={onSchema} />
      )}
    </li>
  )
}

export function SchemaFields(part: PartProps) {
  const { path, schema, readOnly, onSchema } = part
  const properties = propertiesOf(schema)
  return (
    <div className={styles['fields']}>
      {properties.length > 0 && (
        <ul aria-label={path === '' ? 'Fields' : `Fields of ${path}`}>
          {properties.map((property, at) => (
            // A renamed property keeps its position and its focus.
            <PropertyRow key={at} property={property} editorProps={part} />
          ))}
        </ul>
      )}
      {!readOnly && (
        <Button look="quiet" icon="plus" onClick={() => onSchema(addProperty(schema))}>
          {path === '' ? 'Add field' : `Add field to ${path}`}
        </Button>
      )}
    </div>
  )
}
