// Shows or edits a payload: a prompt or a feedback form in its own editor, everything as JSON.
import { membersOf } from '../../ui/records.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { useSession } from '../session.tsx'
import { SettingsEditor } from '../../ui/settings-editor/settings-editor.tsx'
import { settingErrors } from '../../ui/forms/setting-errors.ts'
import { JsonField } from '../../ui/json/json-field.tsx'
import type { CheckedSchema } from '../../ui/json/json-check.ts'
import { PromptEditor } from '../../ui/prompt-editor/prompt-editor.tsx'
import { promptOf } from '../../ui/prompt-editor/prompt.ts'
import { Segments } from '../../ui/segments.tsx'
import { embedsIn } from '../../ui/prompt-editor/template.ts'
import { variablesOf } from '../../ui/prompt-editor/variables.ts'
import type { Json, JsonObject } from './client.ts'
import { isObject, toJson } from './delta.ts'
import { EmbedChip } from './embed-chip.tsx'
import { embedOptionsQuery } from './prompts/embed-options.ts'
import { FeedbackEditor, isFeedback } from './feedback-editor.tsx'
import { useModels } from './prompts/model-options.ts'
import { PromptPreview, type RowPickerView, type RowValues } from './prompts/prompt-preview.tsx'
import styles from './payload-editor.module.css'

/** Members that responses add to a payload; they are not editable. */
const responseMembers = new Set(['schemas', 'url'])

const parametersSchema = (data: JsonObject): CheckedSchema | undefined => {
  const { schemas } = data
  const schema = isObject(schemas) ? schemas['parameters'] : undefined
  return isObject(schema) ? schema : undefined
}

/** The payload without members that responses add. Custom programs keep them. */
function editablePart(data: JsonObject): JsonObject {
  const { uri } = data
  const isManaged = typeof uri === 'string' && /^(agenta|assay):/.test(uri)
  // The schemas of a feedback form are its content.
  if (!isManaged || isFeedback(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !responseMembers.has(name)))
}

/** The embeds of a payload, as texts or objects. */
function embedsOf(value: Json): readonly Json[] {
  if (typeof value === 'string') return embedsIn(value)
  if (Array.isArray(value)) return value.flatMap(embedsOf)
  if (!isObject(value)) return []
  return Object.hasOwn(value, '@ag.embed') ? [value] : Object.values(value).flatMap(embedsOf)
}

function Embeds({ data }: { data: JsonObject }) {
  const embeds = new Map(embedsOf(data).map((embed) => [JSON.stringify(embed), embed]))
  if (embeds.size === 0) return undefined
  return (
    <ul className={styles['embeds']} aria-label="Embeds">
      {[...embeds].map(([text, embed]) => (
        <li key={text}>
          <EmbedChip source={embed} />
        </li>
      ))}
    </ul>
  )
}

/** The payload as JSON. */
export function PayloadJson({
  data,
  onData,
}: {
  data: JsonObject
  onData: ((data: JsonObject) => void) | undefined
}) {
  const editableData = editablePart(data)
  const parameters = parametersSchema(data)
  const schema: CheckedSchema = {
    type: 'object',
    ...(parameters === undefined ? {} : { properties: { parameters } }),
  }
  return (
    <div className={styles['json']}>
      <Embeds data={editableData} />
      <JsonField
        label="Payload as JSON"
        hasTitle={false}
        value={editableData}
        schema={schema}
        readOnly={onData === undefined}
        onValue={(value) => {
          const rest = Object.entries(data).filter(([name]) => !Object.hasOwn(editableData, name))
          onData?.({ ...toJson(membersOf(value)), ...Object.fromEntries(rest) })
        }}
      />
    </div>
  )
}

interface PayloadForm {
  readonly name: string
  readonly editor: ReactNode
  readonly preview?: ReactNode
}

interface PayloadProps {
  readonly data: JsonObject
  /** A new value resets the typed text. The view and the row of the preview stay. */
  readonly textKey: string
  /** Receives the edited payload; absent: the editor is read-only. */
  readonly onData?: ((data: JsonObject) => void) | undefined
  /** The row of the page, if it has one: templates are checked and previewed with it. */
  readonly row?: RowValues | undefined
  /** Offers rows of testsets for the preview. */
  readonly rowPicker?: RowPickerView | undefined
  /** The editor of a kind whose payload is no program. */
  readonly form?: PayloadForm | undefined
}

/** The editor of a prompt and its preview share the selected row. */
function usePromptRow(row: RowValues | undefined) {
  const { api } = useSession()
  const [selectedRow, setSelectedRow] = useState<RowValues>()
  const [isCompleting, setIsCompleting] = useState(false)
  const { data: embeds } = useQuery({ ...embedOptionsQuery(api), enabled: isCompleting })
  return {
    values: selectedRow ?? row,
    setSelectedRow,
    embeds,
    onCompletion: () => setIsCompleting(true),
  }
}

/** The editor of the kind of payload, and its name; undefined: the payload is only JSON. */
function usePayloadForm({ data, onData, row, rowPicker }: PayloadProps): PayloadForm | undefined {
  const { values, setSelectedRow, embeds, onCompletion } = usePromptRow(row)
  const { parameters } = data
  const models = useModels(parameters)
  if (isFeedback(data)) return { name: 'Form', editor: <FeedbackEditor data={data} onData={onData} /> }
  const prompt = promptOf(parameters)
  if (prompt === undefined || !isObject(parameters)) {
    const schema = parametersSchema(data)
    if (schema?.properties === undefined) return undefined
    return {
      name: 'Settings',
      editor: (
        <SettingsEditor
          schema={schema}
          values={isObject(parameters) ? parameters : {}}
          readOnly={onData === undefined}
          suggestions={{ model: models }}
          errors={settingErrors(schema, isObject(parameters) ? parameters : {})}
          onValues={(next) => onData?.({ ...data, parameters: toJson(next) })}
        />
      ),
    }
  }
  const onChange =
    onData &&
    ((next: typeof prompt) => onData({ ...data, parameters: { ...parameters, prompt: toJson(next) } }))
  return {
    name: 'Prompt',
    editor: (
      <PromptEditor
        value={prompt}
        models={models}
        embed={(source) => <EmbedChip source={source} />}
        values={values}
        embeds={embeds}
        onCompletion={onCompletion}
        onChange={onChange}
      />
    ),
    preview: (
      <PromptPreview
        data={data}
        variables={variablesOf(prompt)}
        values={values}
        rowPicker={rowPicker}
        onValues={setSelectedRow}
      />
    ),
  }
}

export function PayloadEditor(props: PayloadProps) {
  const { data, textKey, onData } = props
  const programForm = usePayloadForm(props)
  const form = props.form ?? programForm
  const [view, setView] = useState<'form' | 'preview' | 'json'>('form')
  const json = <PayloadJson data={data} onData={onData} />
  if (form === undefined) return <Fragment key={textKey}>{json}</Fragment>
  return (
    <div className={styles['editor']}>
      <Segments
        label="Form"
        value={view}
        onValue={setView}
        options={[
          { value: 'form', name: form.name },
          ...(form.preview === undefined ? [] : [{ value: 'preview', name: 'Preview' } as const]),
          { value: 'json', name: 'JSON' },
        ]}
      />
      {view === 'preview' ? (
        form.preview
      ) : (
        <Fragment key={textKey}>{view === 'json' ? json : form.editor}</Fragment>
      )}
    </div>
  )
}
