// Signing in: by the link that the server printed (`/#key=…`), or by pasting a key. The key itself is not kept.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { AssayError, signIn } from '../api.ts'
import { forgetSessions, useSessions } from '../session.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './sign-in.module.css'
import { basePath } from '../../ui/browser/base-path.ts'

/** The key of the address, taken out of it at once: neither history nor a screenshot has it. */
let keyOfAddress: string | undefined
export function takeKeyOfAddress(): boolean {
  const match = /^#key=(.+)$/.exec(window.location.hash)
  if (match?.[1] === undefined) return false
  keyOfAddress = decodeURIComponent(match[1])
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return true
}

const sentence = (error: unknown): string =>
  error instanceof AssayError && error.status === 401
    ? 'This key is not known here. It may have been revoked, or belong to another server.'
    : error instanceof Error
      ? error.message
      : String(error)

function useSignIn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { readonly next?: string }
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const keyGiven = async (key: string): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      const { session } = await signIn(key.trim())
      await forgetSessions(client)
      const own = `/p/${session.project.slug}`
      await navigate({ href: next?.startsWith(`${own}/`) === true ? next : own, replace: true })
    } catch (error) {
      setFault(sentence(error))
      setBusy(false)
    }
  }
  return { busy, fault, keyGiven }
}

export function SignInPage() {
  const { busy, fault, keyGiven } = useSignIn()
  const sessions = useSessions()
  const navigate = useNavigate()
  const [key, setKey] = useState('')
  const field = useId()
  const started = useRef(false)
  useEffect(() => {
    if (started.current || keyOfAddress === undefined) return
    started.current = true
    const taken = keyOfAddress
    keyOfAddress = undefined
    void keyGiven(taken)
  })
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    void keyGiven(key)
  }
  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={submitted}>
        <img src={`${basePath}/assets/mark.svg`} width="32" height="32" alt="" />
        <h1>Sign in to Assay</h1>
        <label htmlFor={field}>Project key</label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          // The one thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={key}
          placeholder="k7Qd02Lm.5b0c…"
          onChange={(event) => setKey(event.target.value)}
          aria-invalid={fault !== undefined}
          aria-describedby={`${field}-help`}
        />
        <p id={`${field}-help`} className={styles['help']} role={fault === undefined ? undefined : 'alert'}>
          {fault ??
            'The server prints a link with the first key when it starts. More keys: Settings, or `assay key create`.'}
        </p>
        <Button type="submit" look="main" disabled={busy || key.trim() === ''}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        {sessions.length > 0 && (
          <>
            <h2 className={styles['or']}>Signed in already</h2>
            {sessions.map(({ id, project, key: own }) => (
              <Button
                key={id}
                onClick={() => void navigate({ to: '/p/$project', params: { project: project.slug } })}
              >
                {project.name} · {own.role}
              </Button>
            ))}
          </>
        )}
      </form>
    </main>
  )
}
