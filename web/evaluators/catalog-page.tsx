// web/evaluators: the catalog of built-in evaluators.
// Imports web/app and web/ui. Start here.
//
// The catalog of built-in evaluators with a form that creates one.
import { toJson } from '../app/versions/delta.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { AssayError, type Template } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { NewFeedback } from '../app/feedback/new-feedback.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { PresetChoice, usePresets } from '../app/trials/preset-choice.tsx'
import { SettingsEditor } from '../ui/settings-editor/settings-editor.tsx'
import type { Values } from '../app/trials/program.ts'
import { useModels } from '../app/versions/prompts/model-options.ts'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import type { FormSchema } from '../ui/forms/schema-fields.ts'
import { NameFields } from '../ui/forms/name-fields.tsx'
import { formText } from '../ui/forms/form-text.ts'
import { groupTemplates, initialSettings, schemaOf } from '../app/trials/templates.ts'
import { serverErrors, settingErrors, type SettingErrors } from '../ui/forms/setting-errors.ts'
import form from '../ui/form.module.css'
import styles from './evaluators.module.css'

const route = getRouteApi('/p/$project/catalog')

function NewEvaluator({ template }: { template: Template }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const refetch = useVersionsRefetch()
  const schema = schemaOf(template.data, 'parameters')
  const [settings, setSettings] = useState<Values>(() => initialSettings(template))
  const models = useModels(settings)
  const [errors, setErrors] = useState<SettingErrors>({})
  const createMutation = useMutation({
    mutationFn: ({ name, slug }: { readonly name: string; readonly slug: string }) =>
      api.versions('evaluator').create({
        name,
        ...(slug === '' ? {} : { slug }),
        data: { uri: template.data?.['uri'] ?? '', parameters: toJson(settings) },
      }),
    onSuccess: async (evaluator) => {
      await refetch()
      showToast(`Created ${evaluator.name ?? evaluator.slug}.`)
      const params = { project: session.project.slug, artifact: evaluator.slug }
      await navigate({ to: '/p/$project/evaluators/$artifact', params, search: { tab: 'try' } })
    },
    // The error of a rejected setting appears at its field.
    onError: (error) => {
      const refusals = error instanceof AssayError ? serverErrors(error.faults) : {}
      setErrors(refusals)
      if (Object.keys(refusals).length === 0) showFailure(error)
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const missingSettings = settingErrors(schema, settings)
    setErrors(missingSettings)
    if (Object.keys(missingSettings).length > 0) return
    const formElement = event.currentTarget
    createMutation.mutate({ name: formText(formElement, 'name'), slug: formText(formElement, 'slug') })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <NameFields name={template.name} />
      <SettingsEditor
        schema={schema}
        values={settings}
        errors={errors}
        suggestions={{ model: models }}
        onValues={setSettings}
      />
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={createMutation.isPending}>
          Create evaluator
        </Button>
      </div>
    </form>
  )
}

function OutputNames({ schema }: { schema: FormSchema }) {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return undefined
  return (
    <p className={styles['about']}>
      Outputs:{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
      .
    </p>
  )
}

function TemplateDetail({ template, preset }: { template: Template; preset: string | undefined }) {
  const canCreate = useHasRole('editor')
  const { session } = useSession()
  const navigate = useNavigate()
  const presets = usePresets('evaluators', template.key)
  const selectedPreset = presets?.find(({ key }) => key === preset)
  const start = selectedPreset ?? template
  return (
    <>
      <h2>{template.name}</h2>
      {template.description !== undefined && <p className={styles['about']}>{template.description}</p>}
      <OutputNames schema={schemaOf(start.data, 'outputs')} />
      <PresetChoice
        presets={presets ?? []}
        value={selectedPreset?.key}
        onValue={(next) =>
          void navigate({
            to: '/p/$project/catalog',
            params: { project: session.project.slug },
            search: ({ preset: _, ...view }) => (next === undefined ? view : { ...view, preset: next.key }),
            replace: true,
          })
        }
      />
      {template.key === 'feedback' ? (
        canCreate && (
          <NewFeedback
            onCreated={({ slug }) =>
              void navigate({
                to: '/p/$project/evaluators/$artifact',
                params: { project: session.project.slug, artifact: slug },
              })
            }
          />
        )
      ) : canCreate ? (
        <NewEvaluator key={start.key} template={start} />
      ) : (
        <section>
          <SettingsEditor
            schema={schemaOf(start.data, 'parameters')}
            values={initialSettings(start)}
            readOnly
            onValues={() => undefined}
          />
        </section>
      )}
    </>
  )
}

export function CatalogPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const params = { project: session.project.slug }
  const templates = useQuery({
    queryKey: ['templates', 'evaluators'],
    queryFn: async ({ signal }) => (await api.templates('evaluators', { signal })).templates,
    staleTime: Infinity,
  })
  if (templates.isError) return <Failure error={templates.error} retry={() => void templates.refetch()} />
  const groups = groupTemplates(templates.data ?? [], view.search ?? '')
  const template = templates.data?.find(({ key }) => key === view.template)
  return (
    <>
      <PageHead
        title="Evaluator catalog"
        lead={
          <Link to="/p/$project/evaluators" params={params} aria-label="Back to evaluators">
            <Icon name="left" />
          </Link>
        }
      />
      <div className={styles['page']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
        <nav className={styles['list']} aria-label="Evaluators" tabIndex={0}>
          <input
            className={styles['search']}
            aria-label="Search the catalog"
            placeholder="Search"
            value={view.search ?? ''}
            onChange={(event) => {
              const search = { ...view, search: event.target.value }
              void navigate({ to: '/p/$project/catalog', params, search, replace: true })
            }}
          />
          {templates.isPending && <Skeleton />}
          {groups.map((group) => (
            <section key={group.name} aria-label={group.name}>
              <h2>{group.name}</h2>
              {group.use !== undefined && <p className={styles['use']}>{group.use}</p>}
              {group.templates.map(({ key, name, description }) => (
                <Link
                  key={key}
                  to="/p/$project/catalog"
                  params={params}
                  search={{ template: key, ...(view.search === undefined ? {} : { search: view.search }) }}
                  aria-current={key === view.template ? 'true' : undefined}
                >
                  {name}
                  <small>{description}</small>
                </Link>
              ))}
            </section>
          ))}
          {templates.data !== undefined && groups.length === 0 && (
            <p className={styles['note']}>No matches.</p>
          )}
        </nav>
        <section
          className={styles['detail']}
          data-chosen={template !== undefined}
          aria-label="Selected evaluator"
          tabIndex={0}
        >
          {template === undefined ? (
            <Notice icon="scale" title="Select an evaluator">
              <p>Checks of text and JSON are free. An LLM judge needs a provider key.</p>
            </Notice>
          ) : (
            <TemplateDetail key={template.key} template={template} preset={view.preset} />
          )}
        </section>
      </div>
    </>
  )
}
