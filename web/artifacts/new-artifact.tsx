// The dialog of a new artifact: name, template and required settings.
import { toJson } from '../app/versions/delta.ts'
import { membersOf } from '../ui/records.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import type { Template } from '../app/api.ts'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { Values } from '../app/trials/program.ts'
import { PresetChoice, usePresets } from '../app/trials/preset-choice.tsx'
import { SettingsEditor } from '../ui/settings-editor/settings-editor.tsx'
import { missingSettings, schemaOf, initialSettings } from '../app/trials/templates.ts'
import { type JsonObject } from '../app/versions/client.ts'
import { useModels } from '../app/versions/prompts/model-options.ts'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NameFields } from '../ui/forms/name-fields.tsx'
import type { FormSchema } from '../ui/forms/schema-fields.ts'
import { formText } from '../ui/forms/form-text.ts'
import type { PageKindWords } from './use-kind.ts'
import form from '../ui/form.module.css'

const examples = {
  application: 'Support bot',
  workflow: 'House rules',
  evaluator: 'Polite enough',
  query: 'Slow answers',
} as const

const snippetData: JsonObject = { parameters: { prompt: { messages: [{ role: 'system', content: '' }] } } }

/** The payload of a new artifact, from its template. */
const dataOf = (template: Template | undefined, settings: Values): JsonObject | undefined =>
  template?.data === undefined
    ? undefined
    : {
        uri: template.data['uri'] ?? '',
        parameters: {
          ...toJson({ ...membersOf(template.data['parameters']), ...settings }),
        },
      }

function TemplateField({
  templates,
  hasSnippet,
  value,
  onValue,
}: {
  templates: readonly Template[] | undefined
  hasSnippet: boolean
  value: string
  onValue: (key: string) => void
}) {
  const id = useId()
  return (
    <div className={form['field']}>
      <label htmlFor={id}>Template</label>
      <select id={id} value={value} onChange={({ target }) => onValue(target.value)}>
        {hasSnippet && <option value="">Snippet: a text that others embed</option>}
        {templates?.map(({ key, name, description }) => (
          <option key={key} value={key}>
            {description === undefined ? name : `${name}: ${description}`}
          </option>
        ))}
      </select>
    </div>
  )
}

function NewSettings({
  schema,
  settings,
  onSettings,
}: {
  schema: FormSchema
  settings: Values
  onSettings: (settings: Values) => void
}) {
  const models = useModels(settings)
  if (Object.keys(schema.properties ?? {}).length === 0) return undefined
  return (
    <SettingsEditor schema={schema} values={settings} suggestions={{ model: models }} onValues={onSettings} />
  )
}

function NewForm({ words, onClose }: { words: PageKindWords; onClose: () => void }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const refetch = useVersionsRefetch()
  const templates = useQuery({
    queryKey: ['templates', words.plural],
    queryFn: async ({ signal }) => (await api.templates(words.plural, { signal })).templates,
    enabled: words.kind !== 'query',
    staleTime: Infinity,
  })
  const [templateKey, setTemplateKey] = useState<string>()
  const [preset, setPreset] = useState<Template>()
  const [settings, setSettings] = useState<Values>({})
  const start = templateKey ?? (words.kind === 'workflow' ? '' : (templates.data?.[0]?.key ?? ''))
  const template = templates.data?.find(({ key }) => key === start)
  const presets = usePresets(words.plural, template?.key)
  // A template needs its required settings; a preset shows all its settings.
  const settingsSchema =
    preset === undefined
      ? template === undefined
        ? {}
        : missingSettings(template)
      : schemaOf(preset.data, 'parameters')
  const createMutation = useMutation({
    mutationFn: ({ name, slug }: Readonly<Record<'name' | 'slug', string>>) => {
      const data =
        words.kind === 'query'
          ? { filtering: {} }
          : start === ''
            ? snippetData
            : dataOf(preset ?? template, settings)
      return api.versions(words.kind).create({
        name,
        ...(slug === '' ? {} : { slug }),
        ...(words.kind === 'workflow' && start === '' ? { flags: { is_snippet: true } } : {}),
        ...(data === undefined ? {} : { data }),
      })
    },
    onSuccess: async (artifact) => {
      await refetch()
      showToast(`Created ${artifact.name ?? artifact.slug}.`)
      onClose()
      const params = { project: session.project.slug, artifact: artifact.slug }
      await navigate({ to: `/p/$project/${words.path}/$artifact`, params })
    },
    onError: showFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    createMutation.mutate({
      name: formText(formElement, 'name'),
      slug: formText(formElement, 'slug'),
    })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <NameFields example={examples[words.kind]} />
      {words.kind !== 'query' && (
        <TemplateField
          templates={templates.data}
          hasSnippet={words.kind === 'workflow'}
          value={start}
          onValue={(key) => {
            setTemplateKey(key)
            setPreset(undefined)
            setSettings({})
          }}
        />
      )}
      <PresetChoice
        presets={presets ?? []}
        value={preset?.key}
        onValue={(next) => {
          setPreset(next)
          setSettings(next === undefined ? {} : initialSettings(next))
        }}
      />
      <NewSettings key={start} schema={settingsSchema} settings={settings} onSettings={setSettings} />
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={createMutation.isPending || (words.kind !== 'query' && templates.data === undefined)}
        >
          Create
        </Button>
      </div>
    </form>
  )
}

export function NewArtifact({
  words,
  open,
  onClose,
}: {
  words: PageKindWords
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={`New ${words.singular}`}>
      <NewForm words={words} onClose={onClose} />
    </Dialog>
  )
}
