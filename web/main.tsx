// The browser app. app/ has the shell, ui/ the parts, every page family a folder; all of it asks the server through the
// SDK. Start at routes.tsx.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AssayError, ConnectionError } from './app/api.ts'
import { takeKeyOfAddress } from './app/shell/sign-in.tsx'
import { Toasts } from './app/toasts.tsx'
import { createAppRouter } from './routes.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import './ui/tokens.css'

// Dialogs write a rule that keeps the page behind them still; the policy of the page asks for this mark.
const nonce = document.getElementById('csp-nonce')?.nonce
if (nonce !== undefined && nonce !== '') setNonce(nonce)

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The SDK has tried already; a server that is away is knocked at, and everything is asked again when it is back.
      retry: false,
      refetchOnWindowFocus: false,
      // What could not be shown at all is told by the page; what is only stale stays on the screen.
      throwOnError: (error, query) =>
        query.state.data === undefined &&
        !(error instanceof AssayError) &&
        !(error instanceof ConnectionError),
    },
  },
})

const hasKey = takeKeyOfAddress()
const router = createAppRouter(client)
if (hasKey) void router.navigate({ to: '/sign-in', search: {}, replace: true })

const place = document.getElementById('app')
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}
