// Redaction rules for spans. Redaction cannot be undone, so a pattern can be tested first.
import { recordsWith } from '../ui/records.ts'
import { useState, type FormEvent } from 'react'
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { LoadedPart, useChange, usePart } from './parts.tsx'
import { previewRedaction, type PatternRule } from './try-redaction.ts'
import form from '../ui/form.module.css'

type Rule =
  | PatternRule
  | { readonly kind: 'path'; readonly path: string; readonly replacement?: string }
  | { readonly kind: 'built_in'; readonly name: 'email' | 'phone' | 'card' | 'key' }

const builtIns = ['email', 'phone', 'card', 'key'] as const

const ruleText = (rule: Rule): string =>
  rule.kind === 'built_in'
    ? `Built-in: ${rule.name}`
    : rule.kind === 'path'
      ? `Path: ${rule.path}`
      : `Pattern: ${rule.pattern}`

function NewRule({ onRule }: { onRule: (rule: Rule) => void }) {
  const [pattern, setPattern] = useState('')
  const [text, setText] = useState('Write to ada@example.com, order A-1234.')
  const result = previewRedaction(pattern, text)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onRule({ kind: 'pattern', pattern })
  }
  return (
    <section className={body['card']}>
      <h2>New pattern rule</h2>
      <form className={form['form']} onSubmit={onSubmit}>
        <div className={form['field']}>
          <label htmlFor="pattern">Regular expression</label>
          <input
            id="pattern"
            value={pattern}
            spellCheck={false}
            placeholder="[A-Z]-\d{4}"
            onChange={(event) => setPattern(event.target.value)}
          />
          <small>{result.error ?? `${result.count} matches in the text below`}</small>
        </div>
        <div className={form['field']}>
          <label htmlFor="try">Test text</label>
          <textarea id="try" value={text} onChange={(event) => setText(event.target.value)} />
          <output htmlFor="pattern try">{result.text}</output>
        </div>
        <div className={form['actions']}>
          <Button type="submit" look="main" disabled={pattern === '' || result.error !== undefined}>
            Add rule
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Buttons for the built-in rules that are not in use. */
function BuiltInRules({ rules, onRule }: { rules: readonly Rule[]; onRule: (rule: Rule) => void }) {
  return (
    <div className={body['row']}>
      {builtIns
        .filter((name) => !rules.some((rule) => rule.kind === 'built_in' && rule.name === name))
        .map((name) => (
          <Button key={name} icon="plus" onClick={() => onRule({ kind: 'built_in', name })}>
            {name}
          </Button>
        ))}
    </div>
  )
}

export function RedactionPart() {
  const canEdit = useHasRole('admin')
  const rules = usePart('redaction', async (api, signal) =>
    recordsWith<Rule>((await api.redactionRules.list({ signal })).rules),
  )
  const replaceMutation = useChange(
    'redaction',
    (api, next: readonly Rule[]) => api.redactionRules.replace({ rules: next }),
    'Rules saved. They apply to new spans.',
  )
  return (
    <LoadedPart query={rules}>
      {(rows) => (
        <>
          <section className={body['card']}>
            <h2>Redaction rules</h2>
            {rows.length === 0 && <p className={body['faint']}>No rules. Spans are stored as sent.</p>}
            <ul className={body['list']}>
              {rows.map((rule) => (
                <li key={ruleText(rule)}>
                  <span>{ruleText(rule)}</span>
                  {canEdit && (
                    <Button
                      look="danger"
                      onClick={() => replaceMutation.mutate(rows.filter((one) => one !== rule))}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {canEdit && (
              <BuiltInRules rules={rows} onRule={(rule) => replaceMutation.mutate([...rows, rule])} />
            )}
          </section>
          {canEdit && <NewRule onRule={(rule) => replaceMutation.mutate([...rows, rule])} />}
        </>
      )}
    </LoadedPart>
  )
}
