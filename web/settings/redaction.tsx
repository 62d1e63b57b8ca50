// Redaction: what is hidden in spans before they are stored. It is gone for good, so a rule is tried on a text first.
import { useState, type FormEvent } from 'react'
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Asked, useChange, usePart } from './parts.tsx'
import { previewRedaction, type PatternRule } from './try-redaction.ts'
import form from '../ui/form.module.css'

type Rule =
  | PatternRule
  | { readonly kind: 'path'; readonly path: string; readonly replacement?: string }
  | { readonly kind: 'built_in'; readonly name: 'email' | 'phone' | 'card' | 'key' }

const builtIns = ['email', 'phone', 'card', 'key'] as const

const ruleText = (rule: Rule): string =>
  rule.kind === 'built_in'
    ? `every ${rule.name}`
    : rule.kind === 'path'
      ? `everything at ${rule.path}`
      : `what matches ${rule.pattern}`

function NewRule({ onRule }: { onRule: (rule: Rule) => void }) {
  const [pattern, setPattern] = useState('')
  const [text, setText] = useState('Write to ada@example.com, order A-1234.')
  const result = previewRedaction(pattern, text)
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    onRule({ kind: 'pattern', pattern })
  }
  return (
    <section className={body['card']}>
      <h2>New rule by pattern</h2>
      <form className={form['form']} onSubmit={submitted}>
        <div className={form['field']}>
          <label htmlFor="pattern">Regular expression</label>
          <input
            id="pattern"
            value={pattern}
            spellCheck={false}
            placeholder="[A-Z]-\d{4}"
            onChange={(event) => setPattern(event.target.value)}
          />
          <small>{result.fault ?? `${result.count} found in the text below`}</small>
        </div>
        <div className={form['field']}>
          <label htmlFor="try">Try it on a text</label>
          <textarea id="try" value={text} onChange={(event) => setText(event.target.value)} />
          <output htmlFor="pattern try">{result.text}</output>
        </div>
        <div className={form['actions']}>
          <Button type="submit" look="main" disabled={pattern === '' || result.fault !== undefined}>
            Add rule
          </Button>
        </div>
      </form>
    </section>
  )
}

export function RedactionPart() {
  const mayEdit = useHasRole('admin')
  const rules = usePart(
    'redaction',
    async (api, signal) =>
      (await api.redactionRules.list({ signal })).rules as readonly object[] as readonly Rule[],
  )
  const replacing = useChange(
    'redaction',
    (api, next: readonly Rule[]) => api.redactionRules.replace({ rules: next }),
    'Spans that are stored from now on are redacted so.',
  )
  return (
    <Asked asked={rules}>
      {(rows) => (
        <>
          <section className={body['card']}>
            <h2>Hidden before anything is stored</h2>
            {rows.length === 0 && (
              <p className={body['faint']}>Nothing: spans are stored as they are sent.</p>
            )}
            <ul className={body['list']}>
              {rows.map((rule) => (
                <li key={ruleText(rule)}>
                  <span>{ruleText(rule)}</span>
                  {mayEdit && (
                    <Button
                      look="danger"
                      onClick={() => replacing.mutate(rows.filter((one) => one !== rule))}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {mayEdit && (
              <div className={body['row']}>
                {builtIns
                  .filter((name) => !rows.some((rule) => rule.kind === 'built_in' && rule.name === name))
                  .map((name) => (
                    <Button
                      key={name}
                      icon="plus"
                      onClick={() => replacing.mutate([...rows, { kind: 'built_in', name }])}
                    >
                      {name}
                    </Button>
                  ))}
              </div>
            )}
          </section>
          {mayEdit && <NewRule onRule={(rule) => replacing.mutate([...rows, rule])} />}
        </>
      )}
    </Asked>
  )
}
