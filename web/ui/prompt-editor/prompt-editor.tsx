// web/ui/prompt-editor: an editor of prompts. It takes a prompt and passes a new one to `onChange` with every edit.
// prompt.ts has the types, template.ts finds placeholders and their errors, template-text.tsx is the text of a message.
// model-families.ts has the settings of each family of models. It knows no server: models and the view of embeds are props.
import { useMemo, type ReactNode } from 'react'
import type { SettingSuggestion } from '../forms/setting-fields.tsx'
import { MessageList } from './message-list.tsx'
import { ModelSettings } from './model-settings.tsx'
import { templateFormats, type Prompt } from './prompt.ts'
import type { EmbedOption } from './template-completion.ts'
import { TemplateHelp } from './template-help.tsx'
import type { TemplateContext } from './template-text.tsx'
import { ResponseFormat, Tools } from './tool-editor.tsx'
import { embedsIn } from './template.ts'
import { variablesOf } from './variables.ts'
import styles from './prompt-editor.module.css'

export interface PromptEditorProps {
  readonly value: Prompt
  /** Receives the edited prompt; absent: the editor is read-only. */
  readonly onChange?: ((prompt: Prompt) => void) | undefined
  /** Renders an embed below the messages. */
  readonly embed?: ((source: string) => ReactNode) | undefined
  /** The values of the selected row. They complete variables; variables without a value are marked. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** Embeds that `{{` offers. */
  readonly embeds?: readonly EmbedOption[] | undefined
  /** Models that the field of the model offers. */
  readonly models?: readonly SettingSuggestion[] | undefined
  /** Called when a completion opens. */
  readonly onCompletion?: (() => void) | undefined
}

const noop = (): void => undefined

function Variables({ prompt }: { prompt: Prompt }) {
  const names = useMemo(() => variablesOf(prompt), [prompt])
  const missingKeys = (prompt.input_keys ?? []).filter((key) => !names.includes(key))
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Variables</h2>
      {names.length === 0 && missingKeys.length === 0 ? (
        <p className={styles['none']}>The messages have no placeholders.</p>
      ) : (
        <ul className={styles['chips']} aria-label="Variables">
          {names.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
          {missingKeys.map((name) => (
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
  const sources = [...new Set(embedsIn(JSON.stringify(prompt.messages.map(({ content }) => content))))]
  if (sources.length === 0) return undefined
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Embeds</h2>
      <ul className={styles['chips']}>
        {sources.map((one) => (
          <li key={one}>{embed(one)}</li>
        ))}
      </ul>
    </section>
  )
}

function TemplateFormat({ prompt, onChange }: { prompt: Prompt; onChange: PromptEditorProps['onChange'] }) {
  const value = prompt.template_format ?? 'curly'
  return (
    <>
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
      <TemplateHelp format={value} />
    </>
  )
}

const noteLengthMax = 40

/** A short text of a value. */
const noteOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, noteLengthMax)

/** The names that a template may use: those of the row, then those of the prompt. */
function contextOf({ value, values, embeds = [], onCompletion }: PromptEditorProps): TemplateContext {
  const names = [
    ...new Set([...Object.keys(values ?? {}), ...(value.input_keys ?? []), ...variablesOf(value)]),
  ]
  return {
    format: value.template_format,
    values,
    onCompletion,
    names: {
      variables: names.map((name) => ({
        name,
        note: values !== undefined && Object.hasOwn(values, name) ? noteOf(values[name]) : 'variable',
      })),
      embeds,
    },
  }
}

export function PromptEditor(props: PromptEditorProps) {
  const { value, onChange, embed } = props
  const readOnly = onChange === undefined
  const part = { prompt: value, readOnly, onPrompt: onChange ?? noop }
  return (
    <div className={styles['editor']}>
      <div className={styles['main']}>
        <MessageList {...part} context={contextOf(props)} />
        {embed !== undefined && <Embeds prompt={value} embed={embed} />}
        <Tools {...part} />
        <ResponseFormat {...part} />
      </div>
      <div className={styles['side']}>
        <Variables prompt={value} />
        <TemplateFormat prompt={value} onChange={onChange} />
        <ModelSettings {...part} models={props.models} />
      </div>
    </div>
  )
}
