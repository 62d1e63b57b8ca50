// Who judges: evaluators of the project in a version, or programs of the catalog, each with its settings.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Template } from '../../app/api.ts'
import { useApi, useSession } from '../../app/session.tsx'
import { schemaOf, initialSettings } from '../../app/trials/templates.ts'
import { serviceKeyOf } from '../../app/trials/program.ts'
import { PresetChoice, usePresets } from '../../app/trials/preset-choice.tsx'
import { SettingsEditor } from '../../app/trials/settings-editor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Judge, Settings } from './plan.ts'
import { chosenQuery, choicesQuery, templatesQuery } from './queries.ts'
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
  onRemoved,
}: {
  name: string
  note: string | undefined
  version?: ReactNode
  presets?: ReactNode
  data: unknown
  settings: Settings
  isOpen?: boolean
  onSettings: (settings: Settings) => void
  onRemoved: () => void
}) {
  return (
    <div className={styles['one']}>
      <b>{name}</b>
      {version}
      <IconButton icon="cross" label={`Take ${name} out`} onClick={onRemoved} />
      {note !== undefined && <small>{note}</small>}
      <details open={isOpen}>
        <summary>Settings</summary>
        {presets}
        <SettingsEditor schema={schemaOf(data, 'parameters')} values={settings} onValues={onSettings} />
      </details>
    </div>
  )
}

interface JudgeProps {
  readonly judge: Judge
  readonly onJudge: (judge: Judge) => void
  readonly onRemoved: () => void
}

function StoredJudge({ judge, onJudge, onRemoved }: JudgeProps) {
  const api = useApi()
  const revision = useQuery(chosenQuery(api, 'evaluator', judge.revision))
  const { data, artifact_slug: slug } = revision.data ?? {}
  const name = slug ?? '…'
  const stored = (data?.['parameters'] ?? {}) as Settings
  const isHuman = data !== undefined && serviceKeyOf(data) === 'feedback'
  const note =
    revision.data === null
      ? 'It is no longer there.'
      : isHuman
        ? 'People judge: the run waits for them.'
        : judge.settings === undefined
          ? undefined
          : `Changed: committed as a new version of ${name} when the run starts.`
  return (
    <Card
      name={name}
      note={note}
      data={data}
      settings={judge.settings ?? stored}
      version={
        <VersionSelect
          kind="evaluator"
          slug={slug}
          value={judge.revision ?? ''}
          label={`Version of ${name}`}
          onValue={(next) => onJudge({ revision: next })}
        />
      }
      onSettings={(settings) => onJudge({ ...judge, settings })}
      onRemoved={onRemoved}
    />
  )
}

function NewJudge({ judge, template, onJudge, onRemoved }: JudgeProps & { template: Template | undefined }) {
  const presets = usePresets('evaluators', template?.key)
  const [preset, setPreset] = useState<string>()
  if (template === undefined) return undefined
  return (
    <Card
      name={template.name}
      note="From the catalog: it becomes an evaluator of this project when the run starts."
      presets={
        <PresetChoice
          presets={presets ?? []}
          value={preset}
          onValue={(next) => {
            setPreset(next?.key)
            onJudge({ ...judge, settings: initialSettings(next ?? template) })
          }}
        />
      }
      data={template.data}
      settings={judge.settings ?? initialSettings(template)}
      isOpen
      onSettings={(settings) => onJudge({ ...judge, settings })}
      onRemoved={onRemoved}
    />
  )
}

function AddJudge({
  templates,
  onAdded,
}: {
  templates: readonly Template[]
  onAdded: (judge: Judge) => void
}) {
  const api = useApi()
  const choices = useQuery(choicesQuery(api, 'evaluator'))
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <Button icon="plus">Add an evaluator</Button>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="start" sideOffset={4}>
          {choices.data !== undefined && choices.data.length > 0 && (
            <Menu.Label className={menu['label']}>Of this project</Menu.Label>
          )}
          {choices.data?.map(({ id, name, slug, revisionId }) => (
            <Menu.Item
              key={id}
              className={menu['item']}
              disabled={revisionId === undefined}
              onSelect={() => onAdded({ revision: revisionId ?? '' })}
            >
              {name}
              {name !== slug && <small>{slug}</small>}
            </Menu.Item>
          ))}
          <Menu.Label className={menu['label']}>From the catalog</Menu.Label>
          {templates.map(({ key, name }) => (
            <Menu.Item key={key} className={menu['item']} onSelect={() => onAdded({ template: key })}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function Judges({
  judges,
  onJudges,
}: {
  judges: readonly Judge[]
  onJudges: (judges: readonly Judge[]) => void
}) {
  const { api } = useSession()
  const templates = useQuery(templatesQuery(api)).data ?? []
  return (
    <div className={styles['chosen']}>
      {judges.map((judge, index) => {
        const own = {
          judge,
          onJudge: (next: Judge) => onJudges(judges.with(index, next)),
          onRemoved: () => onJudges(judges.toSpliced(index, 1)),
        }
        return judge.revision === undefined ? (
          // Two of one program have only their place to tell them apart.
          <NewJudge
            key={`${judge.template} ${index}`}
            {...own}
            template={templates.find(({ key }) => key === judge.template)}
          />
        ) : (
          <StoredJudge key={judge.revision} {...own} />
        )
      })}
      <AddJudge
        templates={templates}
        onAdded={(judge) => {
          const isThere = judges.some((one) => one.revision !== undefined && one.revision === judge.revision)
          if (!isThere) onJudges([...judges, judge])
        }}
      />
    </div>
  )
}
