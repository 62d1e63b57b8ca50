// Edits the model settings of a prompt: the model, the settings of its family as typed controls, and all others as JSON.
import { JsonField } from '../json/json-field.tsx'
import { SettingFields, type SettingSuggestion } from '../forms/setting-fields.tsx'
import { membersOf } from '../records.ts'
import { controlsFor, withOtherSettings } from './model-families.ts'
import { changeSetting, type Prompt } from './prompt.ts'
import styles from './prompt-editor.module.css'

export function ModelSettings({
  prompt,
  readOnly,
  models = [],
  onPrompt,
}: {
  prompt: Prompt
  readOnly: boolean
  /** Models to offer. */
  models?: readonly SettingSuggestion[] | undefined
  onPrompt: (prompt: Prompt) => void
}) {
  const settings = prompt.llm_config ?? {}
  const { schema, otherSettings } = controlsFor(settings)
  return (
    <section className={styles['part']}>
      <h2 className={styles['title']}>Model</h2>
      <SettingFields
        schema={schema}
        values={settings}
        readOnly={readOnly}
        suggestions={{ model: models }}
        onValue={(name, value) => onPrompt(changeSetting(prompt, name, value))}
      />
      {(!readOnly || Object.keys(otherSettings).length > 0) && (
        <JsonField
          label="Other settings"
          value={otherSettings}
          schema={{ type: 'object' }}
          readOnly={readOnly}
          onValue={(next) =>
            onPrompt({ ...prompt, llm_config: withOtherSettings(settings, membersOf(next)) })
          }
        />
      )}
    </section>
  )
}
