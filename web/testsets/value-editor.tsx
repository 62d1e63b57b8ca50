// Edits a value as text or as JSON.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { parseJson, readableText, type Json } from './values.ts'
import form from '../ui/form.module.css'
import styles from './value-editor.module.css'

export function ValueEditor({
  name,
  value,
  onSave,
  onCancel,
}: {
  name: string
  value: Json | undefined
  onSave: (value: Json) => void
  onCancel: () => void
}) {
  const [format, setFormat] = useState<'text' | 'json'>(
    value === undefined || typeof value === 'string' ? 'text' : 'json',
  )
  const [text, setText] = useState(() => readableText(value))
  const result = format === 'text' ? { value: text } : parseJson(text)
  return (
    <div className={styles['editor']}>
      <Segments
        label={`Format of ${name}`}
        options={[
          { value: 'text', name: 'Text' },
          { value: 'json', name: 'JSON' },
        ]}
        value={format}
        onValue={setFormat}
      />
      <textarea
        aria-label={`Value of ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to edit
        autoFocus
        className={format === 'json' ? 'mono' : undefined}
        rows={Math.min(18, Math.max(3, text.split('\n').length + 1))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onCancel()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && 'value' in result)
            onSave(result.value)
        }}
      />
      {'error' in result && (
        <p className={form['fault']} role="alert">
          {result.error}
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          look="main"
          disabled={'error' in result}
          onClick={() => 'value' in result && onSave(result.value)}
        >
          Save
        </Button>
      </div>
    </div>
  )
}
