// Edits the questions of an evaluator for human feedback.
import { FormBuilder, FormPreview } from '../../ui/forms/form-builder/form-builder.tsx'
import { formOfSchema } from '../../ui/forms/form-builder/question-schema.ts'
import type { FormSchema } from '../../ui/forms/schema-fields.ts'
import type { JsonObject } from './client.ts'
import { isObject, toJson } from './delta.ts'
import styles from './payload-editor.module.css'

export const isFeedback = ({ uri }: JsonObject): boolean =>
  typeof uri === 'string' && /^(agenta|assay):custom:feedback:/.test(uri)

function outputsSchema({ schemas }: JsonObject): FormSchema {
  const outputs = isObject(schemas) ? schemas['outputs'] : undefined
  return isObject(outputs) ? outputs : {}
}

export function FeedbackEditor({
  data,
  onData,
}: {
  data: JsonObject
  /** Receives the edited payload; absent: the editor is read-only. */
  onData: ((data: JsonObject) => void) | undefined
}) {
  const schema = outputsSchema(data)
  const initial = formOfSchema(schema)
  if (onData === undefined) return <FormPreview schema={schema} />
  if (initial === undefined) {
    return (
      <>
        <p className={styles['note']}>This form has parts that only JSON can express. Edit it as JSON.</p>
        <FormPreview schema={schema} />
      </>
    )
  }
  return (
    <FormBuilder
      initial={initial}
      showsErrors
      onForm={({ schema: next }) => {
        if (next === undefined) return
        const schemas = isObject(data['schemas']) ? data['schemas'] : {}
        onData({ ...data, schemas: { ...schemas, outputs: toJson(next) } })
      }}
    />
  )
}
