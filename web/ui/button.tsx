// web/ui: components that take values and callbacks and know no server: buttons, dialogs, menus, charts, notices.
// Sub-folders: browser/ (storage, downloads, workers), content/, diff/, filter/, forms/, json/, prompt-editor/, schema-editor/,
// settings-editor/, table/, time/.
// It imports nothing else of the project. Start with table/table.tsx or json/json-view.tsx.
//
// Buttons. An icon button has its name as label and as tooltip.
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'main' | 'quiet' | 'danger'
  icon?: IconName
  /** Whether a toggle button is pressed. */
  isPressed?: boolean | undefined
}

const classesOf = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ')

export function Button({ look = 'plain', icon, isPressed, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      {...rest}
      className={classesOf([
        styles['button'],
        look !== 'plain' && styles[look],
        isPressed === true && styles['on'],
        className,
      ])}
    >
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

export function IconButton({
  icon,
  label,
  look = 'quiet',
  isPressed,
  className,
  ...rest
}: Omit<ButtonProps, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      {...rest}
      className={classesOf([
        styles['button'],
        styles['only'],
        look !== 'plain' && styles[look],
        isPressed === true && styles['on'],
        className,
      ])}
    >
      <Icon name={icon} size={15} />
    </button>
  )
}
