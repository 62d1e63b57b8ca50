// Buttons. One that shows only an icon says its name to those who do not see it, and on hover.
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'main' | 'quiet' | 'danger'
  icon?: IconName
  /** Pressed: the thing it switches is on. */
  on?: boolean | undefined
}

const classesOf = (parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ')

export function Button({ look = 'plain', icon, on, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      {...rest}
      className={classesOf([
        styles['button'],
        look !== 'plain' && styles[look],
        on === true && styles['on'],
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
  on,
  className,
  ...rest
}: Omit<ButtonProps, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={on}
      {...rest}
      className={classesOf([
        styles['button'],
        styles['only'],
        look !== 'plain' && styles[look],
        on === true && styles['on'],
        className,
      ])}
    >
      <Icon name={icon} size={15} />
    </button>
  )
}
