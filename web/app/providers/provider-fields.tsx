// The fields of a provider: kind, URL, key, headers, models.
import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import form from '../../ui/form.module.css'
import { emptyForm, mask, providerTypes, typeOf, type ProviderForm } from './providers.ts'

function Field({
  label,
  help,
  children,
}: {
  label: string
  help?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={form['field']}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <small>{help}</small>}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly placeholder?: string | undefined
  readonly help?: string
  readonly isRequired?: boolean
  readonly isLong?: boolean
}

function TextField({
  label,
  value,
  onValue,
  placeholder = '',
  help,
  isRequired = false,
  isLong = false,
}: TextFieldProps) {
  const attributes = { value, placeholder, required: isRequired, autoComplete: 'off', spellCheck: false }
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      {(id) =>
        isLong ? (
          <textarea id={id} {...attributes} onChange={(event) => onValue(event.currentTarget.value)} />
        ) : (
          <input id={id} {...attributes} onChange={(event) => onValue(event.currentTarget.value)} />
        )
      }
    </Field>
  )
}

/** A stored value is never displayed. An empty field keeps it. */
function SecretField({ label, value, onValue, isRequired = false, isLong = false }: TextFieldProps) {
  const isStored = value === mask
  const attributes = {
    value: isStored ? '' : value,
    placeholder: isStored ? 'Stored. Type to replace it.' : '',
    required: isRequired && !isStored,
    autoComplete: 'off',
  }
  return (
    <Field label={label}>
      {(id) =>
        isLong ? (
          <textarea id={id} {...attributes} onChange={(event) => onValue(event.currentTarget.value)} />
        ) : (
          <input
            id={id}
            type="password"
            {...attributes}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
        )
      }
    </Field>
  )
}

interface ProviderProps {
  readonly values: ProviderForm
  readonly onValues: (values: ProviderForm) => void
}

function Connection({ values, onValues }: ProviderProps) {
  const { url, defaultUrl, key, version, extras = [] } = typeOf(values.type)
  const set = (change: Partial<ProviderForm>): void => onValues({ ...values, ...change })
  return (
    <>
      {url !== 'none' && (
        <TextField
          label="Base URL"
          value={values.url}
          placeholder={defaultUrl ?? (url === 'optional' ? 'Default URL of the provider' : 'https://…')}
          isRequired={url === 'required'}
          onValue={(value) => set({ url: value })}
        />
      )}
      {version !== undefined && (
        <TextField
          label="API version"
          value={values.version}
          placeholder={version}
          help="With a date, calls go to the URL of the deployment. Without one, they go to the v1 API."
          onValue={(value) => set({ version: value })}
        />
      )}
      {key !== 'none' && (
        <SecretField
          label="Key"
          value={values.key}
          isRequired={key === 'required'}
          onValue={(value) => set({ key: value })}
        />
      )}
      {extras.map(({ name, label, isSecret = false, isRequired = false, isLong = false }) => {
        const Part = isSecret ? SecretField : TextField
        return (
          <Part
            key={name}
            label={label}
            value={values.extras[name] ?? ''}
            isRequired={isRequired}
            isLong={isLong}
            onValue={(value) => set({ extras: { ...values.extras, [name]: value } })}
          />
        )
      })}
    </>
  )
}

export function ProviderFields({
  values,
  onValues,
  isListing,
  onList,
}: ProviderProps & { isListing: boolean; onList: () => void }) {
  const set = (change: Partial<ProviderForm>): void => onValues({ ...values, ...change })
  return (
    <>
      <Field label="Provider">
        {(id) => (
          <select
            id={id}
            value={values.type}
            onChange={(event) =>
              onValues({ ...emptyForm(event.currentTarget.value), name: values.name, models: values.models })
            }
          >
            {providerTypes.map((type) => (
              <option key={type.id} value={type.id}>
                {type.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Name"
        value={values.name}
        placeholder={typeOf(values.type).label}
        onValue={(name) => set({ name })}
      />
      <Connection values={values} onValues={onValues} />
      <TextField
        label="Models"
        value={values.models}
        placeholder="One per line"
        help="Prompts and judges offer these models; the first one is tested."
        isLong
        onValue={(models) => set({ models })}
      />
      <div>
        <Button disabled={isListing} onClick={onList}>
          {isListing ? 'Fetching…' : 'Fetch models'}
        </Button>
      </div>
      <TextField
        label="Extra headers"
        value={values.headers}
        placeholder="Name: value"
        isLong
        onValue={(headers) => set({ headers })}
      />
    </>
  )
}
