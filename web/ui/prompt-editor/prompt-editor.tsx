// web/ui/prompt-editor: an editor of prompts. It takes a prompt and passes a new one to `onChange` with every edit.
// prompt.ts has the types, variables.ts finds template variables.
// It knows no server: the schema of the model settings and the view of embeds are props.
import { useMemo, type ReactNode } from 'react'
import type { FormSchema } from '../forms/schema-fields.ts'
import { MessageList } from './message-list.tsx'
import { ModelSettings } from './model-settings.tsx'
import { templateFormats, type Prompt } from './prompt.ts'
import { embedsIn, variablesOf } from './variables.ts'
import styles from './prompt-editor.module.css'

export interface PromptEditorProps {
  readonly value: Prompt
  /** Absent: read-only. */
  readonly onChange?: ((prompt: Prompt) => void) | undefined
  /** The schema of `llm_config`, from the catalog type `prompt-template`. */
  readonly settingsSchema: FormSchema
  /** Renders an embed below the messages. */
  readonly embed?: ((source: string) => ReactNode) | undefined
}

const nothing = (): void => undefined

function Variables({ prompt }: { prompt: Prompt }) {
  const names = useMemo(() => variablesOf(prompt), [prompt])
  const missing = (prompt.input_keys ?? []).filter((key) => !names.includes(key))
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Variables</h2>
      {names.length === 0 && missing.length === 0 ? (
        <p className={styles['none']}>The messages have no placeholders.</p>
      ) : (
        <ul className={styles['chips']} aria-label="Variables">
          {names.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
          {missing.map((name) => (
            <li key={name} data-missing title="Listed in input_keys, but used by no message">
              <code>{name}</code> unused
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Embeds({ prompt, embed }: { prompt: Prompt; embed: (source: string) => ReactNode }) {
  const source = [...new Set(embedsIn(JSON.stringify(prompt.messages.map(({ content }) => content))))]
  if (source.length === 0) return undefined
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Embeds</h2>
      <ul className={styles['chips']}>
        {source.map((one) => (
          <li key={one}>{embed(one)}</li>
        ))}
      </ul>
    </section>
  )
}

function TemplateFormat({ prompt, onChange }: { prompt: Prompt; onChange: PromptEditorProps['onChange'] }) {
  const value = prompt.template_format ?? 'curly'
  return (
    <label className={styles['format']}>
      Template
      <select
        className={styles['select']}
        value={value}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.({ ...prompt, template_format: event.target.value })}
      >
        {templateFormats.map((format) => (
          <option key={format}>{format}</option>
        ))}
      </select>
    </label>
  )
}

export function PromptEditor({ value, onChange, settingsSchema, embed }: PromptEditorProps) {
  const readOnly = onChange === undefined
  const part = { prompt: value, readOnly, onPrompt: onChange ?? nothing }
  return (
    <div className={styles['editor']}>
      <div className={styles['said']}>
        <MessageList {...part} />
        {embed !== undefined && <Embeds prompt={value} embed={embed} />}
      </div>
      <div className={styles['side']}>
        <Variables prompt={value} />
        <TemplateFormat prompt={value} onChange={onChange} />
        <ModelSettings {...part} schema={settingsSchema} />
      </div>
    </div>
  )
}
