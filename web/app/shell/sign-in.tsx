// The sign-in page: with the link that the server printed (`/#key=…`), or with a pasted key. The key is not stored.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { AssayError, signIn } from '../api.ts'
import { refetchSessions, useSessions } from '../session.tsx'
import { Button } from '../../ui/button.tsx'
import { createStore } from '../../ui/store.ts'
import styles from './sign-in.module.css'
import { basePath } from '../../ui/browser/base-path.ts'

/** The key of the URL until the page uses it. */
const pendingKey = createStore<string | undefined>(undefined)

/** Moves the key out of the URL at once, so that neither the history nor a screenshot contains it. */
export function takeKeyFromUrl(): boolean {
  const match = /^#key=(.+)$/.exec(window.location.hash)
  if (match?.[1] === undefined) return false
  pendingKey.set(decodeURIComponent(match[1]))
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return true
}

const errorText = (error: unknown): string =>
  error instanceof AssayError && error.status === 401
    ? 'Unknown key. It may be revoked, or belong to another server.'
    : error instanceof Error
      ? error.message
      : String(error)

function useSignIn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { readonly next?: string }
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const signInWith = async (key: string): Promise<void> => {
    setIsBusy(true)
    setError(undefined)
    try {
      const { session } = await signIn(key.trim())
      await refetchSessions(client)
      const projectPath = `/p/${session.project.slug}`
      const isInProject =
        next?.startsWith(`${projectPath}/`) === true || next?.includes(`/p/${session.project.id}/`) === true
      await navigate({ href: isInProject ? next : projectPath, replace: true })
    } catch (cause) {
      setError(errorText(cause))
      setIsBusy(false)
    }
  }
  return { isBusy, error, signInWith }
}

export function SignInPage() {
  const { isBusy, error, signInWith } = useSignIn()
  const sessions = useSessions()
  const navigate = useNavigate()
  const [key, setKey] = useState('')
  const field = useId()
  const hasStarted = useRef(false)
  useEffect(() => {
    const value = pendingKey.get()
    if (hasStarted.current || value === undefined) return
    hasStarted.current = true
    pendingKey.set(undefined)
    void signInWith(value)
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void signInWith(key)
  }
  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={onSubmit}>
        <img src={`${basePath}/assets/mark.svg`} width="32" height="32" alt="" />
        <h1>Sign in to Assay</h1>
        <label htmlFor={field}>Project key</label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          // The only field of this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={key}
          placeholder="k7Qd02Lm.5b0c…"
          onChange={(event) => setKey(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${field}-help`}
        />
        <p id={`${field}-help`} className={styles['help']} role={error === undefined ? undefined : 'alert'}>
          {error ??
            'The server prints a link with the first key when it starts. Create more keys in Settings or with `assay key create`.'}
        </p>
        <Button type="submit" look="main" disabled={isBusy || key.trim() === ''}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        {sessions.length > 0 && (
          <>
            <h2 className={styles['or']}>Already signed in</h2>
            {sessions.map(({ id, project, key: sessionKey }) => (
              <Button
                key={id}
                onClick={() => void navigate({ to: '/p/$project', params: { project: project.slug } })}
              >
                {project.name} · {sessionKey.role}
              </Button>
            ))}
          </>
        )}
      </form>
    </main>
  )
}
