// One call with a secret of a provider, and what came of it in words: in the settings, and where a prompt is tried.
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'

const providerKinds: ReadonlySet<string> = new Set(['provider_key', 'custom_provider'])

/** Whether a secret of this kind belongs to a provider of models. */
export const isProvider = (kind: string): boolean => providerKinds.has(kind)

export function TestSecret({ id, name, model }: { id: string; name: string; model?: string | undefined }) {
  const api = useApi()
  const trying = useMutation({
    mutationFn: () => api.secrets.test(id, model === undefined ? {} : { model }),
    onSuccess: ({ ok, message, duration_ms }) => {
      if (ok) showToast(`${message} It took ${duration_ms} ms.`)
      else showFailure(new Error(message))
    },
    onError: showFailure,
  })
  return (
    <Button disabled={trying.isPending} onClick={() => trying.mutate()}>
      {trying.isPending ? 'Testing…' : 'Test'}
      <span className="hidden-text"> {name}</span>
    </Button>
  )
}
