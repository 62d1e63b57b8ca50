// What something new is called, by people and by programs.
import { useId } from 'react'
import form from '../form.module.css'

/** A name that is shown as an example is not taken; one that is given is, unless it is changed. */
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
          placeholder="made from the name"
          spellCheck={false}
        />
        <small>How programs name it; it never changes.</small>
      </div>
    </>
  )
}
