// The ready-made settings of a template: one is chosen, and fills the form that stands below.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Template } from '../api.ts'
import { useSession } from '../session.tsx'
import styles from './preset-choice.module.css'

/** The presets of a template; undefined while they are asked for. */
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
  /** Key of the chosen one; undefined: the template as it is. */
  value: string | undefined
  onValue: (preset: Template | undefined) => void
}) {
  const id = useId()
  if (presets.length === 0) return undefined
  const chosen = presets.find(({ key }) => key === value)
  return (
    <div className={styles['presets']}>
      <span id={id}>Preset</span>
      <div role="group" aria-labelledby={id}>
        <button type="button" aria-pressed={chosen === undefined} onClick={() => onValue(undefined)}>
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
      </div>
      <small>{chosen?.description ?? 'A preset fills the settings; all of them can be changed.'}</small>
    </div>
  )
}
