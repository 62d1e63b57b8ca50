// A button that tests a provider key with one call and shows the result.
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'

const providerKinds: ReadonlySet<string> = new Set(['provider_key', 'custom_provider'])

/** Whether a secret of this kind is a provider key. */
export const isProvider = (kind: string): boolean => providerKinds.has(kind)

export function TestSecret({ id, name, model }: { id: string; name: string; model?: string | undefined }) {
  const api = useApi()
  const testMutation = useMutation({
    mutationFn: () => api.secrets.test(id, model === undefined ? {} : { model }),
    onSuccess: ({ ok, message, duration_ms }) => {
      if (ok) showToast(`${message} It took ${duration_ms} ms.`)
      else showFailure(new Error(message))
    },
    onError: showFailure,
  })
  return (
    <Button disabled={testMutation.isPending} onClick={() => testMutation.mutate()}>
      {testMutation.isPending ? 'Testing…' : 'Test'}
      <span className="hidden-text"> {name}</span>
    </Button>
  )
}
