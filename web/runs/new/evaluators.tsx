// The evaluators of a plan: versions of evaluators in the project, or catalog programs, each with its settings.
import { membersOf } from '../../ui/records.ts'
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Template } from '../../app/api.ts'
import { useApi, useSession } from '../../app/session.tsx'
import { groupTemplates, initialSettings, schemaOf } from '../../app/trials/templates.ts'
import { serviceKeyOf } from '../../app/trials/program.ts'
import { PresetChoice, usePresets } from '../../app/trials/preset-choice.tsx'
import { useModels } from '../../app/versions/prompts/model-options.ts'
import { SettingsEditor } from '../../ui/settings-editor/settings-editor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { PlannedEvaluator, Settings } from './plan.ts'
import { selectedRevisionQuery, choicesQuery, templatesQuery } from './queries.ts'
import { VersionSelect } from './revision-choice.tsx'
import menu from '../../ui/menu.module.css'
import styles from './new-run.module.css'

function Card({
  name,
  note,
  version,
  presets,
  data,
  settings,
  isOpen = false,
  onSettings,
  onRemove,
}: {
  name: string
  note: string | undefined
  version?: ReactNode
  presets?: ReactNode
  data: unknown
  settings: Settings
  isOpen?: boolean
  onSettings: (settings: Settings) => void
  onRemove: () => void
}) {
  const models = useModels(settings)
  return (
    <div className={styles['selectedPart']}>
      <b>{name}</b>
      {version}
      <IconButton icon="cross" label={`Remove ${name}`} onClick={onRemove} />
      {note !== undefined && <small>{note}</small>}
      <details open={isOpen}>
        <summary>Settings</summary>
        {presets}
        <SettingsEditor
          schema={schemaOf(data, 'parameters')}
          values={settings}
          suggestions={{ model: models }}
          onValues={onSettings}
        />
      </details>
    </div>
  )
}

interface EvaluatorProps {
  readonly evaluator: PlannedEvaluator
  readonly onEvaluator: (evaluator: PlannedEvaluator) => void
  readonly onRemove: () => void
}

function ExistingEvaluator({ evaluator, onEvaluator, onRemove }: EvaluatorProps) {
  const api = useApi()
  const revision = useQuery(selectedRevisionQuery(api, { kind: 'evaluator', id: evaluator.revision }))
  const { data, artifact_slug: slug } = revision.data ?? {}
  const name = slug ?? '…'
  const storedMembers = membersOf(data?.['parameters'])
  const isHuman = data !== undefined && serviceKeyOf(data) === 'feedback'
  const note =
    revision.data === null
      ? 'This version was deleted.'
      : isHuman
        ? 'Human evaluator: the run waits for people.'
        : evaluator.settings === undefined
          ? undefined
          : `Changed. A new version of ${name} is committed when the run starts.`
  return (
    <Card
      name={name}
      note={note}
      data={data}
      settings={evaluator.settings ?? storedMembers}
      version={
        <VersionSelect
          kind="evaluator"
          slug={slug}
          value={evaluator.revision ?? ''}
          label={`Version of ${name}`}
          onValue={(next) => onEvaluator({ revision: next })}
        />
      }
      onSettings={(settings) => onEvaluator({ ...evaluator, settings })}
      onRemove={onRemove}
    />
  )
}

function CatalogEvaluator({
  evaluator,
  template,
  onEvaluator,
  onRemove,
}: EvaluatorProps & { template: Template | undefined }) {
  const presets = usePresets('evaluators', template?.key)
  const [preset, setPreset] = useState<string>()
  if (template === undefined) return undefined
  return (
    <Card
      name={template.name}
      note="From the catalog. An evaluator is created in this project when the run starts."
      presets={
        <PresetChoice
          presets={presets ?? []}
          value={preset}
          onValue={(next) => {
            setPreset(next?.key)
            onEvaluator({ ...evaluator, settings: initialSettings(next ?? template) })
          }}
        />
      }
      data={template.data}
      settings={evaluator.settings ?? initialSettings(template)}
      isOpen
      onSettings={(settings) => onEvaluator({ ...evaluator, settings })}
      onRemove={onRemove}
    />
  )
}

function AddEvaluatorMenu({
  templates,
  onAdd,
}: {
  templates: readonly Template[]
  onAdd: (evaluator: PlannedEvaluator) => void
}) {
  const api = useApi()
  const choices = useQuery(choicesQuery(api, 'evaluator'))
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <Button icon="plus">Add evaluator</Button>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="start" sideOffset={4}>
          {choices.data !== undefined && choices.data.length > 0 && (
            <Menu.Label className={menu['label']}>In this project</Menu.Label>
          )}
          {choices.data?.map(({ id, name, slug, revisionId }) => (
            <Menu.Item
              key={id}
              className={menu['item']}
              disabled={revisionId === undefined}
              onSelect={() => onAdd({ revision: revisionId ?? '' })}
            >
              {name}
              {name !== slug && <small>{slug}</small>}
            </Menu.Item>
          ))}
          {groupTemplates(templates, '').map((group) => (
            <Menu.Group key={group.name}>
              <Menu.Label className={menu['label']}>Catalog: {group.name}</Menu.Label>
              {group.templates.map(({ key, name }) => (
                <Menu.Item key={key} className={menu['item']} onSelect={() => onAdd({ template: key })}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Group>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function Evaluators({
  evaluators,
  onEvaluators,
}: {
  evaluators: readonly PlannedEvaluator[]
  onEvaluators: (evaluators: readonly PlannedEvaluator[]) => void
}) {
  const { api } = useSession()
  const templates = useQuery(templatesQuery(api)).data ?? []
  return (
    <div className={styles['selectedParts']}>
      {evaluators.map((evaluator, index) => {
        const evaluatorProps = {
          evaluator,
          onEvaluator: (next: PlannedEvaluator) => onEvaluators(evaluators.with(index, next)),
          onRemove: () => onEvaluators(evaluators.toSpliced(index, 1)),
        }
        return evaluator.revision === undefined ? (
          // The same program may be used twice, so the position is part of the key.
          <CatalogEvaluator
            key={`${evaluator.template} ${index}`}
            {...evaluatorProps}
            template={templates.find(({ key }) => key === evaluator.template)}
          />
        ) : (
          <ExistingEvaluator key={evaluator.revision} {...evaluatorProps} />
        )
      })}
      <AddEvaluatorMenu
        templates={templates}
        onAdd={(evaluator) => {
          const isDuplicate = evaluators.some(
            (one) => one.revision !== undefined && one.revision === evaluator.revision,
          )
          if (!isDuplicate) onEvaluators([...evaluators, evaluator])
        }}
      />
    </div>
  )
}
