// When something cannot be shown: the sentence, the id of the request, and what to do next.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { AssayError, ConnectionError } from './api.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Notice } from '../ui/notice.tsx'

function words(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof ConnectionError) {
    return {
      title: 'The server does not answer',
      text: 'It is asked again until it does; nothing you typed is lost.',
    }
  }
  if (error instanceof AssayError) {
    if (error.code === 'unauthorized') return { title: 'You are signed out', text: 'Sign in again to go on.' }
    if (error.code === 'budget_exceeded') {
      return { title: 'This would have taken too long', text: 'Narrow the time range or the filter.' }
    }
    const title = error.status >= 500 ? 'Something failed on the server' : 'The server refused this'
    return { title, text: error.message }
  }
  return {
    title: 'Something broke on this page',
    text: error instanceof Error ? error.message : String(error),
  }
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, text } = words(error)
  const navigate = useNavigate()
  const { latestLocation } = useRouter()
  const signedOut = error instanceof AssayError && error.code === 'unauthorized'
  return (
    <Notice icon="alert" tone="bad" title={title}>
      <p>{text}</p>
      {error instanceof AssayError && error.requestId !== undefined && (
        <p>
          Request <Id id={error.requestId} whole />
        </p>
      )}
      {signedOut ? (
        <Button
          look="main"
          onClick={() => void navigate({ to: '/sign-in', search: { next: latestLocation.pathname } })}
        >
          Sign in
        </Button>
      ) : (
        retry !== undefined && (
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        )
      )}
    </Notice>
  )
}

/** For the router: what broke while a page was drawn. */
export function PageFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const client = useQueryClient()
  const router = useRouter()
  return (
    <Failure
      error={error}
      retry={() => {
        // What broke the page may be an answer that is still held.
        client.removeQueries({ type: 'inactive' })
        reset()
        void router.invalidate()
      }}
    />
  )
}
