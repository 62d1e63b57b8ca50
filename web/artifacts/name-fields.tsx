// What something new is called, by people and by programs.
import { useId } from 'react'
import form from '../ui/form.module.css'

export function NameFields({ example }: { example: string }) {
  const id = useId()
  return (
    <>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name *</label>
        <input id={`${id}-name`} name="name" required placeholder={example} />
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
