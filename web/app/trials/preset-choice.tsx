// Selects a preset of a template, which fills in its settings.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Template } from '../api.ts'
import { useSession } from '../session.tsx'
import styles from './preset-choice.module.css'

/** The presets of a template; undefined while loading. */
export function usePresets(plural: string, key: string | undefined): readonly Template[] | undefined {
  const { api } = useSession()
  return useQuery({
    queryKey: ['presets', plural, key],
    queryFn: async ({ signal }) => (await api.presets(plural, key ?? '', { signal })).presets ?? [],
    enabled: key !== undefined,
    staleTime: Infinity,
  }).data
}

export function PresetChoice({
  presets,
  value,
  onValue,
}: {
  presets: readonly Template[]
  /** The key of the selected preset; undefined: none. */
  value: string | undefined
  onValue: (preset: Template | undefined) => void
}) {
  const id = useId()
  if (presets.length === 0) return undefined
  const selectedPreset = presets.find(({ key }) => key === value)
  return (
    <div className={styles['presets']}>
      <span id={id}>Preset</span>
      <fieldset aria-labelledby={id}>
        <button type="button" aria-pressed={selectedPreset === undefined} onClick={() => onValue(undefined)}>
          None
        </button>
        {presets.map((preset) => (
          <button
            key={preset.key}
            type="button"
            aria-pressed={preset.key === value}
            onClick={() => onValue(preset)}
          >
            {preset.name}
          </button>
        ))}
      </fieldset>
      <small>
        {selectedPreset?.description ?? 'A preset fills in the settings. You can change all of them.'}
      </small>
    </div>
  )
}
