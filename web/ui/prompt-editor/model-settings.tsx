// Edits the model settings of a prompt.
import type { FormSchema } from '../forms/schema-fields.ts'
import { SettingFields } from '../forms/setting-fields.tsx'
import { changeSetting, type Prompt } from './prompt.ts'
import styles from './prompt-editor.module.css'

/** Members with their own editors. */
const separateMembers: ReadonlySet<string> = new Set(['tools', 'response_format'])

interface Part {
  prompt: Prompt
  readOnly: boolean
  onPrompt: (prompt: Prompt) => void
}

export function ModelSettings({ schema, prompt, readOnly, onPrompt }: Part & { schema: FormSchema }) {
  return (
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
  )
}
