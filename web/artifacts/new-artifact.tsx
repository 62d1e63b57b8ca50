// A new artifact: a name, what it starts from, and the settings that cannot do without.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import type { Template } from '../app/api.ts'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { Values } from '../app/trials/program.ts'
import { PresetChoice, usePresets } from '../app/trials/preset-choice.tsx'
import { SettingsEditor } from '../app/trials/settings-editor.tsx'
import { missingSettings, schemaOf, initialSettings } from '../app/trials/templates.ts'
import type { JsonObject } from '../app/versions/client.ts'
import { useVersionsChanged } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NameFields } from '../ui/forms/name-fields.tsx'
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

/** What a new one holds: the data of the program it starts from. */
const dataOf = (template: Template | undefined, settings: Values): JsonObject | undefined =>
  template?.data === undefined
    ? undefined
    : {
        uri: template.data['uri'] ?? '',
        parameters: {
          ...(template.data['parameters'] as JsonObject | undefined),
          ...(settings as JsonObject),
        },
      }

function NewForm({ words, onClose }: { words: PageKindWords; onClose: () => void }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const changed = useVersionsChanged()
  const id = useId()
  const templates = useQuery({
    queryKey: ['templates', words.plural],
    queryFn: async ({ signal }) => (await api.templates(words.plural, { signal })).templates,
    enabled: words.kind !== 'query',
    staleTime: Infinity,
  })
  const [chosen, setChosen] = useState<string>()
  const [preset, setPreset] = useState<Template>()
  const [settings, setSettings] = useState<Values>({})
  const start = chosen ?? (words.kind === 'workflow' ? '' : (templates.data?.[0]?.key ?? ''))
  const template = templates.data?.find(({ key }) => key === start)
  const presets = usePresets(words.plural, template?.key)
  // Of a template what it cannot do without, of a preset all that it brings.
  const needed =
    preset === undefined
      ? template === undefined
        ? {}
        : missingSettings(template)
      : schemaOf(preset.data, 'parameters')
  const making = useMutation({
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
    onSuccess: async (made) => {
      await changed()
      showToast(`${made.name ?? made.slug} was created.`)
      onClose()
      const params = { project: session.project.slug, artifact: made.slug }
      await navigate({ to: `/p/$project/${words.path}/$artifact`, params })
    },
    onError: showFailure,
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    making.mutate({
      name: formText(place, 'name'),
      slug: formText(place, 'slug'),
    })
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <NameFields example={examples[words.kind]} />
      {words.kind !== 'query' && (
        <div className={form['field']}>
          <label htmlFor={`${id}-start`}>Starts as</label>
          <select
            id={`${id}-start`}
            value={start}
            onChange={({ target }) => {
              setChosen(target.value)
              setPreset(undefined)
              setSettings({})
            }}
          >
            {words.kind === 'workflow' && <option value="">Snippet: a text that others embed</option>}
            {templates.data?.map(({ key, name, description }) => (
              <option key={key} value={key}>
                {description === undefined ? name : `${name}: ${description}`}
              </option>
            ))}
          </select>
        </div>
      )}
      <PresetChoice
        presets={presets ?? []}
        value={preset?.key}
        onValue={(next) => {
          setPreset(next)
          setSettings(next === undefined ? {} : initialSettings(next))
        }}
      />
      {Object.keys(needed.properties ?? {}).length > 0 && (
        <SettingsEditor key={start} schema={needed} values={settings} onValues={setSettings} />
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={making.isPending || (words.kind !== 'query' && templates.data === undefined)}
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
    <Dialog open={open} onClose={onClose} title={`New ${words.one}`}>
      <NewForm words={words} onClose={onClose} />
    </Dialog>
  )
}
