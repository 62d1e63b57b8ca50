// The name and slug fields of a new record.
import { useId } from 'react'
import form from '../form.module.css'

/** `example` is a placeholder; `name` is a default value. */
export function NameFields({ example, name }: { example?: string; name?: string }) {
  const id = useId()
  return (
    <>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name *</label>
        <input id={`${id}-name`} name="name" required placeholder={example} defaultValue={name} />
      </div>
      <div className={form['field']}>
        <label htmlFor={`${id}-slug`}>Slug</label>
        <input
          id={`${id}-slug`}
          name="slug"
          pattern="[a-zA-Z0-9_\-][a-zA-Z0-9_.\-]*"
          placeholder="generated from the name"
          spellCheck={false}
        />
        <small>Identifies the record in programs. It cannot be changed later.</small>
      </div>
    </>
  )
}
