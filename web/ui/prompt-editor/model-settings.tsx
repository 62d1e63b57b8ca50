// Edits the model settings of a prompt, its tools and its response format.
import { membersOf } from '../records.ts'
import { useId } from 'react'
import { Button, IconButton } from '../button.tsx'
import { JsonField } from '../json/json-field.tsx'
import type { FormSchema } from '../forms/schema-fields.ts'
import { SettingFields } from '../forms/setting-fields.tsx'
import { changeSetting, type Prompt } from './prompt.ts'
import styles from './prompt-editor.module.css'

/** Members with their own editors. */
const separateMembers: ReadonlySet<string> = new Set(['tools', 'response_format'])

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

interface Part {
  prompt: Prompt
  readOnly: boolean
  onPrompt: (prompt: Prompt) => void
}

function Tools({ prompt, readOnly, onPrompt }: Part) {
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
        <div key={at} className={styles['tool']}>
          <JsonField
            label={`Tool ${at + 1}`}
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
        </div>
      ))}
      {!readOnly && (
        <Button icon="plus" onClick={() => onTools([...list, newTool])}>
          Add tool
        </Button>
      )}
    </section>
  )
}

function ResponseFormat({ prompt, readOnly, onPrompt }: Part) {
  const id = useId()
  const format = prompt.llm_config?.['response_format']
  const { type = 'text' } = membersOf(format)
  if (readOnly && format === undefined) return undefined
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
        onChange={({ target }) =>
          onPrompt(
            changeSetting(
              prompt,
              'response_format',
              target.value === 'text' ? undefined : newFormat(target.value),
            ),
          )
        }
      >
        <option value="text">Text</option>
        <option value="json_object">JSON object</option>
        <option value="json_schema">JSON schema</option>
      </select>
      {type === 'json_schema' && (
        <JsonField
          label="Response schema"
          value={format}
          readOnly={readOnly}
          onValue={(next) => onPrompt(changeSetting(prompt, 'response_format', next))}
        />
      )}
    </section>
  )
}

export function ModelSettings({ schema, ...part }: Part & { schema: FormSchema }) {
  const { prompt, readOnly, onPrompt } = part
  return (
    <>
      <section className={styles['part']}>
        <h2 className={styles['title']}>Model</h2>
        <SettingFields
          schema={schema}
          without={separateMembers}
          values={prompt.llm_config ?? {}}
          readOnly={readOnly}
          onValue={(name, value) => onPrompt(changeSetting(prompt, name, value))}
        />
      </section>
      <Tools {...part} />
      <ResponseFormat {...part} />
    </>
  )
}
