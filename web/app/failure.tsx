// The error state: message, request id and the next step.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { AssayError, ConnectionError } from './api.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Notice } from '../ui/notice.tsx'

function describeError(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof ConnectionError) {
    return {
      title: 'The server is not responding',
      text: 'Assay retries until it responds. Your input is not lost.',
    }
  }
  if (error instanceof AssayError) {
    if (error.code === 'unauthorized')
      return { title: 'You are signed out', text: 'Sign in again to continue.' }
    if (error.code === 'budget_exceeded') {
      return { title: 'The query took too long', text: 'Narrow the time range or the filter.' }
    }
    const title = error.status >= 500 ? 'Server error' : 'The server rejected the request'
    return { title, text: error.message }
  }
  return {
    title: 'This page failed',
    text: error instanceof Error ? error.message : String(error),
  }
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, text } = describeError(error)
  const navigate = useNavigate()
  const { latestLocation } = useRouter()
  const isSignedOut = error instanceof AssayError && error.code === 'unauthorized'
  return (
    <Notice icon="alert" tone="bad" title={title}>
      <p>{text}</p>
      {error instanceof AssayError && error.requestId !== undefined && (
        <p>
          Request <Id id={error.requestId} isFull />
        </p>
      )}
      {isSignedOut ? (
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

/** The error component of the router. */
export function PageFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const client = useQueryClient()
  const router = useRouter()
  return (
    <Failure
      error={error}
      retry={() => {
        // A cached response may have caused the error.
        client.removeQueries({ type: 'inactive' })
        reset()
        void router.invalidate()
      }}
    />
  )
}
