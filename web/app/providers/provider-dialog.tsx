// web/app/providers: the dialog that configures the providers of models.
// It adds and edits them, lists their models and tests them with one call. providers.ts has the kinds and the form
// without React. Imports web/ui and the session. Start here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Api } from '../api.ts'
import { useApi, useSession } from '../session.tsx'
import { showFailure, showToast } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { emptyForm, formOf, secretOf, typeOf, type ProviderForm } from './providers.ts'
import { isProvider, TestSecret } from './test-secret.tsx'
import body from '../body.module.css'
import form from '../../ui/form.module.css'

export type ProviderSecret = Awaited<ReturnType<Api['secrets']['list']>>[number]

const listKeyOf = (projectId: string) => [projectId, 'settings', 'secrets']

const idOf = (secret: ProviderSecret | undefined) => (secret === undefined ? {} : { id: secret.id })

/** Calls with the values of the form, which need not be saved. */
function useProviderCalls(secret: ProviderSecret | undefined) {
  const api = useApi()
  const { session } = useSession()
  const client = useQueryClient()
  const saveMutation = useMutation({
    mutationFn: (values: ProviderForm) => {
      const name = values.name.trim() || typeOf(values.type).label
      const content = { header: { name }, secret: secretOf(values) }
      return secret === undefined
        ? api.secrets.create(content)
        : api.secrets.edit(secret.id, { ...content, keep_values: true })
    },
    onSuccess: () => {
      showToast('Provider saved.')
      return client.invalidateQueries({ queryKey: listKeyOf(session.project.id) })
    },
    onError: showFailure,
  })
  const testMutation = useMutation({
    mutationFn: (values: ProviderForm) =>
      api.secrets.testValues({ ...idOf(secret), secret: secretOf(values) }),
    onError: showFailure,
  })
  const listMutation = useMutation({
    mutationFn: (values: ProviderForm) =>
      api.secrets.listModels({ ...idOf(secret), secret: secretOf(values) }),
    onError: showFailure,
  })
  return { saveMutation, testMutation, listMutation }
}

function ProviderEditor({
  secret,
  provider,
  onSaved,
}: {
  secret: ProviderSecret | undefined
  provider: string | undefined
  onSaved: () => void
}) {
  const [values, setValues] = useState<ProviderForm>(() =>
    secret === undefined ? emptyForm(typeOf(provider).id) : formOf(secret),
  )
  const { saveMutation, testMutation, listMutation } = useProviderCalls(secret)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    saveMutation.mutate(values, { onSuccess: onSaved })
  }
  const onList = (): void =>
    listMutation.mutate(values, {
      onSuccess: ({ models, message }) => {
        if (message !== undefined) showFailure(new Error(message))
        else setValues((current) => ({ ...current, models: models.map(({ slug }) => slug).join('\n') }))
      },
    })
  const result = testMutation.data
  return (
    <form className={form['form']} aria-label="Provider settings" onSubmit={onSubmit}>
      <ProviderFields
        values={values}
        onValues={setValues}
        isListing={listMutation.isPending}
        onList={onList}
      />
      <p role="status" className={result?.ok === false ? form['fault'] : body['faint']}>
        {result === undefined ? '' : `${result.message} It took ${result.duration_ms} ms.`}
      </p>
      <div className={form['actions']}>
        <Button disabled={testMutation.isPending} onClick={() => testMutation.mutate(values)}>
          {testMutation.isPending ? 'Testing…' : 'Test'}
        </Button>
        <Button type="submit" look="main" disabled={saveMutation.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

function ProviderList({
  providers,
  onEdit,
}: {
  providers: readonly ProviderSecret[]
  onEdit: (secret: ProviderSecret) => void
}) {
  if (providers.length === 0) return null
  return (
    <ul className={body['list']} aria-label="Providers">
      {providers.map((secret) => (
        <li key={secret.id}>
          <span>{secret.header.name ?? secret.slug}</span>
          <span className={form['actions']}>
            <TestSecret id={secret.id} name={secret.slug} />
            <Button onClick={() => onEdit(secret)}>
              Edit
              <span className="hidden-text"> {secret.slug}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function ProviderParts({
  secret,
  provider,
}: {
  secret?: ProviderSecret | undefined
  provider?: string | undefined
}) {
  const { api, session } = useSession()
  const [editedSecret, setEditedSecret] = useState(secret)
  const [saveCount, setSaveCount] = useState(0)
  const secrets = useQuery({
    queryKey: listKeyOf(session.project.id),
    queryFn: ({ signal }) => api.secrets.list({ signal }),
  })
  const onSaved = (): void => {
    setEditedSecret(undefined)
    setSaveCount(saveCount + 1)
  }
  return (
    <>
      <ProviderEditor
        key={`${editedSecret?.id ?? 'new'} ${saveCount}`}
        secret={editedSecret}
        provider={provider}
        onSaved={onSaved}
      />
      <ProviderList
        providers={(secrets.data ?? []).filter(({ kind }) => isProvider(kind))}
        onEdit={setEditedSecret}
      />
    </>
  )
}

export function ProviderDialog({
  open,
  secret,
  provider,
  onClose,
}: {
  open: boolean
  /** The secret to edit. */
  secret?: ProviderSecret | undefined
  /** The provider whose key is missing. */
  provider?: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Providers"
      description="Keys are stored encrypted, used by the server only, and never displayed again."
    >
      <ProviderParts secret={secret} provider={provider} />
    </Dialog>
  )
}
