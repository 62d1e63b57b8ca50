// The view mode of content: stored text, Markdown or JSON. One choice applies to all panels of this browser, another one to a
// single message while it is on the screen. "Auto" follows the role: answers are Markdown, everything else is text.
import { useId } from 'react'
import { storedChoice } from '../browser/use-local-storage.ts'
import styles from './mode.module.css'

export type TextMode = 'text' | 'markdown' | 'json'
export type PanelMode = 'auto' | TextMode

const modeNames = { auto: 'Auto', text: 'Text', markdown: 'Markdown', json: 'JSON' } as const
const textModes = ['text', 'markdown', 'json'] as const
const panelModes = ['auto', ...textModes] as const

const panelMode = storedChoice<PanelMode>('content-mode', panelModes)
export const usePanelMode = panelMode.use

const answeringRoles: ReadonlySet<string> = new Set(['assistant', 'ai', 'model', 'AIMessage'])

/** The mode of a text: the choice for the panel. In Auto it follows the role, and JSON stays text. */
export function textModeOf(panel: PanelMode, { role, text }: { role: string; text?: string }): TextMode {
  if (panel !== 'auto') return panel
  return answeringRoles.has(role) && !/^\s*[[{]/.test(text ?? '') ? 'markdown' : 'text'
}

export function ModeSwitch<M extends PanelMode>({
  label,
  modes,
  value,
  onValue,
}: {
  label: string
  modes: readonly M[]
  value: M
  onValue: (mode: M) => void
}) {
  const group = useId()
  return (
    <fieldset className={styles['switch']}>
      <legend className="hidden-text">{label}</legend>
      {modes.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name={group}
            value={mode}
            checked={mode === value}
            onChange={() => onValue(mode)}
          />
          <span>{modeNames[mode]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The switch for all panels of this browser. */
export const PanelModeSwitch = () => (
  <ModeSwitch label="Show content as" modes={panelModes} value={usePanelMode()} onValue={panelMode.set} />
)

export const MessageModeSwitch = ({
  value,
  onValue,
}: {
  value: TextMode
  onValue: (mode: TextMode) => void
}) => <ModeSwitch label="Show message as" modes={textModes} value={value} onValue={onValue} />
