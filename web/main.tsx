// The entry point of the browser app. app/ has the shell and the parts that several pages share, ui/ the components
// that know neither the API nor a page, and each page family has a folder of its own. All requests go through the SDK.
// Start at routes.tsx.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AssayError, ConnectionError } from './app/api.ts'
import { takeKeyFromUrl } from './app/shell/sign-in.tsx'
import { Toasts } from './app/toasts.tsx'
import { createAppRouter } from './routes.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import './ui/tokens.css'

// Dialogs add a style element that locks scrolling; the content security policy requires this nonce.
const nonce = document.getElementById('csp-nonce')?.nonce
if (nonce !== undefined && nonce !== '') setNonce(nonce)

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The SDK retries. During an outage a probe waits for the server, and then all queries are refetched.
      retry: false,
      refetchOnWindowFocus: false,
      // A page shows the error of a query without data; stale data stays visible.
      throwOnError: (error, query) =>
        query.state.data === undefined &&
        !(error instanceof AssayError) &&
        !(error instanceof ConnectionError),
    },
  },
})

const hasKey = takeKeyFromUrl()
const router = createAppRouter(client)
if (hasKey) void router.navigate({ to: '/sign-in', search: {}, replace: true })

const container = document.getElementById('app')
if (container !== null) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}
